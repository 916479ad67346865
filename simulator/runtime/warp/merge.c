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
#include "base/instrument.h"

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
            recorded[lane] = worker->recordings.addresses[lane * ADDRESS_STRIDE + address];
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

/* Whose recordings have the next address of a lane at which place; for groups at different ones. */
static unsigned take_places(struct group *const *step, unsigned count, unsigned *place)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned address = step[i]->address++;
        lanes |= step[i]->lanes;
        if (step[i]->lanes == UINT32_MAX)
            for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
                place[lane] = address;
        else
            for (unsigned mask = step[i]->lanes; mask; mask &= mask - 1)
                place[__builtin_ctz(mask)] = address;
    }
    return lanes;
}

/* Attributes and values of the recorded addresses, which the request has got as they are. */
static void take_attributes(const struct worker *worker, struct request *request)
{
    for (unsigned i = 0; i < request->count; i++) {
        unsigned lane = request->lane[i];
        size_t place = lane * ADDRESS_STRIDE + request->place[lane];
        request->attributes = attributes_of(request->address[i]);
        request->address[i] = address_of(request->address[i]);
        if (request->attributes & ACCESS_VALUE)
            request->value[i] = worker->recordings.values[place];
        else if (request->attributes & ACCESS_SWAP)
            request->value[i] = (request->attributes & ACCESS_FAILED) != 0;
    }
}

#define LINE_ADDRESSES (CACHE_LINE / sizeof(uint64_t))

/* Gets the lanes' next addresses into the cache: so many streams are more than a processor notices.
 */
static void expect_addresses(const uint64_t *first)
{
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
        __builtin_prefetch(first + lane * ADDRESS_STRIDE);
}

/* All 32 lanes: each one's next address is at the same place. Returns the bits that they have. */
static uint64_t take_all(const uint64_t *first, struct request *request)
{
    uint64_t any = 0;
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
        request->lane[lane] = lane;
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++) {
        request->address[lane] = first[lane * ADDRESS_STRIDE];
        any |= first[lane * ADDRESS_STRIDE];
    }
    return any;
}

/* Fills in the lanes, ascending, and their addresses. of: the number of groups. */
static void take_addresses(const struct worker *worker, struct request *request, unsigned of)
{
    const uint64_t *addresses = worker->recordings.addresses;
    const unsigned *place = request->place;
    unsigned count = 0, lanes = request->lanes;
    uint64_t any = 0;
    if (lanes == UINT32_MAX && place[0] % LINE_ADDRESSES == 0)
        expect_addresses(addresses + place[0] + LINE_ADDRESSES);
    if (lanes == UINT32_MAX && of == 1) {
        any = take_all(addresses + place[0], request);
        count = SIM_WARP_SIZE;
    } else {
        for (unsigned mask = lanes; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            request->lane[count] = lane;
            request->address[count] = addresses[lane * ADDRESS_STRIDE + place[lane]];
            any |= request->address[count++];
        }
    }
    request->count = count;
    request->attributes = 0;
    if (any >> ADDRESS_BITS)
        take_attributes(worker, request);
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
    unsigned place[SIM_WARP_SIZE];
    request.event = event;
    request.place = place;
    request.lanes = take_places(step, count, place);
    take_addresses(worker, &request, count);
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
    for (unsigned mask = exited; mask; mask &= mask - 1) {
        struct lane *lane = &lanes[__builtin_ctz(mask)];
        if (!(lane->passed & PASSED_ALL))
            lane->passed = passed;
    }
}

void merge_warp(struct worker *worker)
{
    struct group groups[SIM_WARP_SIZE];
    unsigned count = groups_form(worker, groups);
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
    rest_keep(worker, groups, count);
    unsigned unfinished = 0;
    for (unsigned i = 0; i < count; i++)
        unfinished |= groups[i].open || groups[i].expected ? groups[i].lanes : 0;
    branches_keep(worker, unfinished | worker->running.warp->left);
}
