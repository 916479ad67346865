/*
 * Exchanges within a warp: __syncwarp, shuffles, votes, matches, reductions.
 * A lane waits until every lane of its mask has arrived at the same operation
 * (lanes that have exited are not waited for); then all get their results.
 */
#include <stddef.h>

#include "base/ahead.h"
#include "base/instrument.h"
#include "base/lane.h"
#include "base/run.h"
#include "warp/warp.h"

static struct exchange *exchange_of(struct worker *worker, unsigned lane)
{
    return worker->lanes[worker->running.warp_number * SIM_WARP_SIZE + lane].exchange;
}

/* Where the lane waits, as an event. */
static event_t event_of(const struct worker *worker, unsigned lane, unsigned what)
{
    return event_at(worker->lanes[worker->running.warp_number * SIM_WARP_SIZE + lane].pc, what);
}

/* The lane that a shuffle reads from; may lie outside the lane's segment of width lanes. */
static inline __attribute__((always_inline)) int
source_lane(int kind, unsigned lane, unsigned argument, unsigned width, int *in_range)
{
    unsigned first = lane & ~(width - 1), last = first + width - 1;
    long source = lane;
    switch (kind) {
    case SIM_SHUFFLE_INDEX: source = first + (argument & (width - 1)); break;
    case SIM_SHUFFLE_UP: source = (long)lane - (long)argument; break;
    case SIM_SHUFFLE_DOWN: source = (long)lane + (long)argument; break;
    case SIM_SHUFFLE_XOR: source = lane ^ argument; break;
    }
    /* An exclusive-or may reach into an earlier segment, as on the hardware, not a later one. */
    *in_range = source <= (long)last && (kind == SIM_SHUFFLE_XOR || source >= (long)first);
    return *in_range ? (int)source : (int)lane;
}

/*
 * The undefined value that a lane reads from one which takes no part: its own. Where a look is to
 * tell whether it is used, another one.
 */
static uint64_t undefined(const struct worker *worker, uint64_t own, unsigned lane)
{
    if (!run_look(worker->run)->scrambles)
        return own;
    own = (own + 0x9E3779B97F4A7C15u + lane) * 0xBF58476D1CE4E5B9u;
    return own ^ own >> 31;
}

/*
 * Shuffles of the group's lanes, all of one kind: a copy for each, since what a lane reads takes
 * few instructions once the kind is known.
 */
static inline __attribute__((always_inline)) void shuffle_by(struct worker *worker, unsigned group,
                                                             int kind)
{
    const struct lane *lanes = worker->running.lanes;
    for (unsigned mask = group; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        struct exchange *own = lanes[lane].exchange;
        unsigned source =
            (unsigned)source_lane(kind, lane, own->argument, (unsigned)own->width, &own->flag);
        if (group >> source & 1) {
            own->result = lanes[source].exchange->value;
        } else {
            own->result = undefined(worker, own->value, lane);
            instruments_inactive(worker, lane, source);
        }
    }
}

static void shuffle(struct worker *worker, unsigned group, int kind)
{
    switch (kind) {
    case SIM_SHUFFLE_INDEX: shuffle_by(worker, group, SIM_SHUFFLE_INDEX); break;
    case SIM_SHUFFLE_UP: shuffle_by(worker, group, SIM_SHUFFLE_UP); break;
    case SIM_SHUFFLE_DOWN: shuffle_by(worker, group, SIM_SHUFFLE_DOWN); break;
    default: shuffle_by(worker, group, SIM_SHUFFLE_XOR);
    }
}

static uint64_t reduced(int kind, uint64_t left, uint64_t right)
{
    uint32_t a = (uint32_t)left, b = (uint32_t)right;
    switch (kind) {
    case SIM_REDUCE_ADD: return a + b;
    case SIM_REDUCE_MIN_SIGNED: return (int32_t)a < (int32_t)b ? a : b;
    case SIM_REDUCE_MIN_UNSIGNED: return a < b ? a : b;
    case SIM_REDUCE_MAX_SIGNED: return (int32_t)a > (int32_t)b ? a : b;
    case SIM_REDUCE_MAX_UNSIGNED: return a > b ? a : b;
    case SIM_REDUCE_AND: return a & b;
    case SIM_REDUCE_OR: return a | b;
    default: return a ^ b;
    }
}

/* Which lanes of the group have that value. */
static unsigned lanes_with(struct worker *worker, unsigned group, uint64_t value)
{
    unsigned equal = 0;
    for (unsigned mask = group; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        equal |= (unsigned)(exchange_of(worker, lane)->value == value) << lane;
    }
    return equal;
}

/* The values of the group's lanes as one: votes, or a reduction. */
static uint64_t combined(struct worker *worker, unsigned group, int operation)
{
    if (operation == EXCHANGE_BALLOT)
        return group & ~lanes_with(worker, group, 0);
    uint64_t total = (uint32_t)exchange_of(worker, (unsigned)__builtin_ctz(group))->value;
    for (unsigned mask = group & (group - 1); mask; mask &= mask - 1)
        total = reduced(operation - EXCHANGE_REDUCE, total,
                        exchange_of(worker, (unsigned)__builtin_ctz(mask))->value);
    return total;
}

/* Votes, matches, reductions: one result for all lanes of the group, or one for each. */
static void collective(struct worker *worker, unsigned group, int operation)
{
    uint64_t value = exchange_of(worker, (unsigned)__builtin_ctz(group))->value;
    int are_equal = lanes_with(worker, group, value) == group;
    int is_match = operation == EXCHANGE_MATCH_ANY || operation == EXCHANGE_MATCH_ALL;
    uint64_t result = !is_match ? combined(worker, group, operation) : are_equal ? group : 0;
    for (unsigned mask = group; mask; mask &= mask - 1) {
        struct exchange *own = exchange_of(worker, (unsigned)__builtin_ctz(mask));
        own->result =
            operation == EXCHANGE_MATCH_ANY ? lanes_with(worker, group, own->value) : result;
        own->flag = are_equal;
    }
}

/* The group's lanes take part elsewhere, while lanes that name some of them wait for the same. */
static void note_elsewhere(struct worker *worker, unsigned waiting, unsigned group, int operation)
{
    for (unsigned mask = waiting; mask; mask &= mask - 1) {
        struct exchange *other = exchange_of(worker, (unsigned)__builtin_ctz(mask));
        if (other->operation == operation)
            other->elsewhere |= other->mask & group;
    }
}

/*
 * By CUDA's guide all lanes of a mask that have not exited call the same with the same mask. One
 * that had not, called it with another mask, and has exited since is so no lane that left early.
 * Nor is one that has gone around it, and done something behind it.
 */
static void check_exited(struct worker *worker, const struct warp *warp, unsigned lane)
{
    const uint32_t *passed = &worker->merged.passed[worker->running.warp_number * SIM_WARP_SIZE];
    const struct exchange *own = exchange_of(worker, lane);
    unsigned missing = own->elsewhere & warp->exited;
    for (unsigned mask = own->mask & warp->exited; mask; mask &= mask - 1)
        if (passed[__builtin_ctz(mask)] & PASSED_BEHIND)
            missing |= mask & -mask;
    if (missing)
        instruments_missing(worker, lane, own->mask, missing);
}

/* Performs the operation for the lanes of the group and makes them ready. */
static void perform(struct worker *worker, struct warp *warp, unsigned group)
{
    unsigned first = (unsigned)__builtin_ctz(group);
    int operation = exchange_of(worker, first)->operation;
    if (warp->exchanging != group)
        note_elsewhere(worker, warp->exchanging & ~group, group, operation);
    if (operation == EXCHANGE_BARRIER) {
        instruments_exchange(worker, event_of(worker, first, EVENT_WARP_BARRIER), group);
    } else {
        if (operation >= EXCHANGE_SHUFFLE && operation < EXCHANGE_REDUCE)
            shuffle(worker, group, operation - EXCHANGE_SHUFFLE);
        else
            collective(worker, group, operation);
        instruments_exchange(worker, event_of(worker, first, EVENT_EXCHANGE), group);
    }
    worker->block.steps++;
    warp->exchanging &= ~group;
    warp->ready |= group;
    worker->block.progress = 1;
}

/* The waiting lanes of the mask that wait for the same operation with the same mask. */
static unsigned companions(struct worker *worker, struct warp *warp, const struct exchange *own)
{
    unsigned group = 0;
    for (unsigned mask = warp->exchanging & own->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        const struct exchange *other = exchange_of(worker, lane);
        if (other->operation == own->operation && other->mask == own->mask)
            group |= 1u << lane;
    }
    return group;
}

int exchange_complete(struct worker *worker, struct warp *warp)
{
    unsigned tried = 0;
    int done = 0;
    for (unsigned mask = warp->exchanging; mask; mask &= ~tried & (mask - 1)) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        const struct exchange *own = exchange_of(worker, lane);
        unsigned group = companions(worker, warp, own);
        unsigned needed = own->mask & warp->all & ~warp->exited;
        tried |= group | 1u << lane;
        if ((group >> lane & 1) && group == needed && !(group & warp->left)) {
            check_exited(worker, warp, lane);
            perform(worker, warp, group);
            /* of several groups, only the last one is followed to where its lanes diverge */
            warp->resumed = group;
            warp->resumed_at = event_of(worker, lane, EVENT_BLOCK);
            done = 1;
        }
    }
    return done;
}

/*
 * 1 if missing lanes wait at a block barrier that stands before the exchange: then
 * it is the barrier that the exchanging lanes have skipped.
 */
static int waits_behind_barrier(struct worker *worker, struct warp *warp, unsigned lane,
                                unsigned missing)
{
    const struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    unsigned at_barrier = missing & warp->at_barrier;
    return at_barrier && lanes[__builtin_ctz(at_barrier)].pc < lanes[lane].pc;
}

/* The lane to blame for an impossible exchange: one that is not in its own mask, or the first. */
static unsigned mistaken_lane(struct worker *worker, const struct warp *warp)
{
    for (unsigned mask = warp->exchanging; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (!(exchange_of(worker, lane)->mask >> lane & 1))
            return lane;
    }
    return (unsigned)__builtin_ctz(warp->exchanging);
}

int exchange_force(struct worker *worker, struct warp *warp)
{
    unsigned lane = mistaken_lane(worker, warp);
    struct exchange *own = exchange_of(worker, lane);
    unsigned group = companions(worker, warp, own) | 1u << lane;
    unsigned missing = own->mask & warp->all & ~warp->exited & ~group;
    if (waits_behind_barrier(worker, warp, lane, missing))
        return 0;
    instruments_missing(worker, lane, own->mask, missing);
    perform(worker, warp, group);
    return 1;
}

static inline void begin_waiting(struct worker *worker, struct exchange *exchange, uintptr_t pc)
{
    struct lane *lane = worker_lane(worker);
    lane->exchange = exchange;
    lane->pc = pc;
    worker->running.warp->exchanging |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

/* Apart from the usual case: that calls nothing but its end, and so saves no registers. */
static __attribute__((noinline)) void catch_up_and_wait(struct exchange *exchange, uintptr_t pc)
{
    ahead_catch_up();
    begin_waiting(this_worker, exchange, pc);
}

static void wait_for_others(struct exchange *exchange, uintptr_t pc)
{
    if (is_ahead())
        catch_up_and_wait(exchange, pc);
    else
        begin_waiting(this_worker, exchange, pc);
}

void sim_warp_barrier(unsigned int mask)
{
    struct exchange exchange = {.operation = EXCHANGE_BARRIER, .mask = mask};
    wait_for_others(&exchange, CALLER);
}

uint64_t sim_shuffle(enum sim_shuffle_kind kind, unsigned int mask, uint64_t value, size_t size,
                     unsigned int argument, int width, int *in_range)
{
    struct exchange exchange = {.operation = EXCHANGE_SHUFFLE + (int)kind,
                                .mask = mask,
                                .value = value,
                                .argument = argument,
                                .width = width,
                                .size = (unsigned)size};
    wait_for_others(&exchange, CALLER);
    if (in_range)
        *in_range = exchange.flag;
    return exchange.result;
}

unsigned int sim_ballot(unsigned int mask, int predicate)
{
    struct exchange exchange = {
        .operation = EXCHANGE_BALLOT, .mask = mask, .value = predicate != 0, .size = 4};
    wait_for_others(&exchange, CALLER);
    return (unsigned)exchange.result;
}

unsigned int sim_match_any(unsigned int mask, uint64_t value)
{
    struct exchange exchange = {
        .operation = EXCHANGE_MATCH_ANY, .mask = mask, .value = value, .size = 8};
    wait_for_others(&exchange, CALLER);
    return (unsigned)exchange.result;
}

unsigned int sim_match_all(unsigned int mask, uint64_t value, int *all_equal)
{
    struct exchange exchange = {
        .operation = EXCHANGE_MATCH_ALL, .mask = mask, .value = value, .size = 8};
    wait_for_others(&exchange, CALLER);
    if (all_equal)
        *all_equal = exchange.flag;
    return (unsigned)exchange.result;
}

unsigned int sim_reduce(enum sim_reduce_kind kind, unsigned int mask, unsigned int value)
{
    struct exchange exchange = {
        .operation = EXCHANGE_REDUCE + (int)kind, .mask = mask, .value = value, .size = 4};
    wait_for_others(&exchange, CALLER);
    return (unsigned)exchange.result;
}

/*
 * Which lanes are active is up to the hardware; here, those that reach the call
 * while no other lane of the warp can run. In the adversarial order: only the caller.
 */
unsigned int sim_active_mask(void)
{
    struct worker *worker = this_worker;
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    if (worker->run->backwards)
        return 1u << lane;
    worker_lane(worker)->pc = CALLER;
    worker->running.warp->at_strong |= 1u << lane;
    lane_leave(worker);
    return worker_lane(worker)->together;
}
