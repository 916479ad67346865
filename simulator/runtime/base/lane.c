/*
 * Lanes: the fibres of a worker's threads, and switching between those of the warp that
 * runs.
 */
#include "base/lane.h"

#include "base/ahead.h"
#include "base/run.h"
#include "base/stacks.h"

#define EVENTS_UNREAD 64 /* few: they stay in the cache */

static void fibre_main(void);

/* Where the running lane's recording goes on. */
static inline void go_on_recording(const struct worker *worker, unsigned lane)
{
    event_t *limit = worker->recordings.event_limit[lane];
    recorder.event = worker->recordings.event_end[lane];
    recorder.address = worker->recordings.address_end[lane];
    recorder.limit = limit;
    recorder_set_marks(limit);
}

/* The lane of the running warp is the running one from here on. */
static inline void set_running(struct worker *worker, unsigned lane)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    worker->running.thread = thread;
    sim_thread_index = worker->launch.thread_index[thread];
}

/* The lane of the running warp runs from here on. */
static inline void enter(struct worker *worker, unsigned lane)
{
    set_running(worker, lane);
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

/* How many of the lanes right behind the running one are pending, and among these. */
static inline unsigned lanes_behind(const struct running_part *running, unsigned lanes)
{
    unsigned lane = running->thread % SIM_WARP_SIZE;
    unsigned behind = (running->pending & lanes) >> lane >> 1;
    return (unsigned)__builtin_ctz(~behind); /* at most 31 bits of it are set */
}

/* From the running lane on, those behind it run one after the other on its stack. */
static inline void begin_loop(struct running_part *running)
{
    running->loop_first = running->thread;
    running->looping = 1;
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
    for (unsigned thread = first; worker->block.generation && thread < last; thread++)
        worker->block.exit_generation[thread] = worker->block.generation;
    exchange_stacks(worker, &worker->lanes[first], &worker->lanes[last]);
}

/* The same for a loop that is not the kernel's own code: sim_loop is not asked. */
static inline void end_turn(struct worker *worker)
{
    if (worker->running.loop_first == worker->running.thread)
        worker->running.looping = 0;
    else
        end_loop(worker);
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
    struct running_part *running = &worker->running;
    sim_loop.left = lanes_behind(running, running->fresh);
    sim_loop.thread = &running->thread;
    sim_loop.index = &worker->launch.thread_index[running->thread];
    begin_loop(running);
    launch->loop(launch->arguments);
}

/* The lane of the running warp will be switched to. */
static inline void expect_switch(struct worker *worker, unsigned lane)
{
    if (worker->running.fresh >> lane & 1)
        need_fibre(worker, &worker->running.lanes[lane], fibre_main);
}

/*
 * Goes on with that lane. The stack of the one that runs after it comes into the cache meanwhile;
 * one that has not begun will get one that is there.
 */
static inline int switch_to(const struct worker *worker, struct fibre *from, unsigned lane)
{
    const struct running_part *running = &worker->running;
    if (running->pending)
        fibre_expect(&running->lanes[first_of(running->pending, running->backwards)].fibre);
    return fibre_switch(from, &running->lanes[lane].fibre);
}

/* The same as below, where nothing is recorded and lanes run in ascending order. */
static __attribute__((noinline)) int leave_straight(struct worker *worker)
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
    expect_switch(worker, lane);
    running->thread = running->warp_number * SIM_WARP_SIZE + lane;
    sim_thread_index = worker->launch.thread_index[running->thread];
    return switch_to(worker, from, lane);
}

/* The same in all other cases. */
static __attribute__((noinline)) int leave_any(struct worker *worker)
{
    if (worker->running.looping)
        end_turn(worker);
    struct fibre *from = &worker->lanes[worker->running.thread].fibre;
    keep_recording(worker);
    if (worker->running.pending && !worker->run->stop) {
        unsigned next = next_lane(worker);
        expect_switch(worker, next);
        enter(worker, next);
        return switch_to(worker, from, next);
    }
    recorder_off();
    return fibre_switch(from, &worker->fibres.scheduler);
}

/*
 * Lanes leave at each exchange of a warp. The next one has begun, as a rule, and nothing but a
 * switch is to be done: that calls no function, and so saves no registers.
 */
int lane_leave(struct worker *worker)
{
    struct running_part *running = &worker->running;
    if (running->straight)
        return leave_straight(worker);
    unsigned pending = running->pending, lane = running->thread % SIM_WARP_SIZE, next;
    if (running->looping || !worker->launch.records || recorder.notes || !pending ||
        worker->run->stop || running->fresh >> (next = first_of(pending, running->backwards)) & 1)
        return leave_any(worker);
    struct lane *lanes = running->lanes;
    pending &= ~(1u << next);
    if (pending)
        fibre_expect(&lanes[first_of(pending, running->backwards)].fibre);
    worker->recordings.event_end[lane] = recorder.event;
    worker->recordings.address_end[lane] = recorder.address;
    running->pending = pending;
    set_running(worker, next);
    recorder.stack = lanes[next].stack_start; /* as in enter(), where it is known that it records */
    go_on_recording(worker, next);
    recorder_open();
    return fibre_switch(&lanes[lane].fibre, &lanes[next].fibre);
}

/* The running lane has ended, and is not ahead. */
static inline void note_exit(struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    worker->running.warp->exited |= 1u << lane;
    if (worker->block.generation)
        worker->block.exit_generation[worker->running.thread] = worker->block.generation;
    worker->block.progress = 1;
}

/* Where the running thread's own code is over. */
static inline void note_end(struct worker *worker)
{
    if (is_ahead())
        ahead_exit(worker);
    else
        note_exit(worker);
}

/*
 * The running lane has ended, the next one is in turn: it goes on with the same stack, which is in
 * the cache, without a switch.
 */
static inline void go_on_in_turn(struct worker *worker, unsigned lane)
{
    struct running_part *running = &worker->running;
    struct recordings *recordings = &worker->recordings;
    recordings->event_end[lane] = recorder.event;
    recordings->address_end[lane] = recorder.address;
    running->thread++;
    sim_thread_index = worker->launch.thread_index[running->thread];
    if (!recorder.open) {
        go_on_recording(worker, lane + 1);
        recorder_open();
        return;
    }
    recorder.event = recordings->event_end[lane + 1];
    recorder.address = recordings->address_end[lane + 1];
    recorder_move(recordings->event_limit[lane + 1]);
}

/* The running lane has ended ahead, so that it has not exited. The next one gets its stack. */
static inline void pass_on_ahead(struct worker *worker, unsigned lane)
{
    struct running_part *running = &worker->running;
    end_turn(worker);
    ahead_exit(worker);
    running->pending &= ~(2u << lane);
    exchange_stacks(worker, &running->lanes[lane], &running->lanes[lane + 1]);
    running->loop_first = running->thread + 1;
    running->looping = 1;
}

/* The running thread and those right behind it that are in turn, as far as none of them waits. */
static void run_in_turn(struct worker *worker)
{
    const struct sim_launch *launch = worker->run->launch;
    struct running_part *running = &worker->running;
    unsigned lane = running->thread % SIM_WARP_SIZE;
    unsigned left = lanes_behind(running, running->in_turn);
    begin_loop(running);
    for (;; lane++, left--) {
        launch->body(launch->arguments);
        if (!left || !running->looping || worker->run->stop)
            return;
        if (is_ahead())
            pass_on_ahead(worker, lane);
        go_on_in_turn(worker, lane);
    }
}

/*
 * The running lane has ended, and no loop goes on to the next one: that gets its stack all the
 * same, and leaves its own in exchange. One that has begun has to be switched to.
 */
static inline void end_lane(struct worker *worker)
{
    struct running_part *running = &worker->running;
    unsigned pending = running->pending, last = running->thread % SIM_WARP_SIZE, lane;
    if (!pending || worker->run->stop ||
        !(running->fresh >> (lane = first_of(pending, running->backwards)) & 1)) {
        leave_stack(worker, running->thread);
        lane_leave(worker);
        return;
    }
    running->pending = pending & ~(1u << lane);
    keep_recording(worker);
    exchange_stacks(worker, &running->lanes[last], &running->lanes[lane]);
    enter(worker, lane);
}

/*
 * Each runs one thread of a block after the other: after its own, others that have not begun. Where
 * nothing looks on, the kernel's own code may take the next ones of the warp first.
 */
static void fibre_main(void)
{
    struct worker *worker = this_worker; /* a fibre never leaves its host thread */
    for (;;) {
        if (may_loop(worker))
            run_loop(worker);
        else
            run_in_turn(worker);
        if (worker->running.looping)
            end_loop(worker);
        note_end(worker);
        end_lane(worker);
    }
}

_Noreturn void lane_abandon(struct worker *worker)
{
    if (is_ahead())
        ahead_drop(worker);
    for (;;)
        lane_leave(worker);
}

_Noreturn void lane_continue_with(struct worker *worker, void (*function)(void))
{
    struct lane *lane = worker_lane(worker);
    struct fibre left;
    stack_prepare(worker, lane, function);
    for (;;)
        fibre_switch(&left, &lane->fibre);
}

void lane_give_way(struct worker *worker, uintptr_t pc)
{
    worker_lane(worker)->pc = pc;
    worker->block.gives_way = 1;
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
    worker->running.in_turn = worker->launch.records && !worker->run->backwards && !recorder.notes
                                  ? worker->running.fresh
                                  : 0;
    recorder.stack_size = worker->run->recording ? STACK_SIZE : UINTPTR_MAX;
    worker->running.may_run_ahead = ahead_allowed(worker);
    worker->running.in_vain = worker->running.omitted = 0;
    worker->running.tried = 0;
    unsigned first = next_lane(worker);
    expect_switch(worker, first);
    enter(worker, first);
    if (!worker->launch.records)
        recorder_waste(worker->recordings.event_start[0],
                       worker->recordings.event_start[0] + EVENTS_UNREAD,
                       worker->recordings.address_start[0]);
    switch_to(worker, &worker->fibres.scheduler, first);
    if (!worker->launch.records)
        recorder_off();
}
