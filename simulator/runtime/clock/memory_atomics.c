/*
 * Atomics on global memory: L2 performs them.
 */
#include <math.h>

#include "clock/memory_parts.h"

int memory_is_done_by_one_lane(const struct trace_event *event, int computed)
{
    unsigned size = 1u << (event->event & EVENT_SIZE);
    return size == 4 && !computed && event->attributes & TRACE_UNIFORM &&
           !(event->attributes & (TRACE_FLOATING | TRACE_SWAP));
}

/*
 * Compare-and-swaps of different warps at one address, until they succeed. In each round one does.
 * The others have compared with an old value, and try again. A round takes a trip to L2 and back,
 * or as long as L2 needs for all attempts. Of a line's words, the first stands for all. Returns the
 * time at which this one succeeds.
 */
static double swap(struct memory_system *system, uint64_t key, const struct trace_line *trace_line,
                   const struct trace_event *event, double arrives)
{
    const struct device *device = system->device;
    double shared_by = line_sharing_swapped(&system->line_sharing, trace_line);
    uint64_t word = (uint64_t)__builtin_ctz(trace_line->words);
    struct cached_line *line = line_list_at(&system->swapped, key * (TRACE_LINE / 4) + word);
    double trying = system->resident_warps * shared_by * event->wavefronts;
    double round = fmax(device->atomic_latency, trying * device->swap_interval);
    double others = fmax(system->sharing * shared_by, 1) - 1; /* of other multiprocessors */
    double start = fmax(arrives, line->ready) + others * round;
    line->ready = start + round;
    return start;
}

void memory_atomic_line(struct memory_system *system, const struct requester *requester,
                        const struct trace_line *line, enum access_to_l2 access,
                        const struct trace_event *event, int computed, double now,
                        struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = memory_key(system, requester, line);
    struct beyond beyond = memory_look_in_l2(system, line, key, line->sectors, access);
    uint64_t unit = (key * TRACE_LINE + TRACE_LINE - 1) / (uint64_t)device->atomic_unit_bytes;
    struct cached_line *part = line_list_at(&system->units, unit + 1);
    double shared_by = line_sharing_part(&system->line_sharing, line);
    double interval = event->attributes & TRACE_FLOATING ? device->float_atomic_interval
                                                         : device->atomic_interval;
    unsigned turns = memory_is_done_by_one_lane(event, computed) ? 1 : line->turns;
    /*
     * Each sector is paid for once; further lanes at the same address come after it. Sums of
     * floats at one address wait for each other; meanwhile those at others are computed.
     */
    double sectors = fmin(__builtin_popcount(line->sectors), turns);
    double work = sectors * device->atomic_sector + (turns - sectors) * device->atomic_interval;
    double at_one_address = turns * interval;
    double entered = window_enter(&system->window, now);
    double start =
        server_serve(&system->atomics, entered, work * system->sharing / device->atomic_units);
    if (start < entered)
        start = entered;
    double arrives = start + device->atomic_latency / 2;
    start = arrives < part->ready ? part->ready : arrives;
    part->ready = start + at_one_address * (shared_by > 0 ? system->sharing : 1);
    if (event->attributes & TRACE_RETRY)
        start = swap(system, key, line, event, start);
    /* A line that L2 does not have comes from memory first, while others go on. */
    struct cached_line *seen = line_list_at(&system->seen, key);
    if (beyond.missed) {
        system->memory_bytes += beyond.bytes;
        server_serve(&system->memory, entered, beyond.bytes / system->memory_rate);
        seen->ready =
            fmax(arrives, system->memory.free) + device->memory_latency - device->l2_latency;
    }
    double done = fmax(fmax(part->ready, start), seen->ready);
    double ready = done + device->atomic_latency / 2;
    for (unsigned i = 0; i < beyond.sectors; i++)
        window_note(&system->window, ready);
    if (ready > system->last)
        system->last = ready;
    memory_keep_latest(answer, ready, start - arrives, TIME_ATOMICS, TIME_ATOMICS);
}
