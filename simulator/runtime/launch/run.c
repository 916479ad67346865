/*
 * Runs a launch's blocks on host threads.
 *
 * In parallel, each worker takes the next block. Blocks then must not depend
 * on each other; where it turns out that they do, or that something is wrong,
 * the launch is run again from a snapshot of memory, serially: one block at a
 * time, in order, so that the result does not depend on chance. Blocks of a
 * serial run that wait for each other run alternately, each on a worker of its
 * own. base/look.c has the order of the looks.
 */
#include "launch/run.h"

#include "cuda_runtime_api.h"
#include "base/instrument.h"
#include "base/settings.h"
#include "check/fetched.h"
#include "check/polled.h"
#include "check/race_candidates.h"
#include "check/streams.h"
#include "check/written.h"
#include "clock/clock.h"
#include "clock/timeline.h"
#include "launch/children.h"
#include "launch/handles.h"
#include "launch/interrupt.h"
#include "launch/progress.h"
#include "launch/relaunch.h"
#include "launch/repeat.h"
#include "launch/slot.h"
#include "launch/undefined.h"
#include "report/shown.h"
#include "launch/block_schedule.h"
#include "memory/host_writes.h"
#include "memory/memory.h"
#include "memory/snapshot.h"
#include "warp/print.h"

#define PROBE_LIMIT 5000000 /* steps of a thread; a longer run is stopped */

static int checks(const struct run *run)
{
    return run->recording && settings.checks;
}

/* Runs all blocks once; run->stop has the reason of the end. */
static void run_once(struct run *run)
{
    static uint64_t runs;
    unsigned starting = 1;
    if (!run_look(run)->serial)
        starting = run->blocks < (uint64_t)settings.threads ? (unsigned)run->blocks
                                                            : (unsigned)settings.threads;
    pthread_mutex_lock(&run_lock);
    run->alone = starting == 1;
    run->stop = STOP_NO;
    if (interrupt_came())
        run->stop = STOP_INTERRUPTED;
    run->error = cudaSuccess;
    run->frozen = 0;
    run->deadlocked = 0;
    run->has_slept = 0;
    run->tells = 0;
    run->waits_for_host = 0;
    run->number = ++runs;
    run->gathered |= run_look(run)->gathers;
    run->limit = settings.limit;
    if ((run->look == LOOK_PROBING || run_look(run)->changes_blocks) && run->limit > PROBE_LIMIT)
        run->limit = PROBE_LIMIT;
    polled_new_run(run);
    fetched_new_run(run);
    run->backwards = settings.adversarial != run_look(run)->opposite;
    children_discard();
    run->middle = run->blocks / 2;
    instruments_launch_begins(run);
    slots_run(run, starting);
    pthread_mutex_unlock(&run_lock);
}

/* The outcome of the launch that has ended. */
static struct outcome gather(const struct run *run)
{
    struct outcome outcome = {0};
    outcome.is_timed = clock_end_launch(run, &outcome.time, &outcome.l2, &outcome.profile.modelled);
    for (unsigned number = 0; number < schedule.used; number++) {
        struct worker *worker = slots[number]->worker;
        profile_add(&outcome.profile, worker->counted.by_site, site_count(),
                    worker->counted.barriers);
    }
    instruments_launch_ends(run);
    return outcome;
}

/* Adds it to the counts of the kernel's launches; the device is busy for its time. */
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
    for (unsigned i = 0; i < modelled->experiments.count; i++)
        experiments_add(&profile->modelled.experiments, &modelled->experiments.list[i]);
    timeline_kernel(stream_time_of(run->launch->stream), &outcome->time);
}

/* Adds what has been counted of the launch, and ends the program. */
static _Noreturn void end_interrupted(const struct run *run)
{
    struct profile *profile = kernel_profile_interrupted(run->kernel, run->launch);
    profile->launches++;
    for (unsigned number = 0; number < schedule.used; number++) {
        struct worker *worker = slots[number]->worker;
        profile_add(profile, worker->counted.by_site, site_count(), worker->counted.barriers);
    }
    print_flush();
    if (run_look(run)->counts)
        findings_print(run->kernel->name);
    interrupt_end(run);
}

/*
 * The look has ended well. 1 if one warp has fetched all work in it: the launch is to be looked at
 * with the work shared out, or, where that has been of no use, as before.
 */
static int is_to_be_shared(struct run *run)
{
    struct kernel *kernel = run->kernel;
    int by_one = fetched_by_one(run), known = kernel->fetches;
    kernel->fetches |= by_one;
    if (run->look == LOOK_SHARED)
        kernel->in_vain += by_one;
    else if (!run_look(run)->repeatable || (!known && !checks(run)))
        return 0;
    return by_one && run->may_share && !run->allocates;
}

/* The look that follows the one which has ended, or LOOK_OVER. */
static enum look next_look(struct run *run)
{
    enum stop why = run->stop;
    if (interrupt_came())
        return LOOK_OVER;
    int found = shown_will_be_any();
    if (run->look == LOOK_SCRAMBLED && undefined_is_unused(run))
        return LOOK_OVER;
    if (why == STOP_NO && race_candidates_unknown() && !run->allocates)
        why = STOP_ASIDE;
    else if (why == STOP_NO && !found && polled_is_worth_trying(run))
        why = STOP_FLAGS;
    else if (why == STOP_NO && run->look != LOOK_AGAIN && run->look != LOOK_SCRAMBLED &&
             undefined_is_worth_trying(run))
        why = STOP_UNDEFINED;
    enum look next = look_after(run->look, why);
    if (next == LOOK_OVER && why == STOP_NO && !found && is_to_be_shared(run))
        next = look_after(run->look, STOP_FETCHED);
    return next;
}

/* The findings of a launch in the third order, where it has run to its end. */
struct ahead {
    struct finding *findings;
    unsigned count;
};

/* The look that has ended was in the third order, or that one follows. */
static void note_ahead(struct run *run, struct ahead *ahead, enum look next)
{
    if (run->look == LOOK_AHEAD_EXACT && run->stop == STOP_NO)
        ahead->findings = findings_copy(&ahead->count);
    if (next == LOOK_AHEAD)
        run->kernel->tries++;
    if (next == LOOK_AGAIN)
        run->may_try = 0;
    if (run->look == LOOK_SHARED)
        run->may_share = 0;
}

/* Runs the launch again, from the memory that it began with, if there is a copy of it. */
static void look_again(struct run *run, enum look look)
{
    int has_copy = run_look(run)->repeatable;
    enum look *remembered = &run->kernel->look;
    if (run->look == LOOK_PROBING)
        race_candidates_learn();
    if (look != run->look && look_table[look].remembered > *remembered)
        *remembered = look_table[look].remembered;
    run->look = look;
    findings_discard();
    if (has_copy)
        snapshot_restore();
    print_discard();
    progress_start(run->kernel->name, run->blocks);
    run_once(run);
}

/*
 * Runs the launch as often as one look is followed by another, and returns how often; the program
 * may be interrupted.
 */
static unsigned run_looks(struct run *run)
{
    struct ahead ahead = {NULL, 0};
    unsigned looks = 1;
    race_candidates_new_launch();
    polled_new_launch(run);
    fetched_new_launch(run, block_schedule_resident(run));
    progress_start(run->kernel->name, run->blocks);
    interrupt_watch(run);
    run_once(run);
    for (enum look next; (next = next_look(run)) != LOOK_OVER; looks++) {
        note_ahead(run, &ahead, next);
        look_again(run, next);
    }
    interrupt_watch(NULL);
    if (interrupt_came())
        end_interrupted(run);
    if (ahead.count)
        findings_found(ahead.findings, ahead.count);
    findings_free(ahead.findings, ahead.count);
    return looks;
}

/* 1 if the launch's blocks are not to run side by side. */
static int one_at_a_time(const struct run *run)
{
    return settings.threads == 1 || run->blocks == 1 || run->launch->cooperative ||
           run->launch->from_last;
}

int run_launch(struct kernel *kernel, const struct sim_launch *launch, int *waits_for_host)
{
    static uint64_t launches;
    struct run this_run = {
        .launch = launch,
        .launch_number = ++launches,
        .kernel = kernel,
        .blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z,
        .threads = launch->block.x * launch->block.y * launch->block.z,
        .recording = settings_recording(),
        .ordered = streams_are_ordered(),
        .wait_for_earlier_blocks = run_wait_for_earlier_blocks,
    };
    struct run *run = &this_run;
    run->look = look_first(checks(run), one_at_a_time(run),
                           launch->run_block && launch->is_short && !run->recording, kernel->look);
    if (run->look == LOOK_UNCHECKED_ONCE && kernel->fetches) /* it may be looked at again */
        run->look = LOOK_UNCHECKED_SERIAL;
    struct repeat_key key = {0};
    memory_open();
    if (checks(run))
        host_writes_see_all();
    const struct outcome *known = relaunch(run);
    if (!known && run_look(run)->repeatable) {
        relaunch_forget();
        snapshot_take(slots_share);
        key = repeat_key(run);
        known = repeat_launch(&key);
    }
    if (known) {
        written_again(run, known->written, known->written_count);
        add(run, known);
        memory_close();
        return cudaSuccess;
    }
    unsigned looks = run_looks(run);
    *waits_for_host = run->waits_for_host;
    progress_end();
    if (run->stop != STOP_NO || run->stores_unseen || !checks(run))
        memory_touch_all(); /* not all stores were seen */
    for (unsigned number = 0; number < schedule.used; number++)
        instruments_worker_ends(slots[number]->worker);
    if (run->stop == STOP_NO && fetched_by_one(run) && !kernel->in_vain)
        timeline_fetched(kernel->name);
    if (run->stop == STOP_NO) {
        struct outcome outcome = gather(run);
        add(run, &outcome);
        struct outcome *kept = repeat_keep(&key, run, &outcome);
        relaunch_keep(run, looks, kept ? kept : &outcome, !kept);
    }
    memory_close(); /* once for all that looks at the memory: it takes the system some time */
    print_flush();
    return run->error;
}
