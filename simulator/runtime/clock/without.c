#include "clock/without.h"

#define UNLIMITED 1e6 /* times the bandwidth */

int without_event(const struct without *without, event_t event)
{
    size_t from = 0, to = without->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (without->events[middle] == event)
            return 1;
        if (without->events[middle] < event)
            from = middle + 1;
        else
            to = middle;
    }
    return 0;
}

struct device without_device(const struct device *device, unsigned costs)
{
    struct device changed = *device;
    if (costs >> COST_BARRIERS & 1)
        changed.warp_barrier = 0;
    if (costs >> COST_LOADS & 1) {
        changed.memory_latency = changed.l2_latency = changed.l1_latency = 0;
        changed.memory_queue = changed.mixed_queue = changed.l2_queue = 0;
    }
    if (costs >> COST_BANDWIDTH & 1) {
        changed.memory_clock *= UNLIMITED;
        changed.l2_bandwidth *= UNLIMITED;
        changed.l2_total *= UNLIMITED;
        changed.l2_line = changed.l2_partial_line = changed.l2_partial_sector = 0;
    }
    if (costs >> COST_ATOMICS & 1) {
        changed.atomic_latency = changed.atomic_interval = changed.float_atomic_interval = 0;
        changed.swap_interval = changed.atomic_sector = changed.shared_atomic = 0;
    }
    if (costs >> COST_STARTS & 1) {
        changed.block_start = changed.first_start = 0;
        changed.block_interval = changed.block_warp = changed.block_total = 0;
    }
    return changed;
}
