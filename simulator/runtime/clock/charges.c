/*
 * What a warp's time goes to: causes, positions in the program, and spans of the view.
 */
#include "clock/warp_parts.h"

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

/*
 * Of the time until then, that goes into instructions, the part for which a GPU's warp waits for
 * loads. The model lets a warp go on where its operands are still on their way, and so lets one
 * warp do both at a time; a GPU's warp does one after the other, and other warps issue meanwhile.
 * So a half of such time counts for each.
 */
static double waits_meanwhile(const struct warp_time *warp, double until, enum time_cause cause)
{
    double overlap = (until < warp->issued ? until : warp->issued) - warp->time;
    if ((cause != TIME_ISSUE && cause != TIME_RESULT) || overlap <= 0)
        return 0;
    return overlap / 2;
}

void charge(struct multiprocessor *mp, const struct warp_time *warp, double until,
            enum time_cause cause)
{
    double waits = waits_meanwhile(warp, until, cause);
    if (waits > 0) {
        mp->meanwhile[warp->issued_cause] += waits;
        mp->meanwhile[cause] -= waits;
    }
    mp->cause[cause] += until - warp->time;
    if (mp->charges)
        pc_cycles_add(warp->position, until - warp->time);
}

void advance(struct multiprocessor *mp, struct warp_time *warp, double until, enum time_cause cause)
{
    charge(mp, warp, until, cause);
    if (mp->view)
        show_span(mp, warp, until, cause, warp->next);
    warp->time = until;
}

int wait_longer(struct multiprocessor *mp, struct warp_time *warp, const struct value *value)
{
    double wait = value->ready - warp->time;
    double queued = value->queued < wait ? value->queued : wait;
    spend(mp, warp, warp->time + queued, (enum time_cause)value->queue);
    spend(mp, warp, value->ready, (enum time_cause)value->cause);
    return warp->time <= mp->horizon;
}
