/*
 * Looks at host threads from outside, and asks one that has been at its block for too long where it
 * is, by a signal: see watchdog.h.
 */
#define _GNU_SOURCE
#include "launch/watchdog.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "base/ahead.h"
#include "base/lane.h"
#include "base/real_time.h"
#include "base/settings.h"
#include "base/whole_block.h"
#include "check/describe.h"
#include "check/faults.h"
#include "check/misuse.h"
#include "launch/progress.h"
#include "launch/slot.h"
#include "report/kernel.h"
#include "report/lines.h"
#include "warp/rest.h"

#define SIGNAL SIGURG /* which does nothing where nobody waits for it */
#define SECOND 1000000000ll
#define PAUSE  (SECOND / 100)
#define PAUSES 200 /* at most: what prints may need what the thread that was asked holds */

/* What was seen of a host thread: the block and its steps, and since when; times are its own. */
static struct seen_before {
    uint64_t run, block, steps;
    int64_t block_since, step_since;
} seen_before[SLOTS_MOST];

static int is_off;
static uint64_t told_launch; /* the launch of which a line has been printed */

/* The thread that was asked notes here where it is, and waits until that was printed. */
enum answer { ANSWER_NONE, ANSWER_GIVEN, ANSWER_PRINTED };
static struct {
    _Atomic int answer; /* enum answer */
    _Atomic int stands_still, tells;
    const struct worker *worker;
    unsigned thread;
    uintptr_t pc;
} asked;

/* ---- in the host thread that was asked ------------------------------------------------------ */

/* Where the running thread has recorded the last event that is not merged yet; 0: there is none. */
static uintptr_t last_event(const struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    const event_t *first = is_ahead() ? worker->leads[worker->running.thread].events
                                      : worker->recordings.event_start[lane];
    return recorder.limit && recorder.event > first ? event_pc(recorder.event[-1]) : 0;
}

/* 1 if the running thread has passed a hook. */
static int has_hooks(const struct worker *worker)
{
    return last_event(worker) || (recorder.limit && rest_steps(worker, worker->running.thread) > 0);
}

/*
 * The first thread of the block that has not ended. The running thread differs from run to run,
 * except in code without hooks. *pc: where the first was last, if that is known; else it stays that
 * of the running one.
 */
static unsigned first_thread(const struct worker *worker, uintptr_t *pc)
{
    unsigned thread = 0, lane;
    if (!recorder.limit)
        return worker->running.thread;
    while (thread < worker->running.thread && lane_has_exited(worker, thread))
        thread++;
    lane = thread % SIM_WARP_SIZE;
    if (thread == worker->running.thread)
        return thread;
    if (thread / SIM_WARP_SIZE == worker->running.warp_number && recorder.limit &&
        worker->recordings.event_end[lane] > worker->recordings.event_start[lane])
        *pc = event_pc(worker->recordings.event_end[lane][-1]);
    else if (worker->lanes[thread].pc)
        *pc = worker->lanes[thread].pc;
    return thread;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct worker *worker = this_worker;
    struct timespec pause = {0, PAUSE};
    (void)number;
    (void)info;
    /* The runtime's own work between threads is on another stack: the next look asks again. */
    if (!worker || !worker->run ||
        (!lane_has_stack(worker, (uintptr_t)&pause) &&
         !whole_block_has_stack(worker, (uintptr_t)&pause)))
        return;
    uintptr_t pc = fault_pc(context);
    if (!is_ahead()) /* where it waits is asked for */
        worker_lane(worker)->pc = pc;
    if (worker->run->stop) {
        recorder_off();
        lane_abandon(worker);
    }
    if (asked.stands_still && has_hooks(worker)) {
        recorder_off();
        misuse_stands_still(worker, pc);
        lane_abandon(worker);
    }
    /* The signal may have met a hook, which has no line; right after a merge, nothing tells its. */
    uintptr_t hook = last_event(worker);
    if (!asked.tells || (!hook && has_hooks(worker)))
        return;
    asked.worker = worker;
    asked.pc = hook ? hook : pc;
    asked.thread = first_thread(worker, &asked.pc);
    asked.answer = ANSWER_GIVEN;
    for (int i = 0; i < PAUSES && asked.answer != ANSWER_PRINTED; i++)
        nanosleep(&pause, NULL);
}

/* ---- in the thread that has launched -------------------------------------------------------- */

static void ask(const struct slot *slot, int stands_still)
{
    static int is_caught;
    if (!is_caught) {
        struct sigaction action = {.sa_sigaction = on_signal,
                                   .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
        is_caught = !sigaction(SIGNAL, &action, NULL);
    }
    asked.stands_still = stands_still;
    asked.tells = told_launch != schedule.run->launch_number;
    asked.answer = ANSWER_NONE;
    if (is_caught)
        pthread_kill(slot->thread, SIGNAL);
}

static void print_answer(const struct run *run)
{
    char name[128];
    struct line line = line_near(asked.pc);
    name_thread(asked.worker, asked.thread, asked.worker->block.index, name, sizeof name);
    fflush(stdout);
    progress_end();
    if (!line.number) /* compiled without lines, as by --plain: then that of the launch */
        line = (struct line){run->launch->file, run->launch->line, 0};
    fprintf(stderr, "simulator: %s has run for %llu s without the end of a block: %s:%d\n",
            run->kernel->name, (unsigned long long)settings.watchdog, line.file, line.number);
    if (*line_text(line))
        fprintf(stderr, "  %s:%d: %s\n", line.file, line.number, line_text(line));
    fprintf(stderr,
            "  %s is here; %llu of %llu blocks have ended. It goes on: Ctrl-C ends it, SIM_LIMIT "
            "says after how many steps a loop is endless.\n",
            name, (unsigned long long)progress_ended(), (unsigned long long)run->blocks);
    told_launch = run->launch_number;
}

static int64_t time_of(const struct slot *slot)
{
    clockid_t clock;
    return pthread_getcpuclockid(slot->thread, &clock) ? 0 : real_nanoseconds(clock);
}

/* Whether a slot's thread is to be asked: it has stood still for too long, or its block runs for
 * long. */
enum wish { WISH_NOTHING, WISH_TELLS, WISH_ENDS };

/* *still: seconds of its own since the last step, in nanoseconds. */
static enum wish look_at(const struct slot *slot, struct seen_before *before, int64_t *still)
{
    const struct run *run = schedule.run;
    const struct worker *worker = slot->worker;
    int64_t now = time_of(slot), most = (int64_t)settings.watchdog * SECOND;
    uint64_t steps = worker->block.steps;
    if (before->run != run->number || before->block != slot->block)
        *before = (struct seen_before){run->number, slot->block, steps, now, now};
    if (before->steps != steps)
        before->step_since = now;
    before->steps = steps;
    *still = now - before->step_since;
    if (*still > (run->stop ? SECOND : most))
        return WISH_ENDS;
    return told_launch != run->launch_number && now - before->block_since > most ? WISH_TELLS
                                                                                 : WISH_NOTHING;
}

/*
 * Of several blocks that stand still, the one with the lowest number is reported. A lower one that
 * has made no step for a while may soon count as standing still: the report waits for it, but not
 * for ever. Where blocks only run for long, the lowest of them is reported.
 */
static int ask_first(void)
{
    const struct slot *first = NULL, *before = NULL, *running = NULL;
    enum wish wish = WISH_NOTHING;
    int64_t still, longest = 0;
    for (unsigned number = 0; number < schedule.used; number++) {
        const struct slot *slot = slots[number];
        if (slot->state != SLOT_ACTIVE || slot->block == UINT64_MAX || !slot->worker)
            continue;
        enum wish its = look_at(slot, &seen_before[number], &still);
        if (!running || slot->block < running->block)
            running = slot;
        longest = its == WISH_ENDS && still > longest ? still : longest;
        if (its == WISH_ENDS && schedule.run->stop)
            ask(slot, 1);
        else if (its > wish || (its && its == wish && slot->block < first->block))
            first = slot, wish = its;
        else if (!its && still > SECOND / 10 && (!before || slot->block < before->block))
            before = slot;
    }
    if (!first || schedule.run->stop ||
        (wish == WISH_ENDS && before && before->block < first->block &&
         longest <= 2 * (int64_t)settings.watchdog * SECOND))
        return 0;
    ask(wish == WISH_ENDS ? first : running, wish == WISH_ENDS);
    return 1;
}

int watchdog_look(void)
{
    if (is_off || !settings.watchdog)
        return 0;
    if (asked.answer == ANSWER_GIVEN) {
        print_answer(schedule.run);
        asked.answer = ANSWER_PRINTED;
        return 0;
    }
    return ask_first();
}

void watchdog_off(void)
{
    is_off = 1;
}
