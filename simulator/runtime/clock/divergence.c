#include "clock/divergence.h"

#include <string.h>

#include "clock/branches.h"
#include "clock/line_cache.h"

void divergence_begins(struct resident_block *block)
{
    struct line_list *packed = &block->packed;
    if (packed->count)
        memset(packed->lines, 0, packed->room * sizeof *packed->lines);
    packed->count = 0;
}

/*
 * 1 if the warp is to execute a basic block with these lanes. An entry of the list counts the lanes
 * that came to it (`ready`, in warps) and the warps that executed it (`used`). A warp that has
 * executed the other side of a branch leaves this one to the warps that passed that by.
 */
static int executes(struct warp_time *warp, const struct trace_event *event, unsigned all)
{
    struct cached_line *entry = line_list_at(&warp->block->packed, event->event);
    int has_other_side = warp->executed && !(warp->executed & event->lanes);
    entry->ready += (double)__builtin_popcount(event->lanes) / __builtin_popcount(all);
    if (entry->ready < entry->used + (has_other_side ? 1 : 1e-9))
        return 0;
    entry->used++;
    return 1;
}

/* 1 if nvcc can predicate the operation. */
static int can_be_predicated(const struct operation *operation)
{
    switch (operation->kind) {
    case OPERATION_DIVIDE:
    case OPERATION_FLOAT_DIVIDE:
    case OPERATION_DOUBLE_DIVIDE:
    case OPERATION_BRANCH:
    case OPERATION_CALL: return 0;
    default: return 1;
    }
}

/* The instructions of a basic block, if nvcc can predicate them; else more than it ever does. */
static unsigned to_predicate(const struct multiprocessor *mp, event_t event)
{
    const struct operations *block =
        operations_find(mp->operations, event_pc(event) + mp->pc_shift);
    unsigned count = 0;
    if (!block)
        return PREDICATED_MOST + 1;
    for (uint32_t i = 0; i < block->count; i++) {
        const struct operation *operation = &block->operation[i];
        if (!can_be_predicated(operation))
            return PREDICATED_MOST + 1;
        if (operation->kind == OPERATION_FUNCTION)
            count += operation->function.instructions;
        else
            count += operation->kind != OPERATION_MOVE && operation->kind != OPERATION_JUMP;
    }
    return count;
}

/*
 * Adds the instructions of the events from i on, up or down, that have the same lanes, until they
 * are too many.
 */
static void count_side(const struct multiprocessor *mp, const struct trace_warp *trace, size_t i,
                       int step, unsigned *count)
{
    unsigned lanes = trace->events[i].lanes;
    for (; i < trace->count && trace->events[i].lanes == lanes; i += (size_t)step) {
        if ((trace->events[i].event & EVENT_CLASS) == EVENT_BLOCK)
            *count += to_predicate(mp, trace->events[i].event);
        if (*count > PREDICATED_MOST)
            return;
    }
}

int divergence_is_predicated(const struct multiprocessor *mp, const struct warp_time *warp)
{
    const struct trace_warp *trace = warp->trace;
    unsigned count = 0;
    count_side(mp, trace, warp->next, 1, &count);
    if (count > PREDICATED_MOST || warp->next == 0 ||
        trace->events[warp->next - 1].lanes != trace->events[warp->next].lanes)
        return count <= PREDICATED_MOST;
    count_side(mp, trace, warp->next - 1, -1, &count);
    return count <= PREDICATED_MOST;
}

int divergence_passes_by(struct warp_time *warp, const struct trace_event *event)
{
    unsigned all = warp->trace->events[0].lanes, class = event->event & EVENT_CLASS;
    if (class == EVENT_BARRIER || class == EVENT_GRID_BARRIER)
        return 0;
    if (class != EVENT_BLOCK)
        return warp->passed_by && !(event->lanes & ~warp->passed_by);
    warp->passed_by = 0;
    if (event->lanes == all) {
        warp->executed = 0;
        return 0;
    }
    if (!executes(warp, event, all)) {
        warp->passed_by = event->lanes;
        return 1;
    }
    warp->executed |= event->lanes;
    return 0;
}
