/*
 * What if: a launch's modelled time with one cost taken away, or two. Each comes from a run of the
 * model of its own. A share of the warps' time does not say it: where a wait goes away, another may
 * take its place.
 */
#ifndef WHAT_IF_H
#define WHAT_IF_H

#include <stdint.h>

#include "report/lines.h"

/* The costs that can be taken away, besides the instructions of a line. */
enum cost {
    COST_DIVERGENCE,
    COST_CONFLICTS,   /* bank conflicts */
    COST_UNCOALESCED, /* loads and stores of global memory that are not coalesced */
    COST_BARRIERS,    /* waiting at __syncthreads, __syncwarp and a grid's barrier */
    COST_LOADS,       /* latency of global memory, L2 and L1; their bandwidth remains */
    COST_BANDWIDTH,   /* of the memory and of L2; the latency remains */
    COST_ATOMICS,
    COST_STARTS, /* of blocks */
    COSTS
};

/* The reports' names, and those of the CSV file. */
extern const char *const cost_names[COSTS];
extern const char *const cost_keys[COSTS];

/* An experiment with launches of one shape; times are sums over these launches. */
struct experiment {
    unsigned costs;    /* the ones taken away: 1 << enum cost, one or two; 0: a line's */
    struct line line;  /* whose instructions are left out; its number is 0 if costs are */
    uint64_t launches; /* with this experiment */
    double with;       /* ns: these launches' kernel times as they are... */
    double without;    /* ... and without the costs */
};

struct experiments {
    struct experiment *list;
    unsigned count, room;
};

/* Adds the times to the entry with the same costs and line, or makes one. */
void experiments_add(struct experiments *experiments, const struct experiment *one);

/* The change by an experiment, as a part of the kernel's time; below 0 if the kernel gets faster.
 */
double experiment_change(const struct experiment *experiment);

/* The entry with these costs, or NULL. */
const struct experiment *experiments_find(const struct experiments *experiments, unsigned costs);

/*
 * Of an experiment with two costs: its change, less the changes by each alone. Below 0: one hides
 * the other, and only together they gain. Above 0: they share a part of the time.
 */
double experiment_overlap(const struct experiments *experiments, const struct experiment *both);

#endif
