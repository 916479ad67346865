/*
 * What the race detector keeps of the block that this host thread runs.
 */
#ifndef DETECTOR_H
#define DETECTOR_H

#include <stdint.h>

#include "sim/sim.h"

/* The order among a warp's lanes, see order.h; it goes on from block to block. */
struct warp_order {
    unsigned tick[SIM_WARP_SIZE]; /* of each lane's accesses */
    unsigned last_tick;           /* the latest one given out */
    unsigned warp_tick;           /* accesses before it come before those of all lanes */
    /* [j][i]: the tick up to which lane j knows of lane i's accesses */
    unsigned known[SIM_WARP_SIZE][SIM_WARP_SIZE];
};

struct detector {
    uint32_t unit;                    /* what the block is known by */
    unsigned tick, barrier_tick;      /* the latest, and that of the block's last barrier */
    struct warp_order *warps;         /* of the block's */
    struct order *order;              /* see order.h */
    struct cells *shared_cells;       /* see quick_cells.h */
    struct exact_lists *shared_lists; /* see exact.h; NULL until they are needed */
};
extern _Thread_local struct detector detector;

#endif
