/*
 * Lanes that look again and again at what another one is to change: after some looks they give way.
 */
#include "base/lane.h"

#define SPINS_BEFORE_GIVING_WAY 64

void lane_spin(struct worker *worker, uintptr_t pc)
{
    if (worker->running.whole)
        return;
    lanes_used(worker);
    if (++worker->block.spins[worker->running.thread] % SPINS_BEFORE_GIVING_WAY)
        return;
    worker_lane(worker)->pc = pc;
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

void lane_at_barrier(struct worker *worker, uintptr_t address, int looks)
{
    uintptr_t *looked = &worker->block.looked[worker->running.thread];
    if (looks && *looked == address)
        worker->block.spins[worker->running.thread] |= SPINS_BEFORE_GIVING_WAY - 1;
    *looked = looks ? address : 0;
}
