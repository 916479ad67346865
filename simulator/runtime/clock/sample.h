/*
 * The sample of a launch: the blocks that are traced for the clock. They are spread over the grid;
 * a small grid is traced as a whole. Of all other blocks the number of steps is known.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "base/run.h"
#include "base/trace.h"
#include "base/worker.h"

#define SAMPLES_MOST 24

/* The clock's part of the block that this host thread runs. */
struct clocked {
    struct trace *trace; /* NULL: the block is not traced */
    struct trace *own;   /* room for the trace of a block outside the sample */
    /* of clock/asked.c: how often this block has asked for the time, and when it was computed */
    unsigned asked;
    size_t asked_events, asked_lines;
    uint64_t asked_steps;
    double warp_cycles[WARPS_IN_BLOCK];
    double answered[THREADS_IN_BLOCK]; /* to each thread, the last time */
};
extern _Thread_local struct clocked clocked;

/* A launch begins, or begins anew: empties the sample. */
void sample_new_launch(const struct run *run);

/* 1 if the block is traced. */
int sample_has(uint64_t block);

/*
 * A block that is not traced asks for the time: starts the run again, and traces all blocks, in
 * this and all launches of the kernel. Where the run cannot be started again, traces the blocks
 * that begin from now on.
 */
void sample_take_all(struct run *run);

/* The traced block nearest to the block. */
uint64_t sample_nearest(uint64_t block);

/* How many of the traced blocks have smaller numbers than that. */
unsigned sample_below(uint64_t block);

/* The block at that place of an order in which the traced ones come first. */
uint64_t sample_order(uint64_t place);

/*
 * The worker's block waits, having done its part of work that is shared out among the traced blocks
 * alone: its trace ends here, as it will do other blocks' parts, too.
 */
void sample_part_is_done(struct worker *worker);

/* The part in base/instrument.h of what writes the trace. */
int sample_block_begins(struct worker *worker);
void sample_block_ends(struct worker *worker);

/* The sample, when the launch is over. */
struct sample {
    uint64_t blocks;       /* in the grid */
    unsigned count;        /* traced blocks */
    struct trace *trace;   /* in ascending order of their blocks */
    unsigned buckets;      /* the number of equal parts of the grid... */
    const uint64_t *steps; /* ... and the steps of all blocks of each part */
    uint64_t all_steps;
    size_t shared; /* bytes of a block's arrays in shared memory, without dynamic ones */
};
const struct sample *sample_seen(void);

/* The same, as the caller's own, which sample_free frees. The clock has none from then on. */
struct sample sample_take(void);
void sample_free(struct sample *taken);

/*
 * The traced block that stands for the block: the nearest. The grid's last block often has less to
 * do than others, and its first one more: of a larger grid they stand for themselves alone.
 */
unsigned sample_index(const struct sample *sample, uint64_t block);

/* Steps of block number `block`: the average of its part of the grid. */
double sample_steps(const struct sample *sample, uint64_t block);

#endif
