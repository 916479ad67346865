/*
 * Vector clocks: see vector_clock.h.
 */
#include "check/vector_clock.h"

#include "base/allocate.h"

static void grow(struct vector_clock *clock, unsigned count)
{
    if (count <= clock->count)
        return;
    clock->done = allocate_again(clock->done, count * sizeof *clock->done);
    while (clock->count < count)
        clock->done[clock->count++] = 0;
}

void vector_clock_join(struct vector_clock *clock, const struct vector_clock *more)
{
    grow(clock, more->count);
    for (unsigned i = 0; i < more->count; i++)
        if (clock->done[i] < more->done[i])
            clock->done[i] = more->done[i];
}

void vector_clock_add(struct vector_clock *clock, unsigned stream, uint32_t work)
{
    grow(clock, stream + 1);
    clock->done[stream] = work;
}

int vector_clock_has(const struct vector_clock *clock, unsigned stream, uint32_t work)
{
    return stream < clock->count && clock->done[stream] >= work;
}
