/*
 * Workers: making one, and setting it up for a launch.
 */
#include "base/worker.h"

#include <string.h>

#include "base/allocate.h"
#include "base/lane.h"
#include "base/run.h"
#include "base/settings.h"

_Thread_local struct worker *this_worker;
_Thread_local struct recorder recorder;
_Thread_local struct sim_loop sim_loop;

static void *reserve(size_t size)
{
    return allocate_pages(size, " for another block's threads");
}

struct worker *worker_make(int number)
{
    struct worker *worker = reserve(sizeof *worker);
    worker->number = number;
    worker->fibres.stacks = reserve(THREADS_IN_BLOCK * STACK_STRIDE);
    worker->leads = reserve(THREADS_IN_BLOCK * sizeof *worker->leads);
    worker->recordings.events =
        reserve(SIM_WARP_SIZE * EVENT_STRIDE * sizeof *worker->recordings.events);
    worker->recordings.addresses =
        reserve(ADDRESS_ROWS * ADDRESS_ROW * sizeof *worker->recordings.addresses);
    worker->recordings.values =
        reserve(ADDRESS_ROWS * ADDRESS_ROW * sizeof *worker->recordings.values);
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++) {
        worker->recordings.event_start[lane] = worker->recordings.events + lane * EVENT_STRIDE;
        worker->recordings.address_start[lane] = worker->recordings.addresses + lane;
    }
    worker_set_room(worker, EVENTS_IN_RECORDING);
    worker->counted.by_site = reserve((SITES_MOST + 1) * sizeof *worker->counted.by_site);
    this_worker = worker;
    return worker;
}

void worker_set_room(struct worker *worker, size_t events)
{
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
        worker->recordings.event_limit[lane] = worker->recordings.event_start[lane] + events;
}

static void set_thread_indices(struct worker *worker, const struct sim_index *size)
{
    unsigned thread = 0;
    for (unsigned z = 0; z < size->z; z++)
        for (unsigned y = 0; y < size->y; y++)
            for (unsigned x = 0; x < size->x; x++)
                worker->launch.thread_index[thread++] = (struct sim_index){x, y, z};
}

void worker_prepare(struct worker *worker, struct run *run)
{
    worker->run = run;
    worker->launch.records = run->recording;
    worker->launch.checks = run->recording && settings.checks;
    worker->launch.threads = run->threads;
    worker->launch.warps = (run->threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
    set_thread_indices(worker, &run->launch->block);
    sim_block_size = run->launch->block;
    sim_grid_size = run->launch->grid;
    memset(worker->counted.by_site, 0, (site_count() + 1) * sizeof *worker->counted.by_site);
    worker->counted.barriers = 0;
    sim_loop.on_device = 1;
    lanes_prepare(worker);
    recorder.shared = worker->shared.start;
    recorder.shared_size = worker->shared.size;
}
