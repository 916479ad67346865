/*
 * Modelled times: see times.h. The bytes that each rank must send and receive at least, at full
 * bandwidth; ranks of other processes count as devices of the same machine.
 */
#include "nccl/times.h"

#include "base/device.h"
#include "nccl/types.h"

/* How often what a rank gives or gets goes over its link. */
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
