/*
 * Runs a launch's blocks on host threads.
 *
 * In parallel, each worker takes the next block. Blocks then must not depend
 * on each other; where it turns out that they do, or that something is wrong,
 * the launch is run again from a snapshot of memory, serially: one block at a
 * time, in order, so that what happens does not depend on chance. Blocks of a
 * serial run that wait for each other take turns, each on a worker of its own.
 *
 * Findings count in a launch's final run only. A run in which something may be wrong
 * is started again as the final one, in which the checks look exactly.
 */
#include "launch/run.h"

#include "cuda_runtime_api.h"
#include "base/settings.h"
#include "check/race_candidates.h"
#include "check/race.h"
#include "check/streams.h"
#include "check/watched.h"
#include "clock/clock.h"
#include "launch/children.h"
#include "launch/handles.h"
#include "launch/progress.h"
#include "launch/repeat.h"
#include "launch/slot.h"
#include "launch/turn.h"
#include "launch/units.h"
#include "memory/host_writes.h"
#include "memory/memory.h"
#include "memory/snapshot.h"
#include "report/phases.h"
#include "view/view.h"
#include "warp/print.h"

static int checks(const struct run *run)
{
    return run->recording && settings.checks;
}

/* Runs all blocks once; run->stop tells how it ended. */
static void run_once(struct run *run)
{
    static uint64_t runs;
    unsigned starting = 1;
    if (!run->serial)
        starting = run->blocks < (uint64_t)settings.threads ? (unsigned)run->blocks
                                                            : (unsigned)settings.threads;
    pthread_mutex_lock(&run_lock);
    run->stop = STOP_NO;
    run->error = cudaSuccess;
    run->frozen = 0;
    run->has_slept = 0;
    run->tells = 0;
    run->waits_for_host = 0;
    run->number = ++runs;
    units_take(run);
    children_discard();
    if (checks(run))
        race_new_launch(run);
    if (run->ordered)
        watched_start();
    clock_start_launch(run);
    if (settings.phases_csv)
        phases_start(run->blocks);
    view_start_launch(run, clock_block_near(run, run->blocks / 2));
    slots_run(run, starting);
    pthread_mutex_unlock(&run_lock);
}

/* What was counted in the launch that has ended. */
static struct outcome gather(const struct run *run)
{
    struct outcome outcome = {0};
    const struct launch_time *time = clock_end_launch(run, &outcome.l2);
    for (unsigned number = 0; number < schedule.used; number++) {
        struct worker *worker = slots[number]->worker;
        profile_add(&outcome.profile, worker->counted.by_site, site_count(),
                    worker->counted.barriers);
    }
    if (settings.phases_csv)
        phases_keep(run->kernel->name, run->blocks);
    if (!time)
        return outcome;
    outcome.is_timed = 1;
    outcome.time = *time;
    if (view_modelled())
        modelled_add(view_modelled(), time);
    clock_add_places(&outcome.profile.modelled, view_modelled(), time);
    return outcome;
}

/* Adds it to what the kernel's launches have counted; the device is busy for its time. */
static void add(const struct run *run, const struct outcome *outcome)
{
    struct profile *profile = kernel_profile(run->kernel, run->launch);
    const struct modelled *modelled = &outcome->profile.modelled;
    profile->launches++;
    profile_add(profile, outcome->profile.counts, outcome->profile.sites,
                outcome->profile.barriers);
    if (!outcome->is_timed)
        return;
    modelled_add(&profile->modelled, &outcome->time);
    for (unsigned i = 0; i < modelled->place_count; i++)
        modelled_add_place(&profile->modelled, modelled->places[i].place, modelled->places[i].time);
    timeline_kernel(stream_time_of(run->launch->stream), &outcome->time);
}

/* One block after another from now on. */
static void change_order(struct run *run)
{
    if (run->stop == STOP_RESTART)
        run->kernel->communicates = 1;
    else
        run->kernel->doubtful = 1;
    run->serial = 1;
    run->final = run->stop != STOP_RESTART || !checks(run);
    run->quick = run->stop == STOP_DOUBT && checks(run);
}

/* What it does next to a launch that was stopped to be run again. */
static void start_again(struct run *run)
{
    if (run->stop != STOP_TIMED)
        change_order(run);
    findings_discard();
    snapshot_restore();
    print_discard();
    progress_start(run->kernel->name, run->blocks);
    run_once(run);
}

#define PROBE_LIMIT 5000000 /* steps of a thread; what takes longer is not looked at further */

/*
 * The final run is over, and has race candidates: runs the launch in the opposite
 * order to see what becomes of them, and then again as it was.
 */
static void probe(struct run *run)
{
    uint64_t limit = run->limit;
    findings_discard();
    snapshot_restore();
    print_discard();
    run->probing = 1;
    run->backwards = !run->backwards;
    run->limit = limit < PROBE_LIMIT ? limit : PROBE_LIMIT;
    run_once(run);
    run->probing = 0;
    run->backwards = !run->backwards;
    run->limit = limit;
    race_candidates_learn();
    findings_discard();
    snapshot_restore();
    print_discard();
    run_once(run);
}

int run_launch(struct kernel *kernel, const struct sim_launch *launch)
{
    struct run this_run = {
        .launch = launch,
        .kernel = kernel,
        .blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z,
        .threads = launch->block.x * launch->block.y * launch->block.z,
        .recording = settings_recording(),
        .ordered = streams_are_ordered(),
        .backwards = settings.adversarial,
        .limit = settings.limit,
        .wait_for_turn = run_wait_for_turn,
    };
    struct run *run = &this_run;
    run->serial = settings.threads == 1 || run->blocks == 1 || launch->cooperative ||
                  launch->from_last || kernel->communicates || kernel->doubtful;
    run->final = run->serial && (kernel->doubtful || !checks(run));
    run->quick = run->final && checks(run);
    run->observing = kernel->observed;
    run->timed = kernel->timed;
    run->has_snapshot = !run->final || checks(run);
    struct repeat_key key = {0};
    if (checks(run))
        host_writes_see_all();
    if (run->has_snapshot)
        key = repeat_key(run, snapshot_take());
    const struct outcome *known = repeat_launch(&key);
    if (known) {
        add(run, known);
        return cudaSuccess;
    }
    race_candidates_new_launch();
    memory_open();
    progress_start(kernel->name, run->blocks);
    run_once(run);
    while (run->stop != STOP_NO && run->stop != STOP_ERROR)
        start_again(run);
    if (run->stop == STOP_NO && race_candidates_unknown() && !run->allocates)
        probe(run);
    kernel->observed = run->observing;
    kernel->timed = run->timed;
    kernel->waits_for_host = run->waits_for_host;
    progress_end();
    memory_close();
    if (run->stop != STOP_NO || !checks(run))
        memory_touch_all(); /* not all that was stored was seen */
    for (unsigned number = 0; number < schedule.used; number++)
        view_add_counts(slots[number]->worker);
    if (run->stop == STOP_NO) {
        struct outcome outcome = gather(run);
        add(run, &outcome);
        repeat_keep(&key, run, &outcome);
    }
    print_flush();
    return run->error;
}
