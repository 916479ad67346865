/*
 * The way of a warp through basic blocks, functions and loops. nvcc unrolls loops where it can.
 */
#include "clock/warp_parts.h"

#include <stddef.h>

/*
 * Instructions of every kernel that the host's code lacks: the stack's pointer, parameters that are
 * loaded from constant memory, the descriptor of global memory, the end. Their time is a part of
 * block_start, which was fitted to blocks that have them.
 */
#define KERNEL_OWN 6

#define UNKNOWN_BLOCK 6 /* instructions of a basic block that simcc could not read */

/* The registers that a called function gives back as they were: rbx, rbp, r12 to r15. */
static const uint8_t kept_registers[KEPT_REGISTERS] = {2, 7, 13, 14, 15, 16};

static void keep_registers(struct warp_time *warp, struct frame *frame)
{
    for (unsigned i = 0; i < KEPT_REGISTERS; i++)
        frame->kept[i] = *value_at(warp, kept_registers[i]);
}

static void restore_registers(struct warp_time *warp, const struct frame *frame)
{
    for (unsigned i = 0; i < KEPT_REGISTERS; i++)
        *value_at(warp, kept_registers[i]) = frame->kept[i];
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
        restore_registers(warp, &warp->frame[warp->depth--]);
        note_loops(warp);
    }
    while (warp->depth < depth) {
        warp->frame[++warp->depth] = (struct frame){0};
        keep_registers(warp, &warp->frame[warp->depth]);
        note_loops(warp);
    }
    return 1;
}

/* The next call in the frame's basic block; the block's end if there is none. */
static unsigned next_call(const struct frame *frame)
{
    const struct operations *block = frame->block;
    unsigned i = frame->operation;
    while (block && i < block->count && block->operation[i].kind != OPERATION_CALL)
        i++;
    return i;
}

static int has_call(const struct frame *frame)
{
    return frame->block && next_call(frame) < frame->block->count;
}

/*
 * A function calls another one: it goes on up to the call, so that its arguments are computed. 0:
 * try again.
 */
static int go_to_call(struct multiprocessor *mp, struct warp_time *warp, unsigned depth)
{
    if (!has_call(&warp->frame[warp->depth]))
        return go_to_depth(mp, warp, depth); /* the calling function continues later */
    unsigned call = next_call(&warp->frame[warp->depth]);
    if (!compute_until(mp, warp, call))
        return 0;
    warp->frame[warp->depth].operation = call + 1;
    return go_to_depth(mp, warp, depth);
}

/* 1 if the basic block begins the same function once more, which another call has called. */
static int is_called_again(const struct warp_time *warp, const struct trace_event *event)
{
    return warp->depth && event->depth == warp->depth &&
           event->event == warp->frame[warp->depth].entry &&
           has_call(&warp->frame[warp->depth - 1]);
}

int reach(struct multiprocessor *mp, struct warp_time *warp, const struct trace_event *event,
          const struct operation **operation)
{
    if (!go_to_depth(mp, warp, event->depth) || !wait_for(mp, warp, &warp->awaited))
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
        return wait_until_due(mp, warp);
    *operation = &block->operation[i];
    return compute_until(mp, warp, i) && wait_until_due(mp, warp);
}

void pass(struct warp_time *warp, const struct operation *operation)
{
    if (operation)
        warp->frame[warp->depth].operation++;
}

/*
 * How many iterations have their loads under way together. Loaded values need registers: the wider
 * they are, the fewer. Where the number of iterations is each lane's own, there are few at most.
 */
static unsigned iterations_together(const struct multiprocessor *mp, const struct warp_time *warp)
{
    const struct frame *frame = &warp->frame[warp->depth];
    unsigned together = frame->calls ? 1 : frame->together / frame->width;
    unsigned few = (unsigned)mp->device->unrolled_unequal;
    if (frame->kind == LOOP_COUNTED && warp->compares_unlike && together > few)
        together = few;
    return together ? together : 1;
}

/*
 * What a counter of 64 bits needs more than one of 32 in an iteration: a second instruction each
 * for the sum, for the comparison and for the address (nvcc 13, sm_90). In loops that are unrolled,
 * the iterations share them.
 */
#define WIDE_COUNTER 3

/* The warp is in a loop with this back edge from now on. */
static void enter_loop(struct multiprocessor *mp, struct frame *frame, event_t first, event_t last)
{
    if (frame->loop != first) {
        frame->loop = first;
        frame->loop_end = last;
        frame->iteration = 0;
        frame->width = 1;
        frame->calls = 0;
    }
    frame->known = loop_known(mp, first, last);
    frame->kind = frame->known->kind;
    frame->together = frame->known->together;
}

/*
 * A loop has begun its next iteration: after each group of unrolled ones, the loads must have
 * arrived.
 */
static void iterate(struct multiprocessor *mp, struct warp_time *warp, event_t first, event_t last)
{
    struct frame *frame = &warp->frame[warp->depth];
    if (frame->loop != first ||
        (frame->known->jumps && last < frame->known->last && !ends_with_jump(mp, last)))
        enter_loop(mp, frame, first, last);
    if (last > frame->loop_end)
        frame->loop_end = last;
    if (frame->iteration >= frame->known->longest)
        frame->known->longest = frame->iteration + 1;
    if (frame->known->is_wide && !warp->left_out) {
        struct price price = {UNIT_INTEGER, mp->device->integer_issue, 1, 0};
        issue(mp, warp, &price, WIDE_COUNTER);
    }
    if (++frame->iteration % iterations_together(mp, warp) == 0) {
        wait_for(mp, warp, &warp->batch);
        warp->batch.ready = 0;
    }
}

/* The same as operations_find, without a search where the basic block was met lately. */
static const struct operations *find_operations(struct multiprocessor *mp, uint64_t pc)
{
    const struct operations **found = &mp->found[pc % BLOCKS_FOUND];
    if (!*found || (*found)->pc != pc)
        *found = operations_find(mp->operations, pc);
    return *found;
}

static void begin_basic_block(struct multiprocessor *mp, struct warp_time *warp, event_t event)
{
    struct frame *frame = &warp->frame[warp->depth];
    event_t before = frame->basic_block;
    frame->basic_block = event;
    if (!before)
        frame->entry = event;
    move_to(mp, warp, event);
    if (frame->loop && (event < frame->loop || event > frame->loop_end))
        frame->loop = 0;
    if (event <= before)
        iterate(mp, warp, event, before);
    note_loops(warp);
    frame->block = find_operations(mp, event_pc(event) + mp->pc_shift);
    frame->operation = 0;
    if (!before && !warp->depth)
        mp->instructions += KERNEL_OWN;
    if (!frame->block && !warp->left_out) {
        struct price price = {UNIT_INTEGER, mp->device->integer_issue, 1, 0};
        issue(mp, warp, &price, UNKNOWN_BLOCK * mp->device->straight_share);
    }
}

int finish_functions(struct multiprocessor *mp, struct warp_time *warp, unsigned depth)
{
    return go_to_depth(mp, warp, depth) && finish_basic_block(mp, warp);
}

/*
 * A basic block's accesses to arrays in local memory: an instruction for each, and one that makes
 * an address of the index, which all of them take.
 */
static void use_local(struct multiprocessor *mp, struct warp_time *warp,
                      const struct trace_local *local)
{
    static const struct price price = {UNIT_INTEGER, 0, 1, 0};
    issue(mp, warp, &price, local->requests + 1);
    spend(mp, warp, memory_local(&mp->memory, local, warp->time), TIME_L1);
}

/* A basic block's accesses to so many addresses in constant memory. */
static void use_constants(struct multiprocessor *mp, struct warp_time *warp, unsigned addresses)
{
    double until = memory_constant(&mp->memory, addresses, warp->time);
    mp->constants += until - warp->time;
    spend(mp, warp, until, TIME_L1);
}

int enter_basic_block(struct multiprocessor *mp, struct warp_time *warp,
                      const struct trace_event *event)
{
    if (!wait_until_due(mp, warp))
        return 0;
    if (is_called_again(warp, event) && !go_to_depth(mp, warp, event->depth - 1u))
        return 0;
    if (event->depth > warp->depth && event->depth != TRACE_DEPTH_UNKNOWN) {
        if (!go_to_call(mp, warp, event->depth))
            return 0;
    } else if (!finish_functions(mp, warp, event->depth)) {
        return 0;
    }
    begin_basic_block(mp, warp, event->event);
    if (event->wavefronts && !warp->left_out)
        use_constants(mp, warp, event->wavefronts);
    if (event->first_line && !warp->left_out)
        use_local(mp, warp, &event->local);
    return 1;
}
