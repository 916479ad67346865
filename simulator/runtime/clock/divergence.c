#include "clock/divergence.h"

#include <string.h>

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
