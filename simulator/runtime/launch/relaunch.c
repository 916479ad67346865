#include "launch/relaunch.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "launch/same_launch.h"
#include "memory/memory.h"

#define CHANGES_MOST (128u << 10) /* bytes of memory whose changes are copied */

static struct {
    struct outcome *outcome; /* NULL: there is none */
    struct outcome own;      /* it may be this one, which is freed */
    struct sim_launch launch;
    const struct kernel *kernel;
    enum look look;
    int ordered;
    int has_changes;    /* the outcome has all of its changes: there are few */
    uint64_t layout;    /* of memory */
    unsigned forgotten; /* memory.forgotten */
} last;

void relaunch_forget(void)
{
    if (!last.outcome)
        return;
    if (last.outcome == &last.own)
        outcome_free(&last.own);
    free((void *)last.launch.values);
    memset(&last, 0, sizeof last);
}

void relaunch_forget_outcome(const struct outcome *outcome)
{
    if (last.outcome == outcome)
        relaunch_forget();
}

/* 1 if the launch, which has ended, may be repeated by the next. */
static int is_simple(const struct run *run, unsigned looks)
{
    unsigned findings;
    findings_list(&findings);
    return repeat_is_possible(run) && repeat_depends_on_memory(run) && looks == 1 && !findings &&
           !run_look(run)->exact && !run->launch->cooperative && !run->phase &&
           !run->kernel->fetches;
}

/* What repeat_keep adds to an outcome that it keeps. */
static void complete(const struct run *run, struct outcome *outcome)
{
    last.has_changes = snapshot_changes(&outcome->changes, CHANGES_MOST);
    if (run->ordered)
        outcome->touched = watched_list(&outcome->touched_count);
    outcome->written = written_by(run, &outcome->written_count);
}

void relaunch_keep(const struct run *run, unsigned looks, struct outcome *outcome, int is_own)
{
    relaunch_forget();
    if (!is_simple(run, looks)) {
        if (is_own)
            outcome_free(outcome);
        return;
    }
    last.has_changes = 1;
    last.outcome = outcome;
    if (is_own) {
        complete(run, outcome);
        last.own = *outcome;
        last.outcome = &last.own;
    }
    last.launch = *run->launch;
    last.launch.values = same_launch_values(run->launch, run->kernel);
    last.kernel = run->kernel;
    last.look = run->look;
    last.ordered = run->ordered;
    last.layout = allocation_layout();
    last.forgotten = memory.forgotten;
}

static int is_like_the_last(const struct run *run)
{
    return last.outcome && last.kernel == run->kernel && last.look == run->look &&
           last.ordered == run->ordered && last.forgotten == memory.forgotten &&
           launches_are_equal(&last.launch, run->launch, run->kernel) &&
           last.layout == allocation_layout();
}

/* The last launch noted first stores to arrays: those have unwritten bytes again. */
static int has_unwritten(void)
{
    for (size_t i = 0; i < last.outcome->written_count; i++) {
        const struct allocation *a = allocation_find(last.outcome->written[i].start);
        if (!a || a->written)
            return 0;
    }
    return 1;
}

static int is_as_before_it(void)
{
    return last.has_changes && has_unwritten() && snapshot_is_as_taken();
}

/* The time of the same launch, with L2 as it is now; what was recorded of the last one is there. */
static void time_again(const struct run *run, struct outcome *outcome)
{
    free(outcome->profile.modelled.places);
    free(outcome->profile.modelled.experiments.list);
    free(outcome->l2.pages);
    outcome->profile.modelled = (struct modelled){0};
    outcome->l2 = (struct touched_effect){0};
    clock_end_launch(run, &outcome->time, &outcome->l2, &outcome->profile.modelled);
}

const struct outcome *relaunch(const struct run *run)
{
    if (!is_like_the_last(run) || !is_as_before_it())
        return NULL;
    struct outcome *outcome = last.outcome;
    if (outcome->is_timed && touched_can_repeat(&outcome->l2))
        touched_repeat(&outcome->l2);
    else if (outcome->is_timed)
        time_again(run, outcome);
    if (last.ordered)
        watched_repeat(outcome->touched, outcome->touched_count);
    snapshot_change(&outcome->changes);
    return outcome;
}
