/*
 * Barriers for some of a block's threads (include/sim/part_barriers.h) in the block's shared
 * memory. What is written here no kernel writes: it is no access.
 */
#include <stdint.h>
#include <string.h>

#include "base/recorder.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"
#include "sim/part_barrier_words.h"

/* Makes the bytes written ones, all 0, the first time in a block. */
static void start(struct worker *worker, struct sim_part_barrier *barriers, size_t bytes)
{
    struct shared_part *shared = &worker->shared;
    size_t offset = (uintptr_t)barriers - shared->start;
    if (shared->state[offset] == STATE_WRITTEN)
        return;
    memset(barriers, 0, bytes);
    memset(shared->state + offset, STATE_WRITTEN, bytes);
    if (offset < shared->low)
        shared->low = offset;
    if (offset + bytes > shared->high)
        shared->high = offset + bytes;
}

int sim_part_barrier_begins(struct sim_part_barrier *barriers, size_t bytes, unsigned int number,
                            unsigned int expected)
{
    static int site;
    sim_shared_array(&site, barriers, bytes, "barriers of parts of a block", 1);
    event_t *limit = recorder_pause();
    start(this_worker, barriers, bytes);
    struct sim_part_barrier *barrier = &barriers[number];
    unsigned missing = (unsigned)barrier->state;
    if (missing == barrier->expected) { /* nobody has arrived */
        barrier->state += (uint64_t)expected - missing;
        barrier->expected = expected;
    }
    int good = barrier->expected == expected;
    recorder_go_on(limit);
    return good;
}

static int arrivals;

int sim_part_barrier_arrives(void)
{
    arrivals = 1;
    return arrivals;
}

int sim_part_barrier_arrivals(void)
{
    return arrivals;
}
