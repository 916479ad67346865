/*
 * Modelled times: see times.h. Each rank sends and receives the minimum of bytes at full bandwidth.
 * Ranks of other processes count as devices of the same machine.
 */
#include "nccl/times.h"

#include "base/device.h"
#include "nccl/types.h"

/* The bytes over a rank's link, as a multiple of its data. */
static double passes(enum call_kind kind, double ranks)
{
    switch (kind) {
    case CALL_ALL_REDUCE: return 2 * (ranks - 1) / ranks;
    case CALL_ALL_GATHER:
    case CALL_REDUCE_SCATTER: return ranks - 1;
    default: return 1;
    }
}

double call_time(const struct call_form *form, int ranks, int in_place)
{
    double bytes = (double)form->count * (double)type_size(form->type);
    if (ranks == 1)
        return in_place ? 0 : device.copy_start;
    return device.collective_latency + bytes * passes(form->kind, ranks) / device.peer_bandwidth;
}
