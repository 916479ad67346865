/*
 * A warp over time: its requests to memory, its exchanges and its barriers.
 */
#include "clock/warp_parts.h"

#include <math.h>
#include <stddef.h>

#include "clock/address_hash.h"
#include "clock/branches.h"
#include "clock/divergence.h"
#include "clock/memory_parts.h"

static struct value value_of(const struct answer *answer, double later, const struct value *from)
{
    uint8_t loads = from->loads < UINT8_MAX ? from->loads + 1 : UINT8_MAX;
    return (struct value){.ready = answer->ready + later,
                          .queued = (float)answer->queued,
                          .computed = answer->issued,
                          .queue = (uint8_t)answer->queue,
                          .cause = (uint8_t)answer->cause,
                          .loads = loads,
                          .varies = 1};
}

/* A barrier waits until the block can see all earlier stores, in shared memory or in L1. */
static void note_store(const struct multiprocessor *mp, struct warp_time *warp,
                       const struct trace_event *event, const struct answer *answer)
{
    double seen = event->lines ? answer->issued + mp->device->store_latency
                               : answer->ready - mp->device->shared_latency;
    if (seen > warp->stored)
        warp->stored = seen;
}

static const struct price one_instruction = {UNIT_INTEGER, 0, 1, 0};

/* A store whose value comes later: the block sees it when that has come. */
static void note_later_store(struct warp_time *warp, const struct value *from)
{
    if (from->ready > warp->stored)
        warp->stored = from->ready;
    if (from->ready <= warp->loaded)
        return;
    warp->loaded = from->ready;
    warp->loaded_cause = (enum time_cause)from->cause;
}

static void note_width(struct frame *frame, const struct trace_event *event)
{
    unsigned words = (1u << (event->event & EVENT_SIZE)) / 4;
    if (words > frame->width)
        frame->width = words;
}

/* The event's operation costs nothing: its result is there when its sources are. */
static int leave_out(struct warp_time *warp, const struct operation *operation,
                     const struct value *from)
{
    pass(warp, operation);
    if (operation && operation->to)
        *value_at(warp, operation->to) = *from;
    return 1;
}

/*
 * 1 if the store need not wait for its value now: it copies from global into shared memory, in a
 * loop that nvcc unrolls. The loads of all iterations come first then, the stores behind them. In
 * global memory a store may change what is loaded next, for all that nvcc knows.
 */
static int stores_later(const struct warp_time *warp, const struct trace_event *event,
                        const struct value *from)
{
    return (event->event & EVENT_CLASS) == EVENT_ACCESS && !event->lines && from->loads == 1 &&
           from->cause != TIME_SHARED && warp->unrolled;
}

/*
 * The value of an earlier load from the same addresses of shared memory, if the warp has neither
 * stored there nor synchronised since: nvcc loads once. NULL: there is none. Where a loaded value
 * determines the address, nvcc cannot know that it is the same.
 */
static const struct value *loaded_before(const struct warp_time *warp,
                                         const struct trace_event *event, const struct value *from)
{
    const struct known_loads *known = &warp->known;
    if (event->lines || !event->addresses || from->loads || event->attributes & TRACE_VOLATILE)
        return NULL;
    for (unsigned i = 0; i < known->count && i < LOADS_KNOWN; i++) {
        const struct known_load *load = &known->load[i];
        if (load->addresses == event->addresses && load->lanes == event->lanes &&
            load->what == (event->event & EVENT_SIZE))
            return &load->value;
    }
    return NULL;
}

static void keep_load(struct warp_time *warp, const struct trace_event *event,
                      const struct value *value)
{
    if (!event->lines && event->addresses)
        warp->known.load[warp->known.count++ % LOADS_KNOWN] = (struct known_load){
            event->addresses, event->lanes, event->event & EVENT_SIZE, event->attributes, *value};
}

#define VECTOR 16 /* bytes */

/*
 * The earlier load that brings the event's words along, if there is one. Where a loop that nvcc
 * unrolls loads words of shared memory side by side, it loads them by vectors of 16 bytes, as it
 * knows how arrays there are aligned. NULL: there is none.
 */
static const struct known_load *vector_of(const struct warp_time *warp,
                                          const struct trace_event *event, const struct value *from)
{
    const struct known_loads *known = &warp->known;
    event_t what = event->event & EVENT_SIZE;
    unsigned size = 1u << what;
    if (event->lines || from->loads || !warp->unrolled || size < 4 ||
        event->attributes & (TRACE_VOLATILE | TRACE_VECTOR))
        return NULL;
    uint32_t of_byte = known->count ? address_hash_of_byte(event->lanes) : 0;
    for (unsigned i = 0; i < known->count && i < LOADS_KNOWN; i++) {
        const struct known_load *load = &known->load[i];
        if (!(load->attributes & TRACE_VECTOR) || load->lanes != event->lanes || load->what != what)
            continue;
        for (unsigned bytes = size; bytes < VECTOR; bytes += size)
            if (load->addresses + of_byte * bytes == event->addresses)
                return load;
    }
    return NULL;
}

/* The event's words have come with that load. Many of them take wavefronts of their own. */
static int come_along(struct multiprocessor *mp, struct warp_time *warp,
                      const struct trace_event *event, const struct operation *operation,
                      const struct known_load *load)
{
    struct value value = load->value;
    if (!(load->attributes & TRACE_FEW)) {
        struct answer answer = memory_shared(&mp->memory, event, 0, warp->time);
        struct value later = value_of(&answer, 0, &value);
        later.loads = value.loads;
        use(&value, &later);
        keep_load(warp, event, &value);
    }
    return leave_out(warp, operation, &value);
}

/*
 * Instructions that find where the block's shared memory begins, once for all of a warp's accesses:
 * the block's number in its cluster, a constant, and both put together.
 */
#define SHARED_BASE 3

/*
 * Those before an atomic that one lane does for its warp: which lanes are there, the last of them,
 * the lane's own number, whether it is that one, and how many they are or what all of them have.
 */
#define ONE_LANE 5

/*
 * Counts instructions of nvcc's that the host's code lacks. Their time is a part of block_start and
 * of the atomics' constants, which were fitted to kernels that have them.
 */
static void count_instructions(struct multiprocessor *mp, struct warp_time *warp,
                               const struct trace_event *event, int computed)
{
    if (!event->lines && !warp->has_base) {
        warp->has_base = 1;
        mp->instructions += SHARED_BASE;
    }
    if (memory_is_done_by_one_lane(event, computed))
        mp->instructions += ONE_LANE;
}

static int access(struct multiprocessor *mp, struct warp_time *warp,
                  const struct trace_event *event)
{
    const struct operation *operation;
    int is_load = !(event->event & EVENT_WRITE);
    if (!reach(mp, warp, event, &operation))
        return 0;
    move_to(mp, warp, event->event);
    if (is_load)
        note_width(&warp->frame[warp->depth], event);
    struct value from = operation ? sources(warp, operation) : warp->batch;
    if (warp->left_out)
        return leave_out(warp, operation, &from);
    const struct value *before = is_load ? loaded_before(warp, event, &from) : NULL;
    if (before)
        return leave_out(warp, operation, before);
    const struct known_load *vector = is_load ? vector_of(warp, event, &from) : NULL;
    if (vector)
        return come_along(mp, warp, event, operation, vector);
    /* One load may be in flight for the address of another. More of them are a chain. */
    int later_store = !is_load && stores_later(warp, event, &from);
    if (((!is_load && !later_store) || (operation && from.loads > 1)) && !wait_for(mp, warp, &from))
        return 0;
    if (later_store)
        use(&warp->batch, &from);
    int is_sum = memory_is_shared_sum(event);
    issue(mp, warp, &one_instruction, is_sum ? memory_shared_sum_instructions(event) : 1);
    const struct value *address = operation ? value_at(warp, operation->from[0]) : NULL;
    int computed = address && (address->loads || address->varies);
    count_instructions(mp, warp, event, computed);
    const struct requester *requester = &warp->block->requester;
    struct answer answer = event->lines
                               ? memory_global(&mp->memory, requester, event, computed, warp->time)
                           : is_sum ? memory_shared_sum(&mp->memory, requester, event, warp->time)
                                    : memory_shared(&mp->memory, event, computed, warp->time);
    if (is_sum)
        issue(mp, warp, &one_instruction, memory_shared_sum_tries(&mp->memory, &answer));
    double later = operation && from.ready > warp->time ? from.ready - warp->time : 0;
    spend(mp, warp, answer.issued, answer.queue);
    pass(warp, operation);
    if (!is_load) {
        note_store(mp, warp, event, &answer);
        warp->known.count = event->lines ? warp->known.count : 0;
    }
    if (later_store)
        note_later_store(warp, &from);
    if (!is_load && (event->event & EVENT_CLASS) != EVENT_ATOMIC) {
        chain_note(&mp->chain, event, warp->time, answer.ready, &warp->seen);
        return 1;
    }
    struct value value = value_of(&answer, later, &from);
    if (operation && operation->to) {
        value.is_wide = operation->to < OPERATION_VECTOR && (event->event & EVENT_SIZE) == 3;
        *value_at(warp, operation->to) = value;
    }
    if (chain_note(&mp->chain, event, warp->time, answer.ready, &warp->seen))
        warp->awaited = value;
    if (is_load) {
        use(&warp->batch, &value);
        keep_load(warp, event, &value);
    }
    return 1;
}

static int exchange(struct multiprocessor *mp, struct warp_time *warp,
                    const struct trace_event *event)
{
    const struct operation *operation;
    if (!reach(mp, warp, event, &operation))
        return 0;
    move_to(mp, warp, event->event);
    struct value from = operation ? sources(warp, operation) : warp->batch;
    if (warp->left_out)
        return leave_out(warp, operation, &from);
    if (!from.loads)
        use(&from, &warp->batch); /* the exchanged value was loaded, invisibly to the trace */
    if (!wait_for(mp, warp, &from))
        return 0;
    issue(mp, warp, &one_instruction, 1);
    struct answer answer = memory_exchange(&mp->memory, warp->time);
    spend(mp, warp, answer.issued, TIME_SHARED);
    struct value value = value_of(&answer, 0, &from);
    if (operation && operation->to)
        *value_at(warp, operation->to) = value;
    else
        use(&warp->batch, &value);
    pass(warp, operation);
    return 1;
}

/* The warp comes to a barrier of the block or the grid, which takes one warp after another. */
static void meet(struct multiprocessor *mp, struct warp_time *warp, unsigned class)
{
    double comes = warp->stored > warp->time ? warp->stored : warp->time;
    warp->at_barrier = class == EVENT_BARRIER;
    warp->at_grid_barrier = !warp->at_barrier;
    warp->arrived =
        server_serve(&mp->barriers, comes, mp->device->barrier_warp) + mp->device->barrier_warp;
}

static int stop_at(struct multiprocessor *mp, struct warp_time *warp,
                   const struct trace_event *event)
{
    const struct operation *operation;
    unsigned class = event->event & EVENT_CLASS;
    int is_barrier = class != EVENT_WARP_BARRIER && class != EVENT_FENCE;
    if (!reach(mp, warp, event, &operation))
        return 0;
    move_to(mp, warp, event->event);
    pass(warp, operation);
    warp->known.count = 0;
    if (is_barrier) {
        warp->frame[warp->depth].rolled = warp->frame[warp->depth].loop;
        note_loops(warp);
    }
    if (warp->left_out) {
        warp->left_out = 0; /* another line follows */
        return 1;
    }
    if (is_barrier && without_cost(&mp->without, COST_BARRIERS))
        return 1; /* its instruction is not there, either */
    issue(mp, warp, &one_instruction, 1);
    if (class == EVENT_WARP_BARRIER)
        spend(mp, warp, warp->time + mp->device->warp_barrier, TIME_BARRIER);
    else if (class == EVENT_FENCE)
        spend(mp, warp, warp->time + mp->device->fence_latency, TIME_BARRIER);
    else
        meet(mp, warp, class);
    return 1;
}

static int take(struct multiprocessor *mp, struct warp_time *warp, const struct trace_event *event)
{
    switch (event->event & EVENT_CLASS) {
    case EVENT_BLOCK: return enter_basic_block(mp, warp, event);
    case EVENT_ACCESS:
    case EVENT_ATOMIC: return access(mp, warp, event);
    case EVENT_EXCHANGE: return exchange(mp, warp, event);
    default: return stop_at(mp, warp, event);
    }
}

/* The part of the block beyond its trace is extrapolated from the traced part. */
static void go_on_alike(struct warp_time *warp)
{
    const struct trace *trace = warp->block->requester.trace;
    if (trace_is_cut(trace))
        warp->time = warp->begun +
                     (warp->time - warp->begun) * (double)trace->work / (double)trace->work_traced;
}

/* 1 if nvcc predicates what the branch of the basic block at hand can pass by. */
static int is_behind_predicated(const struct warp_time *warp)
{
    const struct operations *block = warp->frame[warp->depth].block;
    if (!block || !block->count)
        return 0;
    const struct operation *last = &block->operation[block->count - 1];
    return last->kind == OPERATION_BRANCH && branch_is_predicated(warp, last);
}

/* The warp issues the instructions of a basic block that it passes by, if nvcc predicates them. */
static void issue_predicated(struct multiprocessor *mp, struct warp_time *warp, event_t event)
{
    const struct operations *block =
        operations_find(mp->operations, event_pc(event) + mp->pc_shift);
    if (!block || !is_behind_predicated(warp))
        return;
    unsigned loads = 0, stores = 0;
    double instructions = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        loads += block->operation[i].kind == OPERATION_LOAD;
        stores += block->operation[i].kind == OPERATION_STORE;
        instructions += instructions_for_no_lane(mp, warp, &block->operation[i]);
    }
    pass_by(warp, instructions, loads, stores);
}

/*
 * 1 if the warp passes its next event by, which is asked but once. Others then load and store for
 * it: the memory has as much to do.
 */
static int passes_by(struct multiprocessor *mp, struct warp_time *warp)
{
    const struct trace_event *event = &warp->trace->events[warp->next];
    if (!without_cost(&mp->without, COST_DIVERGENCE) || warp->looked_at == warp->next + 1)
        return 0;
    warp->looked_at = warp->next + 1;
    if (!divergence_passes_by(warp, event))
        return 0;
    if ((event->event & EVENT_CLASS) == EVENT_BLOCK)
        issue_predicated(mp, warp, event->event);
    if (event->lines)
        memory_global(&mp->memory, &warp->block->requester, event, 1, warp->time);
    return 1;
}

void warp_time_run(struct multiprocessor *mp, struct warp_time *warp)
{
    while (warp->time <= mp->horizon && !warp->at_barrier && !warp->at_grid_barrier) {
        if (warp->passed.instructions > 0)
            issue_passed(mp, warp);
        else if (warp->next < warp->trace->count && passes_by(mp, warp))
            warp->next++;
        else if (warp->next < warp->trace->count)
            warp->next += (size_t)take(mp, warp, &warp->trace->events[warp->next]);
        else if (finish_functions(mp, warp, 0)) {
            go_on_alike(warp);
            warp->done = 1;
            return;
        }
    }
}
