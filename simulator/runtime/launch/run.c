/*
 * Runs a launch's blocks on host threads.
 *
 * In parallel, each worker takes the next block. Blocks then must not depend
 * on each other; where it turns out that they do, or that something is wrong,
 * the launch is run again from a snapshot of memory, serially: one block at a
 * time, in order, so that what happens does not depend on chance. Blocks of a
 * serial run that wait for each other take turns, each on a worker of its own.
 */
#include "launch/run.h"

#include "cuda_runtime_api.h"
#include "base/settings.h"
#include "check/order.h"
#include "launch/print.h"
#include "launch/progress.h"
#include "launch/slot.h"
#include "launch/units.h"
#include "memory/memory.h"
#include "memory/snapshot.h"

/* Runs all blocks once; run->stop tells how it ended. */
static void run_once(struct run *run)
{
    unsigned starting = 1;
    if (!run->serial)
        starting = run->blocks < (uint64_t)settings.threads ? (unsigned)run->blocks
                                                            : (unsigned)settings.threads;
    pthread_mutex_lock(&run_lock);
    run->stop = STOP_NO;
    run->error = cudaSuccess;
    run->frozen = 0;
    units_take(run);
    order_new_launch();
    slots_run(run, starting);
    pthread_mutex_unlock(&run_lock);
}

static void collect(struct kernel *kernel, const struct sim_launch *launch)
{
    struct profile *profile = kernel_profile(kernel, launch);
    profile->launches++;
    for (unsigned number = 0; number < schedule.used; number++) {
        struct worker *worker = slots[number]->worker;
        profile_add(profile, worker->counts, site_count(), worker->barriers);
    }
}

int run_launch(struct kernel *kernel, const struct sim_launch *launch)
{
    struct run this_run = {
        .launch = launch,
        .kernel = kernel,
        .blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z,
        .threads = launch->block.x * launch->block.y * launch->block.z,
        .recording = settings_recording(),
    };
    struct run *run = &this_run;
    run->serial = settings.threads == 1 || run->blocks == 1 || launch->cooperative ||
                  kernel->communicates;
    if (!run->serial)
        snapshot_take();
    memory_open();
    progress_start(kernel->name, run->blocks);
    run_once(run);
    if (run->stop == STOP_RESTART) {
        kernel->communicates = 1;
        run->serial = 1;
        snapshot_restore();
        print_discard();
        progress_start(kernel->name, run->blocks);
        run_once(run);
    }
    progress_end();
    memory_close();
    if (run->stop == STOP_NO)
        collect(kernel, launch);
    print_flush();
    return run->error;
}
