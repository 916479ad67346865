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

/* A launch begins, or begins anew: empties the sample. */
void sample_new_launch(const struct run *run);

/* 1 if the block is traced. */
int sample_has(uint64_t block);

/* The traced block nearest to the block. */
uint64_t sample_nearest(uint64_t block);

/* The worker's block begins; and ends. */
void sample_start_block(struct worker *worker);
void sample_end_block(struct worker *worker);

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

/* Steps of block number `block`: the average of its part of the grid. */
double sample_steps(const struct sample *sample, uint64_t block);

#endif
