/*
 * Vector clocks: see vector_clock.h.
 */
#include "check/vector_clock.h"

#include "base/allocate.h"

static void grow(struct past *past, unsigned count)
{
    if (count <= past->count)
        return;
    past->done = allocate_again(past->done, count * sizeof *past->done);
    while (past->count < count)
        past->done[past->count++] = 0;
}

void past_join(struct past *past, const struct past *more)
{
    grow(past, more->count);
    for (unsigned i = 0; i < more->count; i++)
        if (past->done[i] < more->done[i])
            past->done[i] = more->done[i];
}

void past_add(struct past *past, unsigned stream, uint32_t work)
{
    grow(past, stream + 1);
    past->done[stream] = work;
}

int past_has(const struct past *past, unsigned stream, uint32_t work)
{
    return stream < past->count && past->done[stream] >= work;
}
