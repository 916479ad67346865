/*
 * A launch while it runs: what its workers share.
 */
#ifndef RUN_H
#define RUN_H

#include <stdint.h>

#include "sim/sim.h"
#include "base/worker.h"

/* Why the workers must stop, if they must. */
enum stop {
    STOP_NO,
    STOP_RESTART,           /* run the launch again from its start, blocks in order */
    STOP_ERROR              /* an error that ends the launch */
};

struct kernel;

struct run {
    const struct sim_launch *launch;
    struct kernel *kernel;
    uint64_t blocks;
    unsigned threads;       /* in a block */
    int serial;             /* one block runs at a time, findings are final */
    int recording;          /* hooks record: counters or checks are on */
    volatile int stop;      /* enum stop */
    int error;              /* cudaError_t, if stop is STOP_ERROR */
    uint32_t first_unit;    /* of block 0; see race.h */
    uint64_t frozen;        /* looks at spinning blocks without any progress */
};

/* Runs the launch with as many host threads as allowed; returns a cudaError_t. */
int run_launch(struct kernel *kernel, const struct sim_launch *launch);

/* ---- called by the workers -------------------------------------------------- */

/* Stops the launch with the error. In a parallel run: restarts it instead. */
void run_stop(struct run *run, int error);

/* Restarts a parallel run serially; does nothing in a serial one. */
void run_restart(struct run *run);

/*
 * Returns once all blocks before the worker's have finished (at once in a
 * serial run), or -1 if the launch was stopped meanwhile.
 */
int run_wait_for_turn(struct worker *worker);

/*
 * Lets other blocks run because this one can only spin. Returns -1 if the
 * launch was stopped.
 */
int run_give_way(struct worker *worker);

/* The worker's whole block is at a grid barrier: returns when all are, or -1. */
int run_grid_barrier(struct worker *worker);

/* The block that a unit stands for. */
uint64_t run_block_of_unit(const struct run *run, uint32_t unit);

#endif
