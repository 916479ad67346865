/*
 * The cost of issue and computation for a warp. A warp issues in order. Each result has a time at
 * which it is ready. The warp waits for a result to branch on it, to store it, or to give it to
 * another lane. Mere computations do not wait: the compiler has moved loads ahead of their uses,
 * within a basic block and across the iterations of an unrolled loop.
 */
#include "clock/warp_parts.h"

#include <stddef.h>

#include "view/model.h"

void show_span(const struct multiprocessor *mp, const struct warp_time *warp, double until,
               enum time_cause cause, size_t step)
{
    struct view_doing doing = {cause, warp->position, (uint32_t)step};
    view_model_span(mp->view, warp->block->requester.instance, (unsigned)(warp - warp->block->warp),
                    warp->time, until, doing);
}

void move_to(const struct multiprocessor *mp, struct warp_time *warp, event_t event)
{
    warp->position = event;
    warp->left_out = mp->without.count && without_event(&mp->without, event);
}

void charge(struct multiprocessor *mp, const struct warp_time *warp, double until,
            enum time_cause cause)
{
    mp->cause[cause] += until - warp->time;
    if (mp->charges)
        pc_cycles_add(warp->position, until - warp->time);
}

void spend(struct multiprocessor *mp, struct warp_time *warp, double until, enum time_cause cause)
{
    if (until <= warp->time)
        return;
    charge(mp, warp, until, cause);
    if (mp->view)
        show_span(mp, warp, until, cause, warp->next);
    warp->time = until;
}

int wait_for(struct multiprocessor *mp, struct warp_time *warp, const struct value *value)
{
    double wait = value->ready - warp->time;
    if (wait <= 0)
        return 1;
    double queued = value->queued < wait ? value->queued : wait;
    spend(mp, warp, warp->time + queued, (enum time_cause)value->queue);
    spend(mp, warp, value->ready, (enum time_cause)value->cause);
    return warp->time <= mp->horizon;
}

void use(struct value *latest, const struct value *value)
{
    uint8_t loads = latest->loads > value->loads ? latest->loads : value->loads;
    uint8_t varies = latest->varies | value->varies;
    uint8_t joined = latest->joined > value->joined ? latest->joined : value->joined;
    if (value->ready > latest->ready)
        *latest = *value;
    latest->loads = loads;
    latest->varies = varies;
    latest->joined = joined;
}

struct value sources(const struct warp_time *warp, const struct operation *operation)
{
    struct value latest = {0, 0, TIME_RESULT, TIME_RESULT, 0, 0, 0};
    for (unsigned i = 0; i < sizeof operation->from; i++)
        if (operation->from[i])
            use(&latest, &warp->value[operation->from[i]]);
    return latest;
}

/* That of a mathematical function of so many instructions, one after another. */
static struct price price_of_function(const struct device *d, double instructions)
{
    return (struct price){UNIT_FLOAT, d->float_issue, instructions, instructions * d->latency};
}

/* The cost of an operation of that kind. */
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
    case OPERATION_EXPONENTIAL: return price_of_function(d, d->exponential);
    case OPERATION_TRIGONOMETRIC: return price_of_function(d, d->trigonometric);
    case OPERATION_FUNCTION: return price_of_function(d, d->function);
    case OPERATION_BRANCH:
    case OPERATION_JUMP: return (struct price){UNIT_INTEGER, 0, 1, 0};
    default: return (struct price){UNIT_INTEGER, d->integer_issue, 1, d->latency};
    }
}

double issue(struct multiprocessor *mp, struct warp_time *warp, const struct price *price,
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

/*
 * The innermost loop around the warp's position. A function called in a loop belongs to the loop:
 * it is inlined.
 */
static const struct frame *innermost_loop(const struct warp_time *warp)
{
    for (unsigned i = warp->depth + 1; i-- > 0;)
        if (warp->frame[i].loop)
            return &warp->frame[i];
    return NULL;
}

int is_unrolled(const struct warp_time *warp)
{
    for (unsigned i = 0; i <= warp->depth; i++) {
        const struct frame *frame = &warp->frame[i];
        if (frame->loop && frame->loop != frame->rolled && frame->together > 1)
            return 1;
    }
    return 0;
}

/*
 * 1 if nvcc computes the operation at compile time: it depends on the iteration's number alone, in
 * a loop with a constant trip count that is unrolled as a whole.
 */
static int is_known(const struct warp_time *warp, const struct operation *operation,
                    const struct value *from)
{
    const struct frame *loop = innermost_loop(warp);
    return loop && loop->kind == LOOP_CONSTANT && loop->loop != loop->rolled && !from->loads &&
           !from->varies && operation->kind != OPERATION_INTEGER &&
           operation->kind < OPERATION_BRANCH;
}

/*
 * Indices and addresses are computed from a counter in a few operations, anew in each iteration. A
 * chain of more of them, from one iteration to the next, is the kernel's own work, as that of a
 * hash or of a generator of random numbers, of which nvcc leaves nothing out.
 */
#define JOINED_BY_WORK 16

/*
 * A GPU's instructions for one of the host's: less than 1 for loop overhead, above all where nvcc
 * unrolls. So it is for the kernel's own work on integers: there are instructions of three operands
 * for sums, for logic, for a shift and a sum, and some are products and sums on the other unit.
 */
static double share(const struct multiprocessor *mp, const struct warp_time *warp,
                    const struct operation *operation, const struct value *from)
{
    if (operation->doubles && operation->from[0])
        return 0;
    if (operation->kind == OPERATION_INTEGER && from->joined >= JOINED_BY_WORK)
        return mp->device->work_share;
    int overhead = operation->kind == OPERATION_BRANCH || operation->kind == OPERATION_JUMP ||
                   (operation->kind == OPERATION_INTEGER && !from->loads);
    if (!overhead)
        return 1;
    return is_unrolled(warp) ? mp->device->loop_share : mp->device->straight_share;
}

/*
 * 1 for a division or root that is rounded right: nvcc looks at the operands and branches, to a
 * subroutine for those that are very large or small.
 */
static int has_slow_path(const struct operation *operation)
{
    return operation->kind == OPERATION_FLOAT_DIVIDE || operation->kind == OPERATION_DOUBLE_DIVIDE;
}

/*
 * A branch waits for loaded values. In a loop whose own results decide whether it continues, it
 * waits for these, too. Counters and indices are ready earlier: nvcc sees to that. A division's
 * branch waits for its operands.
 */
static int must_wait(const struct warp_time *warp, const struct operation *operation,
                     const struct value *from)
{
    if (has_slow_path(operation))
        return 1;
    if (operation->kind != OPERATION_BRANCH)
        return 0;
    const struct frame *loop = innermost_loop(warp);
    return from->loads || (from->varies && loop && loop->kind == LOOP_DATA);
}

int compute(struct multiprocessor *mp, struct warp_time *warp, const struct operation *operation)
{
    if (!wait_for(mp, warp, &warp->awaited))
        return 0;
    struct value from = sources(warp, operation);
    from.varies |= operation->doubles && !operation->from[0];
    if (operation->to == OPERATION_FLAGS)
        warp->compares_unlike = operation->from[1] && warp->value[operation->from[0]].varies !=
                                                          warp->value[operation->from[1]].varies;
    if (operation->kind == OPERATION_MOVE || warp->left_out || is_known(warp, operation, &from)) {
        warp->value[operation->to] = from;
        return 1;
    }
    if (must_wait(warp, operation, &from) && !wait_for(mp, warp, &from))
        return 0;
    struct price price = price_of(mp->device, operation);
    double start = issue(mp, warp, &price, price.instructions * share(mp, warp, operation, &from));
    if (!operation->to)
        return 1;
    if (from.ready > warp->issued)
        warp->issued = from.ready;
    if (from.ready < start)
        from = (struct value){start,      0,           TIME_RESULT, TIME_RESULT,
                              from.loads, from.varies, from.joined};
    from.joined += from.joined < UINT8_MAX && operation->from[0] && operation->from[1];
    from.ready += operation->doubles && operation->from[0] ? 0 : price.latency;
    warp->value[operation->to] = from;
    if (has_slow_path(operation)) {
        warp->frame[warp->depth].calls = 1; /* no load is moved ahead of the subroutine's call */
        warp->awaited = from;               /* its instructions need each other's results */
    }
    return 1;
}

void issue_for_no_lane(struct multiprocessor *mp, struct warp_time *warp,
                       const struct operation *operation)
{
    struct value from = sources(warp, operation);
    struct price slot = {UNIT_INTEGER, 0, 1, 0};
    if (operation->kind != OPERATION_MOVE && !is_known(warp, operation, &from))
        issue(mp, warp, &slot, share(mp, warp, operation, &from));
}
