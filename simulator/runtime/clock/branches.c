/*
 * The sides of branches, of which simcc has counted the instructions: see branches.h.
 */
#include "clock/branches.h"

#include "clock/warp_parts.h"

/*
 * The same of both sides together in a loop that nvcc unrolls, but for the last of the iterations
 * that it puts together: no branch around 20, and one around 22.
 */
#define PREDICATED_IN_LOOP 20
#define PUT_TOGETHER       4

/*
 * 1 if the warp is in a loop that nvcc unrolls, in an iteration that another one follows. Of one
 * that has a barrier it is known that it does not.
 */
static int is_followed(const struct warp_time *warp)
{
    const struct frame *loop = warp->innermost;
    return loop && loop->loop != loop->rolled && loop->together > 1 &&
           loop->iteration % PUT_TOGETHER != PUT_TOGETHER - 1;
}

int branch_is_predicated(const struct warp_time *warp, const struct operation *branch)
{
    if (branch->side.skipped.instructions == SIDE_JOINED)
        return 1;
    if (is_followed(warp))
        return branch->side.skipped.instructions + branch->side.other.instructions <=
               PREDICATED_IN_LOOP;
    return branch->side.skipped.instructions <= PREDICATED_MOST &&
           branch->side.other.instructions <= PREDICATED_MOST;
}

/* 1 if the basic block comes directly behind the one at hand. */
static int is_next(const struct multiprocessor *mp, const struct operations *block, uint64_t pc)
{
    size_t next = operations_from(mp->operations, block->pc + 1);
    return next < mp->operations->count && mp->operations->blocks[next]->pc == pc;
}

struct operation_side branch_skips(const struct multiprocessor *mp, const struct warp_time *warp,
                                   const struct operation *branch)
{
    static const struct operation_side none = {0, 0, 0};
    const struct trace_event *events = warp->trace->events, *next = &events[warp->next];
    const struct operations *block = warp->frame[warp->depth].block;
    size_t before = warp->next;
    if (warp->next == warp->trace->count || (next->event & EVENT_CLASS) != EVENT_BLOCK ||
        (next->depth != warp->depth && next->depth != TRACE_DEPTH_UNKNOWN))
        return none;
    while (before > 0 && (events[before - 1].event & EVENT_CLASS) != EVENT_BLOCK)
        before--;
    /* Where others execute the side for this warp, its instructions have been issued already. */
    if (before == 0 || events[before - 1].event != warp->frame[warp->depth].basic_block ||
        events[before - 1].lanes & ~next->lanes)
        return none;
    int is_joined = branch->side.skipped.instructions == SIDE_JOINED;
    if (is_next(mp, block, event_pc(next->event) + mp->pc_shift))
        return is_joined ? none : branch->side.other;
    return is_joined ? branch->side.other : branch->side.skipped;
}
