#include "clock/present.h"

#include "clock/memory_parts.h"
#include "report/what_if.h"

/* Those that an event shows by itself. */
#define SHOWN                                                                                      \
    (1u << COST_DIVERGENCE | 1u << COST_CONFLICTS | 1u << COST_UNCOALESCED | 1u << COST_BARRIERS | \
     1u << COST_ATOMICS)
#define ALL ((1u << COSTS) - 1)

/* all: the lanes of the event's warp. */
static unsigned costs_of(const struct trace *trace, const struct trace_event *event, unsigned all)
{
    struct requester requester = {.trace = trace};
    switch (event->event & EVENT_CLASS) {
    case EVENT_BLOCK: return event->lanes != all ? 1u << COST_DIVERGENCE : 0;
    case EVENT_ATOMIC: return 1u << COST_ATOMICS;
    case EVENT_EXCHANGE:
    case EVENT_FENCE: return 0;
    case EVENT_ACCESS:
        if (event->lines)
            return memory_is_uncoalesced(&requester, event) ? 1u << COST_UNCOALESCED : 0;
        return event->wavefronts > memory_least_wavefronts(event) ? 1u << COST_CONFLICTS : 0;
    default: return 1u << COST_BARRIERS;
    }
}

static unsigned costs_of_warp(const struct trace *trace, const struct trace_warp *warp)
{
    unsigned costs = 0;
    for (size_t i = 0; i < warp->count && costs != SHOWN; i++)
        costs |= costs_of(trace, &warp->events[i], warp->events[0].lanes);
    return costs;
}

unsigned present_costs(const struct sample *sample)
{
    unsigned costs = 0;
    for (unsigned k = 0; k < sample->count; k++)
        for (unsigned w = 0; w < sample->trace[k].warps && costs != SHOWN; w++)
            costs |= costs_of_warp(&sample->trace[k], &sample->trace[k].warp[w]);
    return costs | (ALL & ~SHOWN);
}
