/*
 * A launch while it runs: the state that its workers share, and how any of them stops it.
 */
#ifndef RUN_H
#define RUN_H

#include <pthread.h>
#include <stdint.h>

#include "sim/sim.h"
#include "base/look.h"

struct kernel;
struct worker;

struct run {
    const struct sim_launch *launch;
    struct kernel *kernel;
    uint64_t blocks;
    uint64_t middle;  /* the block to show from the middle of the grid */
    unsigned threads; /* in a block */
    enum look look;
    int waits_for_host;  /* endless: a block waits for memory that only the host will write */
    int alone;           /* one block runs at a time, in this look */
    int backwards;       /* warps and lanes run in the hostile order, in this look */
    int may_try;         /* the third order, if there are flags: check/polled.h */
    int may_share;       /* work that a counter hands out: check/fetched.h */
    int shares_few;      /* it is shared out among the blocks alone that the clock traces */
    int gathered;        /* exact looks look only where GATHERING has doubted: check/exact.h */
    int allocates;       /* a kernel has used malloc: it cannot be run again */
    uint64_t limit;      /* steps of one thread before the launch is endless */
    int ordered;         /* checked against other streams' work: check/streams.h */
    int recording;       /* hooks record: counters or checks are on */
    _Atomic int stop;    /* enum stop */
    int error;           /* cudaError_t, if stop is STOP_ERROR */
    uint32_t first_unit; /* of block 0; see check/units.h */
    uint32_t phase;      /* grid barriers so far */
    /* returns when all blocks before the worker's have ended; see launch/block_schedule.h */
    int (*wait_for_earlier_blocks)(struct worker *worker);
    _Atomic uint64_t frozen;     /* looks at spinning blocks without any progress */
    _Atomic uint64_t deadlocked; /* of these, in a row, at blocks that wait at cuda::barriers */
    _Atomic int has_slept;       /* a thread has called __nanosleep */
    _Atomic int stores_unseen;   /* a function has run that has stores without a hook */
    _Atomic int tells;           /* it depends on more than memory, or has other effects */
    uint64_t number;             /* of all runs, from 1 on; each look at a launch is one */
    uint64_t launch_number;      /* of all launches, from 1 on */
};

/* The properties of the run's present look. */
static inline const struct look_properties *run_look(const struct run *run)
{
    return &look_table[run->look];
}

/* Stops the launch with the error. In a look whose findings do not count: restarts it instead. */
void run_stop(struct run *run, int error);

/* Restarts a parallel run serially; does nothing in a serial one. */
void run_restart(struct run *run);

/* Restarts a run whose findings do not count as one whose findings do; else does nothing. */
void run_doubt(struct run *run);

/* Restarts a run that is not exact as the exact one; does nothing in that one, or after an error.
 */
void run_look_exactly(struct run *run);

/*
 * An exact look cannot keep all accesses: restarts the run, to find out which ones matter. Does
 * nothing where that is known, or cannot be done.
 */
void run_gather(struct run *run);

/* Restarts a run as an exact one that observes, also one that is exact or that an error has ended.
 */
void run_observe(struct run *run);

/* Restarts a run as it is, for the clock; does nothing where that cannot be, or if it has stopped.
 */
void run_repeat(struct run *run);

/* The block that a unit stands for. */
uint64_t run_block_of_unit(const struct run *run, uint32_t unit);

/* ---- for launch/, which distributes the blocks ---------------------------------- */

/* Guards what the host threads of a run have in common. */
extern pthread_mutex_t run_lock;

/* Of a parallel run, signalled when a worker may go on: a block has ended, or all must stop. */
extern pthread_cond_t run_changed;

/* Parallel: the number of workers that wait for the blocks before theirs. Changed with run_lock. */
extern _Atomic unsigned run_waiting;

/* Lets those workers look again. Called with run_lock. */
void run_wake(void);

#endif
