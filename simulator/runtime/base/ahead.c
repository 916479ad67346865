/*
 * Threads that run ahead of barriers: see ahead.h.
 */
#include "base/ahead.h"

#include <string.h>

#include "base/lane.h"
#include "base/run.h"
#include "base/settings.h"

/* Hooks of accesses find no room, but are in a kernel: they come to ahead_catch_up. */
#define CLOSED ((event_t *)sizeof(event_t))

/* A thread that came to an access so often before it came to a barrier, each time... */
#define FAILURES_MOST 12
/* ... tries again only at barriers whose number is a multiple. */
#define BARRIERS_BETWEEN 8

/* Where this number of lanes in a row came to an access at once, the next most likely will. */
#define IN_VAIN_MOST 2
#define OMITTED      6
/* A lane that came to an access at once in two warps, one after the other, most likely will in the
 * others: struct running_part's vain_twice. */

static inline struct lead *lead_of(struct worker *worker, unsigned lane)
{
    return &worker->leads[worker->running.warp_number * SIM_WARP_SIZE + lane];
}

static inline unsigned running_lane(const struct worker *worker)
{
    return worker->running.thread % SIM_WARP_SIZE;
}

static inline unsigned first_of(unsigned lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

static inline int is_barrier(event_t event)
{
    return (event & EVENT_CLASS) == EVENT_BARRIER;
}

int ahead_allowed(const struct worker *worker)
{
    return worker->launch.records && !recorder.notes;
}

/* ---- The running thread -------------------------------------------------------------------- */

/* The lane has, in two warps. The first such lane of each warp tries all the same: see judge. */
static inline int most_likely_in_vain(struct running_part *running, unsigned lane)
{
    if (!(running->vain_twice >> lane & 1))
        return 0;
    int is_another = running->tried;
    running->tried = 1;
    return is_another;
}

int ahead_begin(struct worker *worker)
{
    unsigned lane = running_lane(worker);
    struct lead *lead = lead_of(worker, lane);
    if (!worker->running.may_run_ahead || worker->running.warp->split_count == SPLITS_MOST ||
        (lead->failures >= FAILURES_MOST && worker->block.generation % BARRIERS_BETWEEN))
        return 0;
    if (worker->running.omitted) {
        worker->running.omitted--;
        return 0;
    }
    if (most_likely_in_vain(&worker->running, lane))
        return 0;
    worker->recordings.event_end[lane] = recorder.event;
    worker->recordings.address_end[lane] = recorder.address;
    recorder.event = lead->events;
    recorder.passes = lead->events + LEAD_EVENTS;
    recorder_set_marks(recorder.passes);
    recorder.limit = CLOSED;
    recorder_close();
    return 1;
}

/* The hooks record again where they did before the thread ran ahead. */
static void stop(struct worker *worker, struct lead *lead)
{
    unsigned lane = running_lane(worker);
    lead->next = 0;
    lead->end = (uint16_t)(recorder.event - lead->events);
    recorder.event = worker->recordings.event_end[lane];
    recorder.limit = worker->recordings.event_limit[lane];
    recorder_set_marks(recorder.limit);
    recorder.passes = NULL;
}

/* Whether it has passed a barrier, or has exited: then it was worth it. */
static void judge(struct worker *worker, struct lead *lead)
{
    struct running_part *running = &worker->running;
    unsigned lane = 1u << running_lane(worker);
    int passed = lead->exits;
    for (unsigned i = 0; i < lead->end && !passed; i++)
        passed = is_barrier(lead->events[i]);
    if (!passed) {
        running->vain_twice |= running->vain & lane;
        running->vain |= lane;
    } else if (running->vain_twice & lane) { /* this warp is another */
        running->vain = running->vain_twice = 0;
    } else {
        running->vain &= ~lane;
    }
    running->in_vain = passed ? 0 : running->in_vain + 1;
    running->omitted = running->in_vain >= IN_VAIN_MOST ? OMITTED : 0;
    if (passed)
        lead->failures = 0;
    else if (lead->failures < FAILURES_MOST)
        lead->failures++;
}

/* 1 if the two have the same before them. */
static inline int are_alike(const struct lead *a, const struct lead *b)
{
    unsigned left = (unsigned)(a->end - a->next);
    return left == (unsigned)(b->end - b->next) && a->exits == b->exits &&
           !memcmp(a->events + a->next, b->events + b->next, left * sizeof *a->events);
}

/* 1 if the running lane, whose lead that is, waits where the split's first lane does, and has the
 * same before it. */
static int fits(struct worker *worker, const struct lead *lead, unsigned first)
{
    const struct lane *lane = worker_lane(worker), *other = &worker->running.lanes[first];
    return lane->pc == other->pc && lane->place == other->place &&
           are_alike(lead, lead_of(worker, first));
}

/* The running lane goes with a split, or is one of its own. */
static void join_split(struct worker *worker, const struct lead *lead)
{
    struct warp *warp = worker->running.warp;
    unsigned number = 0;
    while (number < warp->split_count && !fits(worker, lead, first_of(warp->splits[number])))
        number++;
    if (number == warp->split_count)
        warp->splits[warp->split_count++] = 0;
    warp->splits[number] |= 1u << running_lane(worker);
}

static void end(struct worker *worker, int exits)
{
    struct lead *lead = lead_of(worker, running_lane(worker));
    stop(worker, lead);
    lead->exits = (uint8_t)exits;
    judge(worker, lead);
    join_split(worker, lead);
}

void ahead_catch_up(void)
{
    end(this_worker, 0);
    lane_leave(this_worker);
}

void ahead_exit(struct worker *worker)
{
    end(worker, 1);
}

void ahead_drop(struct worker *worker)
{
    stop(worker, lead_of(worker, running_lane(worker)));
}

/* ---- The running warp ---------------------------------------------------------------------- */

/* The lanes have ended with the phase that is handed over. */
static void exit_lanes(struct worker *worker, unsigned lanes)
{
    unsigned *generation =
        &worker->block.exit_generation[worker->running.warp_number * SIM_WARP_SIZE];
    worker->running.warp->exited |= lanes;
    worker->block.progress = 1;
    for (unsigned mask = worker->block.generation ? lanes : 0; mask; mask &= mask - 1)
        generation[first_of(mask)] = worker->block.generation;
}

/* The lanes have caught up: they go on recording behind these events. */
static void give_back(struct worker *worker, unsigned lanes, const event_t *from, size_t count)
{
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        event_t **end = &worker->recordings.event_end[first_of(mask)];
        for (size_t i = 0; i < count; i++)
            (*end)[i] = from[i];
        *end += count;
    }
}

/* A split's next phase; returns 0 if it is a split no longer. */
static int hand_over(struct worker *worker, unsigned lanes)
{
    struct warp *warp = worker->running.warp;
    struct lead *lead = lead_of(worker, first_of(lanes));
    const event_t *from = lead->events + lead->next, *end = lead->events + lead->end, *at = from;
    while (at < end && !is_barrier(*at))
        at++;
    if (at == end && !lead->exits) {
        give_back(worker, lanes, from, (size_t)(end - from));
        return 0;
    }
    worker->handed[worker->handed_count++] = (struct handed){lanes, from, at};
    warp->ready &= ~lanes;
    if (at == end) {
        exit_lanes(worker, lanes);
        return 0;
    }
    lead->next = (uint16_t)(at + 1 - lead->events);
    ahead_wait(worker, first_of(lanes), event_pc(*at), 0, 0);
    warp->at_barrier |= lanes;
    return 1;
}

void ahead_hand_over(struct worker *worker)
{
    struct warp *warp = worker->running.warp;
    unsigned left = 0;
    for (unsigned i = 0; i < warp->split_count; i++) {
        unsigned lanes = warp->splits[i];
        if (!(lanes & warp->ready) || hand_over(worker, lanes))
            warp->splits[left++] = lanes;
    }
    warp->split_count = left;
}

void ahead_take_back(struct worker *worker)
{
    unsigned running = 1u << running_lane(worker), below = running - 1;
    for (unsigned i = 0; i < worker->handed_count; i++)
        worker->handed[i].lanes &= worker->run->backwards ? ~(below | running) : below;
}

void ahead_tell_places(struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        struct lane *lanes = &worker->lanes[number * SIM_WARP_SIZE];
        for (unsigned i = 0; i < warp->split_count; i++) {
            const struct lane *first = &lanes[first_of(warp->splits[i])];
            for (unsigned mask = warp->splits[i]; mask; mask &= mask - 1) {
                lanes[first_of(mask)].pc = first->pc;
                lanes[first_of(mask)].place = first->place;
            }
        }
    }
}
