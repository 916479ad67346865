/*
 * The merger. Lanes with the same recording move as one group. In each step the
 * groups at the same pc form a request; next is always the deepest call and,
 * in it, the smallest pc, so that lanes that took different branches meet again
 * where the branches do.
 */
#include "warp/merge.h"

#include <string.h>

#include "warp/group.h"
#include "check/misuse.h"
#include "warp/print.h"
#include "warp/request.h"
#include "base/instrument.h"
#include "base/run.h"

static event_t *start_of(struct worker *worker, unsigned lane)
{
    return worker->recordings.events + lane * EVENT_STRIDE;
}

/* Two events at a time. */
static int same_events(const event_t *a, const event_t *b, size_t length)
{
    for (; length >= 2; length -= 2, a += 2, b += 2) {
        uint64_t two, other;
        memcpy(&two, a, sizeof two);
        memcpy(&other, b, sizeof other);
        if (two != other)
            return 0;
    }
    return !length || *a == *b;
}

static int same_recording(struct worker *worker, const struct group *group, unsigned lane)
{
    const event_t *events = start_of(worker, lane);
    size_t length = (size_t)(worker->recordings.event_end[lane] - events);
    return length == (size_t)(group->end - group->next) && same_events(events, group->next, length);
}

/* Sorts the lanes that have recorded something into groups; returns their number. */
static unsigned form_groups(struct worker *worker, struct group *groups)
{
    const struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    const struct warp *warp = worker->running.warp;
    unsigned count = 0, latest = 0;
    for (unsigned mask = warp->all; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        int open = warp->full >> lane & 1;
        event_t expected = warp->before_atomic >> lane & 1 ? event_at(lanes[lane].pc, 0) : 0;
        if (worker->recordings.event_end[lane] == start_of(worker, lane) && !open && !expected)
            continue;
        unsigned tried = 0, i = latest;
        for (; tried < count; tried++, i = (i + 1) % count)
            if (groups[i].open == open && groups[i].expected == expected &&
                groups[i].depth == lanes[lane].depth && same_recording(worker, &groups[i], lane))
                break;
        if (tried < count) {
            groups[i].lanes |= 1u << lane;
            latest = i;
        } else {
            latest = count;
            groups[count++] = (struct group){1u << lane,
                                             start_of(worker, lane),
                                             worker->recordings.event_end[lane],
                                             0,
                                             lanes[lane].depth,
                                             0,
                                             open,
                                             expected};
        }
    }
    return count;
}

/* Steps over the starts and ends of functions. */
static void follow_calls(struct group *group)
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

/* What the lanes print here, or tell of asynchronous copies: lanes ascending. No step of the warp. */
static void emit_no_step(struct worker *worker, event_t event, struct group *const *step,
                         unsigned count)
{
    uint64_t recorded[SIM_WARP_SIZE];
    for (unsigned i = 0; i < count; i++) {
        unsigned address = step[i]->address++;
        for (unsigned mask = step[i]->lanes; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            recorded[lane] = worker->recordings.addresses[lane * ADDRESS_STRIDE + address];
        }
    }
    for (unsigned mask = lanes_of(step, count); mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if ((event & EVENT_CLASS) == EVENT_PRINT)
            print_merged(recorded[lane]);
        else
            instruments_copy(worker, event, lane, recorded[lane]);
    }
}

/* Makes one request of the groups in the step, lanes in ascending order. */
static void emit(struct worker *worker, event_t event, struct group *const *step, unsigned count)
{
    unsigned what = event & EVENT_CLASS;
    if (event_is_no_step(event)) {
        emit_no_step(worker, event, step, count);
        return;
    }
    worker->block.steps++;
    worker->running.depth = step[0]->depth;
    if (what == EVENT_BLOCK) {
        if (*worker->hooks->step)
            tell_step(worker, event, step, count);
        return;
    }
    struct request request;
    request.event = event;
    request.count = 0;
    unsigned index[SIM_WARP_SIZE], lanes = 0;
    request.place = index;
    for (unsigned i = 0; i < count; i++) {
        unsigned address = step[i]->address++;
        lanes |= step[i]->lanes;
        for (unsigned mask = step[i]->lanes; mask; mask &= mask - 1)
            index[__builtin_ctz(mask)] = address;
    }
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        size_t place = lane * ADDRESS_STRIDE + index[lane];
        request.lane[request.count] = lane;
        request.address[request.count] = address_of(worker->recordings.addresses[place]);
        request.attributes = attributes_of(worker->recordings.addresses[place]);
        if (request.attributes & ACCESS_VALUE)
            request.value[request.count] = worker->recordings.values[place];
        else if (request.attributes & ACCESS_SWAP)
            request.value[request.count] = (request.attributes & ACCESS_FAILED) != 0;
        request.count++;
    }
    if (what == EVENT_FENCE)
        instruments_fence(worker, &request);
    else
        request_process(worker, &request);
}

/*
 * Takes one step. Returns 0 when nothing is left, when a lane's next event is unknown,
 * or when lanes that wait before an atomic are next.
 */
static int step(struct worker *worker, struct group *groups, unsigned count)
{
    struct group *together[SIM_WARP_SIZE];
    unsigned members = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < count; i++) {
        if (groups[i].next == groups[i].end) {
            if (groups[i].open)
                return 0;
            if (!groups[i].expected || worker->running.warp->hurried)
                continue;
        }
        uint64_t own = rank(&groups[i]);
        if (own < least) {
            least = own;
            members = 0;
        }
        if (own == least)
            together[members++] = &groups[i];
    }
    if (!members)
        return 0;
    for (unsigned i = 0; i < members; i++)
        if (together[i]->next == together[i]->end)
            return 0; /* the others' events there come with it */
    for (unsigned i = 0; i < members; i++)
        if (together[i]->open && together[i]->next + 1 == together[i]->end)
            return 0; /* its next event is not known yet */
    event_t event = *together[0]->next;
    emit(worker, event, together, members);
    for (unsigned i = 0; i < members; i++) {
        together[i]->next++;
        follow_calls(together[i]);
    }
    if (!event_is_no_step(event))
        branches_follow(worker, event, together, members);
    return 1;
}

/* All lanes have recorded the same: no need to choose. */
static void run_through(struct worker *worker, struct group *group)
{
    branches_meet(worker, group->lanes);
    for (; group->next < group->end; group->next++, follow_calls(group))
        emit(worker, *group->next, &group, 1);
}

/* Moves the rest of the group's recordings to their start. */
static void keep_rest(struct worker *worker, const struct group *group)
{
    struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    for (unsigned mask = group->lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        event_t *events = start_of(worker, lane);
        uint64_t *addresses = worker->recordings.addresses + lane * ADDRESS_STRIDE;
        uint64_t *values = worker->recordings.values + lane * ADDRESS_STRIDE;
        uint64_t *seen = worker->recordings.seen + 2 * lane * ADDRESS_STRIDE;
        size_t left = (size_t)(group->end - group->next);
        size_t done = (size_t)(worker->recordings.event_end[lane] - events) - left;
        size_t addresses_left =
            (size_t)(worker->recordings.address_end[lane] - addresses) - group->address;
        if (left) {
            memmove(events, events + done, left * sizeof *events);
            memmove(addresses, addresses + group->address, addresses_left * sizeof *addresses);
            if (run_look(worker->run)->exact)
                memmove(values, values + group->address, addresses_left * sizeof *values);
            if (recorder.seen)
                memmove(seen, seen + 2 * group->address, addresses_left * 2 * sizeof *seen);
        }
        worker->recordings.event_end[lane] = events + left;
        worker->recordings.address_end[lane] = addresses + addresses_left;
        lanes[lane].depth = (uint16_t)group->depth;
        lanes[lane].steps += done;
        worker->running.warp->left |= left ? 1u << lane : 0;
        if (lanes[lane].steps > worker->run->limit && done)
            misuse_endless(worker, worker->running.warp_number * SIM_WARP_SIZE + lane,
                           event_pc(group->end[-1]));
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
static void note_exits(struct worker *worker, const struct group *group)
{
    struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    unsigned exited = group->lanes & worker->running.warp->exited;
    uint32_t passed = exited ? last_block(group) : 0;
    for (unsigned mask = exited; mask; mask &= mask - 1)
        lanes[__builtin_ctz(mask)].passed = passed;
}

void merge_warp(struct worker *worker)
{
    struct group groups[SIM_WARP_SIZE];
    unsigned count = form_groups(worker, groups);
    for (unsigned i = 0; i < count; i++) {
        note_exits(worker, &groups[i]);
        follow_calls(&groups[i]);
    }
    if (count > 1)
        branches_resume(worker, groups, count);
    worker->running.warp->resumed = 0;
    if (count == 1)
        run_through(worker, &groups[0]);
    else
        while (step(worker, groups, count))
            ;
    unsigned unfinished = 0;
    worker->running.warp->left = 0;
    for (unsigned i = 0; i < count; i++) {
        keep_rest(worker, &groups[i]);
        unfinished |= groups[i].open || groups[i].expected ? groups[i].lanes : 0;
    }
    branches_keep(worker, unfinished | worker->running.warp->left);
}
