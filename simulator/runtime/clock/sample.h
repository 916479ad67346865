/*
 * Which blocks of a launch the clock looks at: some, spread over the grid, and all of a small
 * one. Of the others it knows how many steps they took.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "base/run.h"
#include "base/trace.h"
#include "base/worker.h"

#define SAMPLES_MOST 24

/* What the clock knows of the block that this host thread runs. */
struct clocked {
    struct trace *trace; /* NULL: it does not look at this block */
    struct trace *own;   /* room for that of a block which is not in the sample */
    /* of clock/asked.c: how often this block has asked for the time, and when it was worked out */
    unsigned asked;
    size_t asked_events, asked_lines;
    uint64_t asked_steps;
    double warp_cycles[WARPS_IN_BLOCK];
    double answered[THREADS_IN_BLOCK]; /* to each thread, the last time */
};
extern _Thread_local struct clocked clocked;

/* A launch begins, or begins anew: nothing is known of it. */
void sample_new_launch(const struct run *run);

/* 1 if it looks at the block. */
int sample_has(uint64_t block);

/*
 * A block that it does not look at asks for the time: starts the run again, and looks at all blocks
 * that ask, in this and all launches of the kernel. Where the run cannot be started again, it looks
 * at those that begin from now on.
 */
void sample_take_all(struct run *run);

/* Of the blocks that it looks at, the one nearest to the block. */
uint64_t sample_nearest(uint64_t block);

/* The part in base/instrument.h of what writes the trace. */
int sample_block_begins(struct worker *worker);
void sample_block_ends(struct worker *worker);

/* What was seen, when the launch is over. */
struct sample {
    uint64_t blocks;       /* in the grid */
    unsigned count;        /* blocks looked at */
    struct trace *trace;   /* in ascending order of their blocks */
    unsigned buckets;      /* the grid in so many equal parts... */
    const uint64_t *steps; /* ... and the steps that the blocks of each took, together */
    uint64_t all_steps;
    size_t
        shared; /* bytes of the arrays in shared memory that a block used; without dynamic ones */
};
const struct sample *sample_seen(void);

/* Steps of block number `block`, on average of its part of the grid. */
double sample_steps(const struct sample *sample, uint64_t block);

#endif
