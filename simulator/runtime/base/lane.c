/*
 * Lanes: the fibres of a worker's threads, and switching between those of the warp that
 * runs.
 */
#include "base/lane.h"

#include <stddef.h>
#include <sys/mman.h>

#include "base/ahead.h"
#include "base/run.h"

#define WORKERS_WITH_GUARDS     16
#define GUARD_INSTALL           102 /* MADV_GUARD_INSTALL, which older headers lack */
#define SPINS_BEFORE_GIVING_WAY 64
#define EVENTS_UNREAD           64 /* few: they stay in the cache */

static char *stack_of(const struct worker *worker, unsigned thread)
{
    return worker->fibres.stacks + worker->lanes[thread].stack * STACK_STRIDE + STACK_GUARD;
}

const char *lane_stack_top(const struct worker *worker, unsigned thread)
{
    return stack_of(worker, thread) + STACK_SIZE - stack_stagger(worker->lanes[thread].stack);
}

static int may_loop(const struct worker *worker);
static void run_loop(struct worker *worker);
static inline void end_lane(struct worker *worker);

/* The running lane has exited, and was not ahead. */
static inline void note_exit(struct worker *worker)
{
    worker->running.warp->exited |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    if (worker->block.generation)
        worker_lane(worker)->exit_generation = worker->block.generation;
    worker->block.progress = 1;
}

/*
 * Each runs one thread of a block after the other: after its own, others that have not begun. Where
 * nothing looks on, the kernel's own code may take the next ones of the warp first.
 */
static void fibre_main(void)
{
    struct worker *worker = this_worker; /* a fibre never leaves its host thread */
    for (;;) {
        const struct sim_launch *launch = worker->run->launch;
        if (may_loop(worker))
            run_loop(worker);
        else
            launch->body(launch->arguments);
        if (is_ahead())
            ahead_exit(worker);
        else
            note_exit(worker);
        end_lane(worker);
    }
}

/*
 * A guard within a mapping costs Linux 6.13 and later less than a mapping of its own. Elsewhere
 * that is what it takes: only for the first workers, as a process may have a limited number of
 * mappings.
 */
static void guard_stack(const struct worker *worker, unsigned number)
{
    char *guard = worker->fibres.stacks + number * STACK_STRIDE;
    if (worker->number < WORKERS_WITH_GUARDS && madvise(guard, STACK_GUARD, GUARD_INSTALL))
        mprotect(guard, STACK_GUARD, PROT_NONE);
}

/* The last lane may have left a moment ago: what is done here is no part of the kernel. */
static __attribute__((noinline)) void prepare_fibre(struct worker *worker, struct lane *lane)
{
    unsigned thread = (unsigned)(lane - worker->lanes);
    char *stack = stack_of(worker, thread);
    recorder_off();
    guard_stack(worker, lane->stack);
    lane->stack_start = (uintptr_t)stack;
    fibre_prepare(&lane->fibre, stack, (size_t)(lane_stack_top(worker, thread) - stack),
                  fibre_main);
}

/* The fibre that is saved in the second one belongs to its stack; the first one has none. */
static inline void exchange_stacks(struct lane *ended, struct lane *next)
{
    uintptr_t start = ended->stack_start, next_start = next->stack_start;
    unsigned number = ended->stack, next_number = next->stack;
    ended->fibre = next->fibre;
    ended->stack_start = next_start;
    ended->stack = next_number;
    next->stack_start = start;
    next->stack = number;
}

/* The lane will be switched to. Many never are: they begin on the stack of one that has ended. */
static inline void need_fibre(struct worker *worker, struct lane *lane)
{
    if (lane->stack_start)
        return;
    if (worker->fibres.spare.stack_start)
        exchange_stacks(lane, &worker->fibres.spare);
    else
        prepare_fibre(worker, lane);
}

/* The lane that ran last leaves its stack to the next warp, if nothing runs on it any more. */
static inline void leave_stack(struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    if (!worker->fibres.spare.stack_start && (worker->running.warp->exited >> lane & 1))
        exchange_stacks(&worker->fibres.spare, &worker->running.lanes[lane]);
}

/* The lanes [first, end) have stacks on which nothing has run. */
static void give_stacks(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end; thread++) {
        worker->lanes[thread].stack = thread;
        worker->lanes[thread].stack_start = 0;
    }
}

void lanes_prepare(struct worker *worker)
{
    if (worker->fibres.body != worker->run->launch->body) {
        worker->fibres.body = worker->run->launch->body;
        worker->fibres.waits = 0;
    }
    if (worker->fibres.prepared >= worker->launch.threads)
        return;
    give_stacks(worker, worker->fibres.prepared, worker->launch.threads);
    worker->fibres.prepared = worker->launch.threads;
}

void lanes_reset(struct worker *worker)
{
    give_stacks(worker, 0, worker->fibres.prepared);
    worker->fibres.spare.stack = THREADS_IN_BLOCK;
    worker->fibres.spare.stack_start = 0;
}

/* Where the running lane's recording goes on. */
static inline void go_on_recording(const struct worker *worker, unsigned lane)
{
    event_t *limit = worker->recordings.event_limit[lane];
    recorder.event = worker->recordings.event_end[lane];
    recorder.address = worker->recordings.address_end[lane];
    recorder.limit = limit;
    recorder_set_marks(limit);
}

/* The lane of the running warp runs from here on. */
static inline void enter(struct worker *worker, unsigned lane)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    worker->running.thread = thread;
    sim_thread_index = worker->launch.thread_index[thread];
    if (worker->launch.records) {
        recorder.stack = worker->running.lanes[lane].stack_start;
        go_on_recording(worker, lane);
        if (!recorder.notes)
            recorder_open();
    }
}

/* The first of some lanes, in the order in which they run. */
static inline unsigned first_of(unsigned lanes, int backwards)
{
    return backwards ? 31 - (unsigned)__builtin_clz(lanes) : (unsigned)__builtin_ctz(lanes);
}

/* The first of the pending lanes, of which there are some: it is no longer pending. */
static inline unsigned next_lane(struct worker *worker)
{
    unsigned lane = first_of(worker->running.pending, worker->running.backwards);
    worker->running.pending &= ~(1u << lane);
    return lane;
}

/* The lane's last store has been made. */
static __attribute__((noinline)) void note_values(void)
{
    if (recorder.stored)
        stored_note(recorder.stored);
    if (recorder.seen)
        seen_note(recorder.seen);
}

/* Not for a kernel whose threads wait: each would return through one function more, on another
 * stack than the processor expects, which costs more than a loop saves. */
static int may_loop(const struct worker *worker)
{
    return worker->running.straight && worker->run->launch->loop && !worker->fibres.waits;
}

/* The lanes right behind the running one that have not begun are for a loop. */
static void begin_loop(struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    unsigned new = (worker->running.pending & worker->running.fresh) >> lane >> 1;
    sim_loop.left = (unsigned)__builtin_ctz(~new); /* at most 31 bits of it are set */
    sim_loop.thread = &worker->running.thread;
    sim_loop.index = &worker->launch.thread_index[worker->running.thread];
    worker->running.loop_first = worker->running.thread;
    worker->running.looping = 1;
}

/* The loop ends with the running lane: those before it have exited, and it has their stack. */
static __attribute__((noinline)) void end_loop(struct worker *worker)
{
    unsigned first = worker->running.loop_first, last = worker->running.thread;
    sim_loop.left = 0;
    worker->running.looping = 0;
    if (last == first)
        return;
    unsigned passed = (1u << last % SIM_WARP_SIZE) - (1u << first % SIM_WARP_SIZE);
    worker->running.warp->exited |= passed;
    worker->running.pending &= ~(passed << 1);
    worker->block.progress = 1;
    exchange_stacks(&worker->lanes[first], &worker->lanes[last]);
}

/* The running lane stops here for a while. */
static inline void keep_recording(struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    if (!worker->launch.records)
        return;
    worker->recordings.event_end[lane] = recorder.event;
    worker->recordings.address_end[lane] = recorder.address;
    if (recorder.notes)
        note_values();
}

/* The running thread, and those behind it, as far as none of them waits. */
static void run_loop(struct worker *worker)
{
    const struct sim_launch *launch = worker->run->launch;
    begin_loop(worker);
    launch->loop(launch->arguments);
    if (worker->running.looping)
        end_loop(worker);
}

/* Goes on with another lane, of which the running one's place is known. */
static inline int switch_to(struct fibre *from, struct lane *next)
{
    fibre_expect(&(next + LANES_AHEAD / 2)->fibre); /* soon, most likely */
    __builtin_prefetch(next + LANES_AHEAD, 1);
    return fibre_switch(from, &next->fibre);
}

/* The same as below, where nothing is recorded and lanes run in ascending order. */
static inline int leave_straight(struct worker *worker)
{
    struct running_part *running = &worker->running;
    if (running->looping) {
        worker->fibres.waits = 1;
        end_loop(worker);
    }
    struct fibre *from = &worker->lanes[running->thread].fibre;
    unsigned pending = running->pending;
    if (!pending || worker->run->stop)
        return fibre_switch(from, &worker->fibres.scheduler);
    unsigned lane = (unsigned)__builtin_ctz(pending);
    running->pending = pending & (pending - 1);
    running->thread = running->warp_number * SIM_WARP_SIZE + lane;
    sim_thread_index = worker->launch.thread_index[running->thread];
    need_fibre(worker, running->lanes + lane);
    return switch_to(from, running->lanes + lane);
}

int lane_leave(struct worker *worker)
{
    if (worker->running.straight)
        return leave_straight(worker);
    struct fibre *from = &worker->lanes[worker->running.thread].fibre;
    keep_recording(worker);
    if (worker->running.pending && !worker->run->stop) {
        unsigned next = next_lane(worker);
        need_fibre(worker, worker->running.lanes + next);
        enter(worker, next);
        return switch_to(from, worker->running.lanes + next);
    }
    recorder_off();
    return fibre_switch(from, &worker->fibres.scheduler);
}

/* The same as below for a recorded lane and one behind it, where no values are noted. */
static inline void end_in_turn(struct worker *worker, unsigned last, unsigned lane)
{
    struct running_part *running = &worker->running;
    worker->recordings.event_end[last] = recorder.event;
    worker->recordings.address_end[last] = recorder.address;
    exchange_stacks(&running->lanes[last], &running->lanes[lane]);
    running->thread += lane - last;
    sim_thread_index = worker->launch.thread_index[running->thread];
    go_on_recording(worker, lane);
    recorder_open();
}

/*
 * The running lane has ended: the next one goes on with its stack, which is in the cache, without a
 * switch, and leaves its own in exchange. One that has begun has to be switched to.
 */
static inline void end_lane(struct worker *worker)
{
    struct running_part *running = &worker->running;
    unsigned pending = running->pending, last = running->thread % SIM_WARP_SIZE, lane;
    if (!pending || worker->run->stop ||
        !(running->fresh >> (lane = first_of(pending, running->backwards)) & 1)) {
        lane_leave(worker);
        return;
    }
    running->pending = pending & ~(1u << lane);
    if (running->in_turn) {
        end_in_turn(worker, last, lane);
        return;
    }
    keep_recording(worker);
    exchange_stacks(&running->lanes[last], &running->lanes[lane]);
    enter(worker, lane);
}

_Noreturn void lane_abandon(struct worker *worker)
{
    if (is_ahead())
        ahead_drop(worker);
    for (;;)
        lane_leave(worker);
}

void lane_give_way(struct worker *worker, uintptr_t pc)
{
    worker_lane(worker)->pc = pc;
    worker->block.gives_way = 1;
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

void lane_spin(struct worker *worker, uintptr_t pc)
{
    struct lane *lane = worker_lane(worker);
    if (worker->running.whole)
        return;
    lanes_used(worker);
    if (++lane->spins % SPINS_BEFORE_GIVING_WAY)
        return;
    lane->pc = pc;
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

void lanes_run_ready(struct worker *worker)
{
    struct warp *warp = worker->running.warp;
    worker->running.pending = warp->ready;
    worker->running.fresh = warp->ready & ~warp->begun;
    warp->begun |= warp->ready;
    warp->ready = 0;
    worker->running.backwards = worker->run->backwards;
    worker->running.whole = 0;
    worker->running.straight = !worker->run->recording && !worker->run->backwards;
    worker->running.in_turn = worker->launch.records && !worker->run->backwards && !recorder.notes;
    recorder.stack_size = worker->run->recording ? STACK_SIZE : UINTPTR_MAX;
    worker->running.may_run_ahead = ahead_allowed(worker);
    worker->running.in_vain = worker->running.omitted = 0;
    unsigned first = next_lane(worker);
    need_fibre(worker, worker->running.lanes + first);
    enter(worker, first);
    if (!worker->launch.records)
        recorder_waste(worker->recordings.event_start[0],
                       worker->recordings.event_start[0] + EVENTS_UNREAD,
                       worker->recordings.address_start[0]);
    fibre_switch(&worker->fibres.scheduler, &worker->running.lanes[first].fibre);
    leave_stack(worker);
    if (!worker->launch.records)
        recorder_off();
}
