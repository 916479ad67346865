/*
 * The cost of issue and computation for a warp. A warp issues in order. Each result has a time at
 * which it is ready. The warp waits for a result to branch on it, to store it, or to give it to
 * another lane. Mere computations do not wait: the compiler has moved loads ahead of their uses,
 * within a basic block and across the iterations of an unrolled loop.
 */
#include "clock/warp_parts.h"

#include <stddef.h>

#include "clock/branches.h"
#include "clock/wide_integers.h"

void set_values(struct warp_time *warp, unsigned count)
{
    while (warp->values < count)
        warp->value[warp->values++] = (struct value){0};
}

/*
 * The unit takes that many cycles' work as soon as it can, from that time on. Returns when. nvcc
 * has sums and copies of integers made by the products' unit where the other one is busy.
 */
static double take_unit(const struct device *d, struct scheduler *s, unsigned unit, double from,
                        double busy)
{
    struct server *integer = &s->unit[UNIT_INTEGER], *product = &s->unit[UNIT_FLOAT];
    if (busy == 0)
        return from;
    if (unit == UNIT_BOTH && d->integer_units > 1) {
        from = take_unit(d, s, UNIT_INTEGER, from, busy / 2);
        take_unit(d, s, UNIT_FLOAT, from, busy / 2);
        return from;
    }
    struct server *server = unit < UNITS ? &s->unit[unit] : integer;
    if (unit == UNIT_EITHER && d->integer_units > 1 && product->free < integer->free)
        server = product;
    if (server->free > from)
        from = server->free;
    server->free = from + busy;
    return from;
}

double issue(struct multiprocessor *mp, struct warp_time *warp, const struct price *price,
             double instructions)
{
    struct scheduler *s = warp->scheduler;
    double slots = instructions; /* a division takes long, and most devices need none */
    if (mp->device->issue_width != 1)
        slots /= mp->device->issue_width;
    double start = s->slot.free > warp->time ? s->slot.free : warp->time;
    double turn = start, came = later(warp->due, warp->time);
    start = take_unit(mp->device, s, price->unit, start, instructions * price->busy);
    if (price->unit == UNIT_SPECIAL)
        mp->special += start - turn;
    s->slot.free = turn + slots;
    mp->instructions += instructions;
    spend(mp, warp, start + slots, TIME_ISSUE);
    /* Where it has waited for its turn, other warps issued between these instructions. */
    double wait = warp->unrolled ? 0 : mp->device->issue_wait;
    double behind_each = later(instructions - 1, 0) * wait;
    double behind_last = (instructions < 1 ? instructions : 1) * wait;
    warp->due = later(later(warp->due, start), came + behind_each) + slots + behind_last;
    return start;
}

/* A function that begins then occupies the units of its other instructions, too. */
static void take_units_of_function(struct multiprocessor *mp, const struct warp_time *warp,
                                   const struct operation *operation, double start)
{
    const struct device *d = mp->device;
    take_unit(d, warp->scheduler, UNIT_SPECIAL, start, operation->special * d->convert_issue);
    take_unit(d, warp->scheduler, UNIT_DOUBLE, start,
              operation->function.doubles * d->double_issue);
}

/* A function that is called in a loop belongs to the loop: it is inlined. */
void note_loops(struct warp_time *warp)
{
    warp->innermost = NULL;
    warp->unrolled = 0;
    for (unsigned i = 0; i <= warp->depth; i++) {
        const struct frame *frame = &warp->frame[i];
        if (!frame->loop)
            continue;
        warp->innermost = frame;
        warp->unrolled |= frame->loop != frame->rolled && frame->together > 1;
    }
}

#define WHOLE      32  /* iterations that nvcc unrolls at most, counters and all */
#define WHOLE_SIZE 410 /* operations of all of them, where the source does not ask it to */

/*
 * 1 if nvcc computes the operation at compile time: it depends on the iteration's number alone, in
 * a loop with a constant trip count that is unrolled as a whole. Counters and branches go only
 * where there are few iterations, as far as the warps that came by have shown. Where the loop is
 * too large, indices still follow from each other, but numbers of other types are computed.
 */
static int is_known(const struct warp_time *warp, const struct operation *operation,
                    const struct value *from)
{
    const struct frame *loop = warp->innermost;
    if (!loop || loop->kind != LOOP_CONSTANT || from->loads || from->varies ||
        (loop->loop == loop->rolled && !loop->known->is_whole))
        return 0;
    if (operation->kind == OPERATION_INTEGER || operation->kind == OPERATION_BRANCH)
        return loop->known->longest <= WHOLE && operation->from[0];
    if (operation->kind >= OPERATION_CONVERT &&
        loop->known->longest * loop->known->size > WHOLE_SIZE)
        return 0;
    return operation->kind < OPERATION_BRANCH;
}

/*
 * Indices and addresses are computed from a counter in a few operations, anew in each iteration. A
 * chain of more of them, from one iteration to the next, is the kernel's own work, as that of a
 * hash or of a generator of random numbers, of which nvcc leaves nothing out.
 */
#define JOINED_BY_WORK 16

/* 1 for the kernel's own work on integers. */
static int is_work(const struct operation *operation, const struct value *from)
{
    return operation->kind == OPERATION_INTEGER && from->joined >= JOINED_BY_WORK;
}

/*
 * 1 for what each lane compares and chooses by itself in an iteration, as where it stops at the
 * edge of an image: no unrolling leaves any of it out. The comparison that ends the loop is not of
 * these, nor those behind that end, which belong to the loop around it.
 */
static int is_choice(const struct warp_time *warp, const struct operation *operation,
                     const struct value *from)
{
    const struct frame *loop = warp->innermost;
    if (!loop || operation->kind != OPERATION_INTEGER || !from->varies)
        return 0;
    if (operation->to == OPERATION_FLAGS)
        return loop->basic_block < loop->known->last;
    return operation->from[0] == OPERATION_FLAGS;
}

/*
 * 1 for a branch that lanes can take or not, each by itself. One that ends a loop is not of these.
 */
static int parts_lanes(const struct warp_time *warp, const struct operation *operation,
                       const struct value *from)
{
    const struct frame *loop = warp->innermost;
    return operation->kind == OPERATION_BRANCH && (from->varies || from->loads) &&
           (!loop || loop->basic_block < loop->known->last);
}

/* Instructions that part the lanes before such a branch and join them behind it. */
#define PARTS_AND_JOINS 2

/* The branch's instructions. Those that nvcc predicates are issued behind it, by no lane. */
static double instructions_of_branch(struct multiprocessor *mp, struct warp_time *warp,
                                     const struct operation *operation)
{
    if (!branch_is_predicated(warp, operation))
        return 1 + PARTS_AND_JOINS;
    struct operation_side side = branch_skips(mp, warp, operation);
    pass_by(warp, side.instructions, side.loads, side.stores);
    return 0;
}

/* 1 for what counts, compares and finds addresses. */
static int is_overhead(const struct warp_time *warp, const struct operation *operation,
                       const struct value *from)
{
    if (is_work(operation, from) || is_choice(warp, operation, from))
        return 0;
    return operation->kind == OPERATION_BRANCH || operation->kind == OPERATION_JUMP ||
           (operation->kind == OPERATION_INTEGER && !from->loads);
}

/*
 * A GPU's instructions for one of the host's: less than 1 for the overhead of a loop that nvcc
 * unrolls. For the kernel's own work on integers there are instructions of three operands.
 */
static double share(const struct multiprocessor *mp, const struct warp_time *warp,
                    const struct operation *operation, const struct value *from, int overhead)
{
    if (operation->doubles && operation->from[0])
        return 0;
    if (is_work(operation, from))
        return mp->device->work_share;
    if (!overhead)
        return 1;
    return warp->unrolled ? mp->device->loop_share : mp->device->straight_share;
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
    const struct frame *loop = warp->innermost;
    return from->loads || (from->varies && loop && loop->kind == LOOP_DATA);
}

/*
 * A warp issues in order: before an instruction is issued, the one that is issued_ahead of them
 * earlier has its result, as nvcc finds no more to put between a result and its use. That loads
 * take time does not count, as they are moved ahead further, nor what a loop counts with. 0: try
 * again.
 */
static int keeps_order(struct multiprocessor *mp, struct warp_time *warp, double instructions)
{
    unsigned ahead = (unsigned)mp->device->issued_ahead;
    unsigned place = (unsigned)(warp->instructions + instructions);
    if (place == (unsigned)warp->instructions || warp->in_order[place % ahead] <= warp->time)
        return 1;
    spend(mp, warp, warp->in_order[place % ahead], TIME_RESULT);
    return warp->time <= mp->horizon;
}

/* The instructions have been issued, and have their result at that time. */
static void note_result(const struct multiprocessor *mp, struct warp_time *warp,
                        double instructions, double computed)
{
    unsigned ahead = (unsigned)mp->device->issued_ahead;
    warp->instructions += instructions;
    warp->in_order[(unsigned)warp->instructions % ahead] = computed;
}

/*
 * A comparison's result comes later than a number's: nvcc 13's code for sm_90 waits 13 cycles until
 * what is predicated or branches, as it seldom has something to put between. Unrolled loops have
 * their next iterations; and a loop's counter is compared before its body, as it needs nothing of
 * it.
 */
static void wait_behind_comparison(const struct device *d, struct warp_time *warp,
                                   const struct operation *operation, const struct value *from)
{
    const struct frame *loop = warp->innermost;
    int counts = loop && loop->kind != LOOP_DATA && !from->varies && !from->loads;
    if (operation->to == OPERATION_FLAGS && !warp->unrolled && !counts)
        warp->due += d->comparison_wait;
}

/* A branch that is left has to be resolved before the warp knows where it goes on. */
static void wait_behind_branch(const struct device *d, struct warp_time *warp, double instructions,
                               const struct operation *operation)
{
    if (operation->kind == OPERATION_BRANCH && !warp->unrolled &&
        !branch_is_predicated(warp, operation) && instructions > 0)
        warp->due += d->branch_wait;
}

/* Executes an operation that touches no memory. 0: try again. */
static int compute(struct multiprocessor *mp, struct warp_time *warp,
                   const struct operation *operation)
{
    if (!wait_for(mp, warp, &warp->awaited))
        return 0;
    struct value from = sources(warp, operation);
    from.varies |= (operation->doubles && !operation->from[0]) ||
                   (operation->kind == OPERATION_MOVE && operation->is_unknown);
    if (operation->to == OPERATION_FLAGS)
        warp->compares_unlike =
            operation->from[1] && value_at(warp, operation->from[0])->varies !=
                                      value_at(warp, operation->from[1])->varies;
    int wide = computes_wide(operation, &from), added = adds_to_product(operation, &from);
    mark_wide(operation, &from);
    if (operation->kind == OPERATION_MOVE || operation->is_whole || added || warp->left_out ||
        is_known(warp, operation, &from)) {
        set_value(value_at(warp, operation->to), from);
        return 1;
    }
    if (must_wait(warp, operation, &from)) {
        struct value awaited = from; /* of which alone another function sees the address */
        if (!wait_for(mp, warp, &awaited))
            return 0;
    }
    struct price price = price_of(mp->device, operation);
    if (wide)
        widen_price(mp->device, operation, &price);
    int overhead = is_overhead(warp, operation, &from), is_of_loop = overhead && warp->unrolled;
    double instructions = price.instructions * share(mp, warp, operation, &from, overhead);
    if (parts_lanes(warp, operation, &from))
        instructions = instructions_of_branch(mp, warp, operation);
    if (operation->to && !is_of_loop && !keeps_order(mp, warp, instructions))
        return 0;
    double start = issue(mp, warp, &price, instructions);
    wait_behind_comparison(mp->device, warp, operation, &from);
    wait_behind_branch(mp->device, warp, instructions, operation);
    if (operation->kind == OPERATION_FUNCTION)
        take_units_of_function(mp, warp, operation, start);
    if (!operation->to)
        return 1;
    if (from.ready > warp->issued) {
        warp->issued = from.ready;
        warp->issued_cause = (enum time_cause)from.cause;
    }
    double computed = from.computed > start ? from.computed : start;
    if (from.ready < start)
        from = (struct value){.ready = start,
                              .queue = TIME_RESULT,
                              .cause = TIME_RESULT,
                              .loads = from.loads,
                              .varies = from.varies,
                              .is_wide = from.is_wide,
                              .is_product = from.is_product,
                              .joined = from.joined};
    from.computed = computed;
    from.joined += from.joined < UINT8_MAX && operation->from[0] && operation->from[1];
    double latency = operation->doubles && operation->from[0] ? 0 : price.latency;
    from.ready += latency;
    from.computed += latency;
    if (!is_of_loop)
        note_result(mp, warp, instructions, from.computed);
    set_value(value_at(warp, operation->to), from);
    if (has_slow_path(operation)) {
        warp->frame[warp->depth].calls = 1; /* no load is moved ahead of the subroutine's call */
        warp->awaited = from;               /* its instructions need each other's results */
    }
    return 1;
}

/* A load that no event tells of, as of an argument on the stack: nobody knows the value ahead. */
static void load_unseen(struct warp_time *warp, const struct operation *operation)
{
    struct value value = sources(warp, operation);
    value.varies = 1;
    *value_at(warp, operation->to) = value;
}

int compute_until(struct multiprocessor *mp, struct warp_time *warp, unsigned end)
{
    struct frame *frame = &warp->frame[warp->depth];
    for (; frame->operation < end; frame->operation++) {
        const struct operation *operation = &frame->block->operation[frame->operation];
        if (operation->kind == OPERATION_LOAD && operation->to)
            load_unseen(warp, operation);
        if (operation->kind < OPERATION_LOAD && !compute(mp, warp, operation))
            return 0;
    }
    return 1;
}

double instructions_for_no_lane(struct multiprocessor *mp, struct warp_time *warp,
                                const struct operation *operation)
{
    struct value from = sources(warp, operation);
    if (operation->kind == OPERATION_MOVE || operation->is_whole ||
        is_known(warp, operation, &from))
        return 0;
    return share(mp, warp, operation, &from, is_overhead(warp, operation, &from));
}
