/*
 * The merger. Lanes with the same recording move as one group. In each step the
 * groups at the same pc form a request; next is always the deepest call and,
 * in it, the smallest pc, so that lanes that took different branches meet again
 * where the branches do.
 */
#include "warp/merge.h"

#include <string.h>

#include "warp/group.h"
#include "warp/local.h"
#include "warp/print.h"
#include "warp/request.h"
#include "warp/rest.h"
#include "warp/course.h"
#include "base/instrument.h"

/* Steps over the starts and ends of functions. */
static __attribute__((noinline)) void pass_calls(struct group *group)
{
    for (; group->next < group->end; group->next++) {
        unsigned what = *group->next & EVENT_CLASS;
        if (what == EVENT_ENTER) {
            group->depth++;
            group->entered = 1;
        } else if (what == EVENT_EXIT && group->depth) {
            group->depth--;
        } else {
            return;
        }
    }
}

/* The same, where there mostly are none. */
static inline void follow_calls(struct group *group)
{
    unsigned what = group->next < group->end ? *group->next & EVENT_CLASS : EVENT_BLOCK;
    if (what == EVENT_ENTER || what == EVENT_EXIT)
        pass_calls(group);
}

/* Deeper calls come first, then smaller pcs. */
static uint64_t rank(const struct group *group)
{
    return (uint64_t)(UINT32_MAX - group->depth) << 32 | group_next(group);
}

static void tell_step(struct worker *worker, event_t event, struct group *const *step,
                      unsigned count)
{
    struct step told = {event, lanes_of(step, count), step[0]->depth, step[0]->entered};
    for (unsigned i = 0; i < count; i++)
        step[i]->entered = 0;
    instruments_step(worker, &told);
}

/*
 * What the lanes print here, tell of asynchronous copies, load of constant memory, or access in
 * local memory: lanes ascending. No step of the warp.
 */
static void emit_no_step(struct worker *worker, event_t event, struct group *const *step,
                         unsigned count)
{
    uint64_t recorded[SIM_WARP_SIZE];
    for (unsigned i = 0; i < count; i++) {
        unsigned address = step[i]->address++;
        for (unsigned mask = step[i]->lanes; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            recorded[lane] = worker->recordings.addresses[address * ADDRESS_ROW + lane];
        }
    }
    if ((event & EVENT_CLASS) == EVENT_CONSTANT) {
        instruments_constant(worker, lanes_of(step, count), recorded);
        return;
    }
    if ((event & EVENT_CLASS) == EVENT_LOCAL) {
        struct local_request request = local_request_of(event, lanes_of(step, count), recorded);
        instruments_local(worker, &request);
        return;
    }
    for (unsigned mask = lanes_of(step, count); mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if ((event & EVENT_CLASS) == EVENT_PRINT)
            print_merged(recorded[lane]);
        else
            instruments_copy(worker, event, lane, recorded[lane]);
    }
}

/* The place of each lane's next address among those that it has recorded; returns the lanes. */
static unsigned take_places(struct group *const *step, unsigned count, unsigned *places)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned place = step[i]->address++;
        lanes |= step[i]->lanes;
        for (unsigned mask = step[i]->lanes; mask; mask &= mask - 1)
            places[__builtin_ctz(mask)] = place;
    }
    return lanes;
}

/* Attributes and values of the recorded addresses, which the request has got as they are. */
static void take_attributes(const struct worker *worker, struct request *request)
{
    for (unsigned i = 0; i < request->count; i++) {
        unsigned lane = request->lane[i];
        request->attributes = attributes_of(request->own_address[i]);
        request->own_address[i] = address_of(request->own_address[i]);
        if (request->attributes & ACCESS_VALUE)
            request->value[i] = worker->recordings.values[request_recorded_at(request, lane)];
        else if (request->attributes & ACCESS_SWAP)
            request->value[i] = (request->attributes & ACCESS_FAILED) != 0;
    }
}

/* The lanes of a group, ascending, and the addresses of a row. Returns the bits that these have. */
static uint64_t take_row(const uint64_t *row, struct request *request)
{
    uint64_t any = 0;
    for (unsigned mask = request->lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        request->own_lane[request->count] = lane;
        any |= request->own_address[request->count++] = row[lane];
    }
    return any;
}

/* The same for groups of which each has a row. */
static uint64_t take_rows(const uint64_t *addresses, struct request *request)
{
    uint64_t any = 0;
    for (unsigned mask = request->lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        request->own_lane[request->count] = lane;
        request->own_address[request->count] = addresses[request_recorded_at(request, lane)];
        any |= request->own_address[request->count++];
    }
    return any;
}

/*
 * Fills in the lanes of the groups, ascending, their addresses and stretches. places: room for
 * them.
 */
static void take_addresses(const struct worker *worker, struct request *request,
                           struct group *const *step, unsigned count, unsigned *places)
{
    const uint64_t *addresses = worker->recordings.addresses;
    uint64_t any;
    if (count == 1) {
        const uint64_t *row = addresses + (size_t)step[0]->address * ADDRESS_ROW;
        request->lanes = step[0]->lanes;
        request->places = NULL;
        request->place = step[0]->address++;
        if (request->lanes == UINT32_MAX && request_take_row(request, row))
            return;
        if (!(request->lanes & (request->lanes - 1)) && request_take_alone(request, row))
            return;
        request->count = 0;
        any = take_row(row, request);
    } else {
        request->lanes = take_places(step, count, places);
        request->places = places;
        request->count = 0;
        any = take_rows(addresses, request);
    }
    request->lane = request->own_lane;
    request->address = request->own_address;
    request->attributes = 0;
    if (any >> ADDRESS_BITS)
        take_attributes(worker, request);
    request_find_stretches(request);
}

/* Makes one request of the groups in the step, lanes in ascending order. */
static __attribute__((noinline)) void emit_request(struct worker *worker, event_t event,
                                                   struct group *const *step, unsigned count)
{
    struct request request;
    unsigned places[SIM_WARP_SIZE];
    request.event = event;
    take_addresses(worker, &request, step, count, places);
    if ((event & EVENT_CLASS) == EVENT_FENCE)
        instruments_fence(worker, &request);
    else
        request_process(worker, &request);
}

/* For the course that is noted: the groups in the step, some of all, do what the event says. */
static void note(struct worker *worker, const struct group *groups, event_t event,
                 struct group *const *step, unsigned count)
{
    unsigned who = 0;
    if ((event & EVENT_CLASS) == EVENT_BLOCK) {
        course_note_block(worker);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        who |= 1u << (step[i] - groups);
    course_note_turn(worker, event, who, step[0]->depth);
}

/* The groups in the step do what the event says. */
static inline void emit(struct worker *worker, event_t event, struct group *const *step,
                        unsigned count)
{
    if (event_is_no_step(event)) {
        emit_no_step(worker, event, step, count);
        return;
    }
    worker->block.steps++;
    worker->running.depth = step[0]->depth;
    if ((event & EVENT_CLASS) != EVENT_BLOCK)
        emit_request(worker, event, step, count);
    else if (*worker->hooks->step)
        tell_step(worker, event, step, count);
}

/* The groups run the event, the next one of each of them. */
static inline void run_event(struct worker *worker, const struct group *groups, event_t event,
                             struct group *const *together, unsigned members)
{
    if (worker->noted)
        note(worker, groups, event, together, members);
    emit(worker, event, together, members);
    for (unsigned i = 0; i < members; i++) {
        together[i]->next++;
        follow_calls(together[i]);
    }
    if (!event_is_no_step(event))
        branches_follow(worker, event, together, members);
}

/* 1 if the group's next event is there, and known. */
static inline int has_next(const struct group *group)
{
    return group->next != group->end && !(group->open && group->next + 1 == group->end);
}

/*
 * Takes one step, or several if it is one group's turn as often. Returns 0 when nothing is left,
 * when a lane's next event is unknown, or when lanes that wait before an atomic are next.
 */
static int step(struct worker *worker, struct group *groups, unsigned count)
{
    struct group *together[SIM_WARP_SIZE];
    unsigned members = 0;
    uint64_t least = UINT64_MAX, second = UINT64_MAX; /* two different ranks */
    for (unsigned i = 0; i < count; i++) {
        if (groups[i].next == groups[i].end) {
            if (groups[i].open)
                return 0;
            if (!groups[i].expected || worker->running.warp->hurried)
                continue;
        }
        uint64_t own = rank(&groups[i]);
        if (own < least) {
            second = least;
            least = own;
            members = 0;
        } else if (own > least && own < second) {
            second = own;
        }
        if (own == least)
            together[members++] = &groups[i];
    }
    if (!members)
        return 0;
    for (unsigned i = 0; i < members; i++)
        if (!has_next(together[i]))
            return 0; /* it is not known yet, or the others' events there come with it */
    do
        run_event(worker, groups, *together[0]->next, together, members);
    while (members == 1 && has_next(together[0]) && rank(together[0]) < second);
    return 1;
}

/* All lanes have recorded the same: no need to choose. */
static void run_through(struct worker *worker, struct group *group)
{
    branches_meet(worker, group->lanes);
    for (; group->next < group->end; group->next++, follow_calls(group)) {
        if (worker->noted)
            note(worker, group, *group->next, &group, 1);
        emit(worker, *group->next, &group, 1);
    }
}

/*
 * The last basic block of the kernel in which a lane that has exited did something, as a pc's
 * distance, or 0. If the block that it returned from did nothing, that is the one before. The end
 * of its recording tells.
 */
static uint32_t last_block(const struct group *group)
{
    unsigned depth = 0;
    int touched = 0, returned = 0;
    for (const event_t *e = group->end; e-- > group->next;) {
        unsigned what = *e & EVENT_CLASS;
        if (what == EVENT_EXIT) {
            touched &= depth++ >= KERNEL_DEPTH;
        } else if (what == EVENT_ENTER) {
            depth -= depth > 0;
        } else if (what != EVENT_BLOCK) {
            touched |= !event_is_no_step(*e);
        } else if (depth == KERNEL_DEPTH) {
            if (touched || returned)
                return *e >> 8;
            returned = 1;
        }
    }
    return 0;
}

/* Notes it for the group's lanes that have just exited. */
static void note_exits(struct worker *worker, unsigned exited, uint32_t last)
{
    uint32_t *passed = &worker->merged.passed[worker->running.warp_number * SIM_WARP_SIZE];
    for (unsigned lane = 0; exited == UINT32_MAX && lane < SIM_WARP_SIZE; lane++)
        passed[lane] = passed[lane] & PASSED_ALL ? passed[lane] : last;
    for (unsigned mask = exited == UINT32_MAX ? 0 : exited; mask; mask &= mask - 1)
        if (!(passed[__builtin_ctz(mask)] & PASSED_ALL))
            passed[__builtin_ctz(mask)] = last;
}

/* The groups begin, as far as they have no course. */
static void begin(struct worker *worker, struct group *groups, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned exited = groups[i].lanes & worker->running.warp->exited;
        uint32_t last = exited || worker->noted ? last_block(&groups[i]) : 0;
        note_exits(worker, exited, last);
        if (worker->noted)
            worker->noted->group[i].last = last;
        follow_calls(&groups[i]);
    }
}

/* The groups find out whose turn it is, and when. */
static void take_turns(struct worker *worker, struct group *groups, unsigned count)
{
    begin(worker, groups, count);
    if (count > 1)
        branches_resume(worker, groups, count);
    worker->running.warp->resumed = 0;
    if (count == 1)
        run_through(worker, &groups[0]);
    else
        while (step(worker, groups, count))
            ;
    if (worker->noted)
        course_noted(worker, groups);
}

/* The same by a course of these groups. */
static void follow(struct worker *worker, struct group *groups, const struct course *course)
{
    for (unsigned i = 0; i < course->count; i++)
        note_exits(worker, groups[i].lanes & worker->running.warp->exited, course->group[i].last);
    for (unsigned t = 0; t < course->turns; t++) {
        const struct turn *turn = &course->turn[t];
        struct group *together[COURSE_GROUPS_MOST];
        unsigned members = 0;
        worker->block.steps += turn->blocks;
        if ((turn->event & EVENT_CLASS) == EVENT_BRANCH) {
            instruments_parting(worker, turn->event, turn->who);
            continue;
        }
        for (unsigned mask = turn->who; mask; mask &= mask - 1)
            together[members++] = &groups[__builtin_ctz(mask)];
        together[0]->depth = turn->depth;
        emit(worker, turn->event, together, members);
    }
    worker->block.steps += course->blocks;
    worker->running.warp->resumed = 0;
    for (unsigned i = 0; i < course->count; i++) {
        groups[i].next = groups[i].end;
        groups[i].depth = course->group[i].end_depth;
    }
}

void merge_warp(struct worker *worker)
{
    struct group groups[SIM_WARP_SIZE];
    unsigned count = groups_form(worker, groups);
    const struct course *course = course_find(worker, groups, count);
    if (course)
        follow(worker, groups, course);
    else
        take_turns(worker, groups, count);
    rest_keep(worker, groups, count);
    unsigned unfinished = 0;
    for (unsigned i = 0; i < count; i++)
        unfinished |= groups[i].open || groups[i].expected ? groups[i].lanes : 0;
    branches_keep(worker, unfinished | worker->running.warp->left);
}
