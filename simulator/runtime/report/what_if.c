#include "report/what_if.h"

#include <stddef.h>

#include "base/allocate.h"
#include "report/shown.h"

const char *const cost_names[COSTS] = {
    [COST_DIVERGENCE] = "without divergence",
    [COST_CONFLICTS] = "without bank conflicts",
    [COST_UNCOALESCED] = "all accesses coalesced",
    [COST_BARRIERS] = "no waiting at barriers",
    [COST_LOADS] = "loads that answer at once",
    [COST_BANDWIDTH] = "memory of any bandwidth",
    [COST_ATOMICS] = "atomics at once",
    [COST_STARTS] = "blocks that start at once",
};

const char *const cost_keys[COSTS] = {
    [COST_DIVERGENCE] = "divergence",   [COST_CONFLICTS] = "bank_conflicts",
    [COST_UNCOALESCED] = "uncoalesced", [COST_BARRIERS] = "barriers",
    [COST_LOADS] = "load_latency",      [COST_BANDWIDTH] = "bandwidth",
    [COST_ATOMICS] = "atomics",         [COST_STARTS] = "block_starts",
};

static struct experiment *find(const struct experiments *experiments, unsigned costs,
                               struct line line)
{
    for (unsigned i = 0; i < experiments->count; i++) {
        struct experiment *e = &experiments->list[i];
        if (e->costs == costs && (costs || same_line(e->line, line)))
            return e;
    }
    return NULL;
}

void experiments_add(struct experiments *experiments, const struct experiment *one)
{
    struct experiment *entry = find(experiments, one->costs, one->line);
    if (!entry) {
        if (experiments->count == experiments->room) {
            experiments->room = experiments->room ? 2 * experiments->room : 32;
            experiments->list =
                allocate_again(experiments->list, experiments->room * sizeof *experiments->list);
        }
        entry = &experiments->list[experiments->count++];
        *entry = (struct experiment){.costs = one->costs, .line = one->line};
    }
    entry->launches += one->launches;
    entry->with += one->with;
    entry->without += one->without;
}

double experiment_change(const struct experiment *experiment)
{
    return experiment->with > 0 ? experiment->without / experiment->with - 1 : 0;
}

const struct experiment *experiments_find(const struct experiments *experiments, unsigned costs)
{
    return find(experiments, costs, (struct line){0});
}

double experiment_overlap(const struct experiments *experiments, const struct experiment *both)
{
    double overlap = experiment_change(both);
    for (unsigned cost = 0; cost < COSTS; cost++) {
        const struct experiment *alone =
            both->costs >> cost & 1 ? experiments_find(experiments, 1u << cost) : NULL;
        overlap -= alone ? experiment_change(alone) : 0;
    }
    return overlap;
}
