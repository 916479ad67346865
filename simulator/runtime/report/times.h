/*
 * The modelled time of a launch, and its causes.
 */
#ifndef TIMES_H
#define TIMES_H

#include "base/device.h"

/* The causes of a warp's time. */
enum time_cause {
    TIME_ISSUE,     /* instructions, and waiting for the scheduler */
    TIME_RESULT,    /* waiting for an instruction's result */
    TIME_SHARED,    /* shared memory and exchanges */
    TIME_L1,        /* the load/store unit and L1 */
    TIME_L2,        /* L2's bandwidth */
    TIME_BANDWIDTH, /* the memory's bandwidth */
    TIME_LOADS,     /* waiting for loads that nothing holds up: latency */
    TIME_ATOMICS,   /* waiting for atomics */
    TIME_BARRIER,   /* at barriers and fences */
    TIME_BLOCKS,    /* warp slots without a warp: blocks that start, the grid's tail */
    TIME_CAUSES
};

struct launch_time {
    double launch;             /* ns: of an empty kernel */
    double kernel;             /* ns: the rest */
    double cause[TIME_CAUSES]; /* shares of the kernel's time; together 1 */
    /*
     * What a GPU's warps have more of each, which wait for operands where the model goes on: it
     * lets a warp wait and issue at a time. Together 0.
     */
    double meanwhile[TIME_CAUSES];
    double constants;  /* of cause[TIME_L1]: waiting for constant memory */
    double special;    /* of cause[TIME_ISSUE]: for the unit of special functions */
    unsigned possible; /* blocks that fit a multiprocessor */
    unsigned resident; /* blocks on a multiprocessor at a time */
    unsigned resident_warps;
    enum occupancy_limit limit; /* of the resident blocks */
    double waves;               /* blocks over those that are resident on the device */
    double memory_bytes;        /* that went over the memory's bus */
    double l2_bytes;            /* between L2 and the multiprocessors */
    double instructions;        /* of warps, as modelled */
    double bytes_under_way;     /* of loads that went to L2, on average, on the device */
    double load_latency;        /* ns: of those loads, on average */
};

#endif
