/*
 * A warp over time. It issues in order what its basic blocks consist of; a result has a time
 * from which on it is there, and the warp waits for it where it must: to branch on it, to
 * store it, to hand it to another lane. What only computes does not wait: the compiler has
 * put loads ahead of what needs them, in one basic block and in the iterations of an inner
 * loop that it unrolls.
 */
#include "clock/multiprocessor.h"

#include <stddef.h>

#define UNKNOWN_BLOCK 6 /* instructions, where simcc could not read what a basic block does */

/* The warp's time passes until then. */
static void spend(struct multiprocessor *mp, struct warp_time *warp, double until,
                  enum time_cause cause)
{
    if (until <= warp->time)
        return;
    mp->cause[cause] += until - warp->time;
    places_add(warp->place, until - warp->time);
    warp->time = until;
}

/*
 * Waits for a result. Returns 0 if other warps come first then: what is to be done has to be
 * tried again.
 */
static int wait_for(struct multiprocessor *mp, struct warp_time *warp, const struct value *value)
{
    double wait = value->ready - warp->time;
    if (wait <= 0)
        return 1;
    double queued = value->queued < wait ? value->queued : wait;
    spend(mp, warp, warp->time + queued, (enum time_cause)value->queue);
    spend(mp, warp, value->ready, (enum time_cause)value->cause);
    return warp->time <= mp->horizon;
}

static void use(struct value *latest, const struct value *value)
{
    uint8_t loads = latest->loads > value->loads ? latest->loads : value->loads;
    uint8_t varies = latest->varies | value->varies;
    if (value->ready > latest->ready)
        *latest = *value;
    latest->loads = loads;
    latest->varies = varies;
}

static struct value sources(const struct warp_time *warp, const struct operation *operation)
{
    struct value latest = {0, 0, TIME_RESULT, TIME_RESULT, 0, 0};
    for (unsigned i = 0; i < sizeof operation->from; i++)
        if (operation->from[i])
            use(&latest, &warp->value[operation->from[i]]);
    return latest;
}

/* What an operation of that kind costs. */
struct price {
    unsigned unit;
    double busy; /* cycles of that unit, for each instruction */
    double instructions, latency;
};

static struct price price_of(const struct device *d, const struct operation *operation)
{
    switch (operation->kind) {
    case OPERATION_MULTIPLY: return (struct price){UNIT_FLOAT, d->multiply_issue, 1, d->latency};
    case OPERATION_DIVIDE:
        return (struct price){UNIT_INTEGER, d->integer_issue, d->integer_divide,
                              d->integer_divide_latency};
    case OPERATION_CONVERT:
        return (struct price){UNIT_SPECIAL, d->convert_issue, 1, 2 * d->latency};
    case OPERATION_FLOAT: return (struct price){UNIT_FLOAT, d->float_issue, 1, d->latency};
    case OPERATION_DOUBLE:
        return (struct price){UNIT_DOUBLE, d->double_issue, 1, d->double_latency};
    case OPERATION_FLOAT_DIVIDE:
        return (struct price){UNIT_FLOAT, d->float_issue, d->float_divide,
                              d->float_divide * d->latency};
    case OPERATION_DOUBLE_DIVIDE:
        return (struct price){UNIT_DOUBLE, d->double_issue, d->double_divide,
                              d->double_divide * d->double_latency};
    case OPERATION_FUNCTION:
        return (struct price){UNIT_FLOAT, d->float_issue, d->function, d->function * d->latency};
    case OPERATION_BRANCH:
    case OPERATION_JUMP: return (struct price){UNIT_INTEGER, 0, 1, 0};
    default: return (struct price){UNIT_INTEGER, d->integer_issue, 1, d->latency};
    }
}

/* The scheduler issues so many instructions for the warp; returns when the first is issued. */
static double issue(struct multiprocessor *mp, struct warp_time *warp, const struct price *price,
                    double instructions)
{
    struct scheduler *s = warp->scheduler;
    double slots = instructions / mp->device->issue_width, busy = instructions * price->busy;
    double start = s->slot.free > warp->time ? s->slot.free : warp->time;
    if (busy > 0 && s->unit[price->unit].free > start)
        start = s->unit[price->unit].free;
    s->slot.free = start + slots;
    if (busy > 0)
        s->unit[price->unit].free = start + busy;
    mp->instructions += instructions;
    spend(mp, warp, start + slots, TIME_ISSUE);
    return start;
}

/* What a function does that is called in such a loop is unrolled with it: it is inlined. */
static int is_unrolled(const struct warp_time *warp)
{
    for (unsigned i = 0; i <= warp->depth; i++) {
        const struct frame *frame = &warp->frame[i];
        if (frame->loop && frame->loop != frame->rolled && frame->together > 1)
            return 1;
    }
    return 0;
}

/* How many instructions a GPU needs for it: less than the host, in loops that nvcc unrolls. */
static double share(const struct multiprocessor *mp, const struct warp_time *warp,
                    const struct operation *operation, const struct value *from)
{
    if (operation->doubles && operation->from[0])
        return 0;
    int overhead = operation->kind == OPERATION_BRANCH || operation->kind == OPERATION_JUMP ||
                   (operation->kind == OPERATION_INTEGER && !from->loads);
    if (!overhead)
        return 1;
    return is_unrolled(warp) ? mp->device->loop_share : mp->device->straight_share;
}

/* A branch waits for what was loaded. Counters and indices are there before: nvcc sees to that. */
static int must_wait(const struct operation *operation, const struct value *from)
{
    return operation->kind == OPERATION_BRANCH && from->loads;
}

/* 0: try again. */
static int compute(struct multiprocessor *mp, struct warp_time *warp,
                   const struct operation *operation)
{
    struct value from = sources(warp, operation);
    from.varies |= operation->doubles && !operation->from[0];
    if (operation->kind == OPERATION_MOVE) {
        warp->value[operation->to] = from;
        return 1;
    }
    if (must_wait(operation, &from) && !wait_for(mp, warp, &from))
        return 0;
    struct price price = price_of(mp->device, operation);
    double start = issue(mp, warp, &price, price.instructions * share(mp, warp, operation, &from));
    if (!operation->to)
        return 1;
    if (from.ready > warp->issued)
        warp->issued = from.ready;
    if (from.ready < start)
        from = (struct value){start, 0, TIME_RESULT, TIME_RESULT, from.loads, from.varies};
    from.ready += operation->doubles && operation->from[0] ? 0 : price.latency;
    warp->value[operation->to] = from;
    return 1;
}

/* Takes the basic block's operations up to one of them. 0: try again. */
static int compute_until(struct multiprocessor *mp, struct warp_time *warp, unsigned end)
{
    struct frame *frame = &warp->frame[warp->depth];
    for (; frame->operation < end; frame->operation++)
        if (frame->block->operation[frame->operation].kind < OPERATION_LOAD &&
            !compute(mp, warp, &frame->block->operation[frame->operation]))
            return 0;
    return 1;
}

static int finish_basic_block(struct multiprocessor *mp, struct warp_time *warp)
{
    const struct operations *block = warp->frame[warp->depth].block;
    return !block || compute_until(mp, warp, block->count);
}

/* Goes to the frame of that depth: into a function, or out of some. 0: try again. */
static int go_to_depth(struct multiprocessor *mp, struct warp_time *warp, unsigned depth)
{
    if (depth == TRACE_DEPTH_UNKNOWN)
        return 1;
    while (warp->depth > depth) {
        if (!finish_basic_block(mp, warp))
            return 0;
        warp->depth--;
    }
    while (warp->depth < depth)
        warp->frame[++warp->depth] = (struct frame){0};
    return 1;
}

/*
 * Goes on to the operation of the event, if the basic block has it: stored to *operation, else
 * NULL is. 0: try again.
 */
static int reach(struct multiprocessor *mp, struct warp_time *warp, const struct trace_event *event,
                 const struct operation **operation)
{
    if (!go_to_depth(mp, warp, event->depth))
        return 0;
    const struct frame *frame = &warp->frame[warp->depth];
    const struct operations *block = frame->block;
    uint64_t distance = block ? event_pc(event->event) + mp->pc_shift - block->pc : 0;
    unsigned i = frame->operation;
    while (block && i < block->count &&
           (block->operation[i].kind < OPERATION_LOAD || block->operation[i].place != distance))
        i++;
    *operation = NULL;
    if (!block || i == block->count)
        return 1;
    *operation = &block->operation[i];
    return compute_until(mp, warp, i);
}

/* The event's operation is done. */
static void pass(struct warp_time *warp, const struct operation *operation)
{
    if (operation)
        warp->frame[warp->depth].operation++;
}

static int reads(const struct operation *operation, unsigned from)
{
    return operation->from[0] == from || operation->from[1] == from || operation->from[2] == from;
}

static int adds_a_register(const struct operations *block, unsigned counter)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const struct operation *o = &block->operation[i];
        if (o->to == counter && reads(o, counter) && o->from[0] && o->from[1])
            return 1;
    }
    return 0;
}

/*
 * 1 if the loop that ends with the basic block moves on by what is only known as it runs (a
 * stride): then nvcc cannot tell how many iterations are left, and does not unroll it.
 */
static int has_stride(const struct operations *block)
{
    const struct operation *comparison = NULL;
    for (uint32_t i = 0; block && i < block->count; i++)
        if (block->operation[i].to == OPERATION_FLAGS)
            comparison = &block->operation[i];
    if (!comparison)
        return 0;
    for (unsigned k = 0; k < sizeof comparison->from; k++)
        if (comparison->from[k] && adds_a_register(block, comparison->from[k]))
            return 1;
    return 0;
}

/* A loop has begun its next iteration: now and then its loads must have come. */
static void iterate(struct multiprocessor *mp, struct warp_time *warp, event_t first, event_t last)
{
    struct frame *frame = &warp->frame[warp->depth];
    if (frame->loop != first) {
        frame->loop = first;
        frame->loop_end = last;
        frame->iteration = 0;
        frame->together = has_stride(frame->block) ? 1 : (unsigned)mp->device->unrolled;
    }
    if (last > frame->loop_end)
        frame->loop_end = last;
    if (++frame->iteration % frame->together == 0) {
        wait_for(mp, warp, &warp->batch);
        warp->batch.ready = 0;
    }
}

static void begin_basic_block(struct multiprocessor *mp, struct warp_time *warp, event_t event)
{
    struct frame *frame = &warp->frame[warp->depth];
    event_t before = frame->basic_block;
    frame->basic_block = warp->place = event;
    if (frame->loop && (event < frame->loop || event > frame->loop_end))
        frame->loop = 0;
    if (event <= before)
        iterate(mp, warp, event, before);
    frame->block = operations_find(mp->operations, event_pc(event) + mp->pc_shift);
    frame->operation = 0;
    if (!frame->block) {
        struct price price = {UNIT_INTEGER, mp->device->integer_issue, 1, 0};
        issue(mp, warp, &price, UNKNOWN_BLOCK * mp->device->straight_share);
    }
}

static struct value value_of(const struct answer *answer, double later, const struct value *from)
{
    uint8_t loads = from->loads < UINT8_MAX ? from->loads + 1 : UINT8_MAX;
    return (struct value){answer->ready + later,
                          (float)answer->queued,
                          (uint8_t)answer->queue,
                          (uint8_t)answer->cause,
                          loads,
                          1};
}

/* A barrier waits until the block can see what was stored before: in shared memory, or in L1. */
static void note_store(const struct multiprocessor *mp, struct warp_time *warp,
                       const struct trace_event *event, const struct answer *answer)
{
    double seen = event->lines ? answer->issued + mp->device->store_latency
                               : answer->ready - mp->device->shared_latency;
    if (seen > warp->stored)
        warp->stored = seen;
}

static const struct price one_instruction = {UNIT_INTEGER, 0, 1, 0};

static int access(struct multiprocessor *mp, struct warp_time *warp,
                  const struct trace_event *event)
{
    const struct operation *operation;
    int is_load = !(event->event & EVENT_WRITE);
    if (!reach(mp, warp, event, &operation))
        return 0;
    warp->place = event->event;
    struct value from = operation ? sources(warp, operation) : warp->batch;
    /* One load may be on its way for the address of another; where there are more it is a chain. */
    if ((!is_load || (operation && from.loads > 1)) && !wait_for(mp, warp, &from))
        return 0;
    issue(mp, warp, &one_instruction, 1);
    const struct value *address = operation ? &warp->value[operation->from[0]] : NULL;
    int computed = address && (address->loads || address->varies);
    struct answer answer = event->lines ? memory_global(&mp->memory, &warp->block->requester, event,
                                                        computed, warp->time)
                                        : memory_shared(&mp->memory, event, computed, warp->time);
    double later = operation && from.ready > warp->time ? from.ready - warp->time : 0;
    spend(mp, warp, answer.issued, answer.queue);
    pass(warp, operation);
    if (!is_load)
        note_store(mp, warp, event, &answer);
    if (!is_load && (event->event & EVENT_CLASS) != EVENT_ATOMIC)
        return 1;
    struct value value = value_of(&answer, later, &from);
    if (operation && operation->to)
        warp->value[operation->to] = value;
    if (is_load)
        use(&warp->batch, &value);
    return 1;
}

static int exchange(struct multiprocessor *mp, struct warp_time *warp,
                    const struct trace_event *event)
{
    const struct operation *operation;
    if (!reach(mp, warp, event, &operation))
        return 0;
    warp->place = event->event;
    struct value from = operation ? sources(warp, operation) : warp->batch;
    if (!from.loads)
        use(&from, &warp->batch); /* what is exchanged was loaded, though it cannot be seen */
    if (!wait_for(mp, warp, &from))
        return 0;
    issue(mp, warp, &one_instruction, 1);
    struct answer answer = memory_exchange(&mp->memory, warp->time);
    spend(mp, warp, answer.issued, TIME_SHARED);
    struct value value = value_of(&answer, 0, &from);
    if (operation && operation->to)
        warp->value[operation->to] = value;
    else
        use(&warp->batch, &value);
    pass(warp, operation);
    return 1;
}

static int stop_at(struct multiprocessor *mp, struct warp_time *warp,
                   const struct trace_event *event)
{
    const struct operation *operation;
    if (!reach(mp, warp, event, &operation))
        return 0;
    warp->place = event->event;
    pass(warp, operation);
    issue(mp, warp, &one_instruction, 1);
    switch (event->event & EVENT_CLASS) {
    case EVENT_WARP_BARRIER:
        spend(mp, warp, warp->time + mp->device->warp_barrier, TIME_BARRIER);
        break;
    case EVENT_FENCE: spend(mp, warp, warp->time + mp->device->fence_latency, TIME_BARRIER); break;
    case EVENT_BARRIER: warp->at_barrier = 1; break;
    default: warp->at_grid_barrier = 1;
    }
    if (warp->at_barrier || warp->at_grid_barrier) {
        warp->frame[warp->depth].rolled = warp->frame[warp->depth].loop;
        double comes = warp->stored > warp->time ? warp->stored : warp->time;
        warp->arrived =
            server_serve(&mp->barriers, comes, mp->device->barrier_warp) + mp->device->barrier_warp;
    }
    return 1;
}

static int take(struct multiprocessor *mp, struct warp_time *warp, const struct trace_event *event)
{
    switch (event->event & EVENT_CLASS) {
    case EVENT_BLOCK:
        if (event->depth > warp->depth && event->depth != TRACE_DEPTH_UNKNOWN) {
            go_to_depth(mp, warp, event->depth); /* the function that calls goes on later */
        } else if (!go_to_depth(mp, warp, event->depth) || !finish_basic_block(mp, warp)) {
            return 0;
        }
        begin_basic_block(mp, warp, event->event);
        return 1;
    case EVENT_ACCESS:
    case EVENT_ATOMIC: return access(mp, warp, event);
    case EVENT_EXCHANGE: return exchange(mp, warp, event);
    default: return stop_at(mp, warp, event);
    }
}

/* What was not written down of the block takes as long as what was. */
static void go_on_alike(struct warp_time *warp)
{
    const struct trace *trace = warp->block->requester.trace;
    if (trace->events == trace->events_most && trace->work > trace->work_traced)
        warp->time = warp->begun +
                     (warp->time - warp->begun) * (double)trace->work / (double)trace->work_traced;
}

void warp_time_run(struct multiprocessor *mp, struct warp_time *warp)
{
    while (warp->time <= mp->horizon && !warp->at_barrier && !warp->at_grid_barrier) {
        if (warp->next < warp->trace->count)
            warp->next += (size_t)take(mp, warp, &warp->trace->events[warp->next]);
        else if (go_to_depth(mp, warp, 0) && finish_basic_block(mp, warp)) {
            go_on_alike(warp);
            warp->done = 1;
            return;
        }
    }
}
