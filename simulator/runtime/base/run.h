/*
 * A launch while it runs: what its workers share, and how any of them stops it.
 */
#ifndef RUN_H
#define RUN_H

#include <pthread.h>
#include <stdint.h>

#include "sim/sim.h"

/* Why the workers must stop, if they must. */
enum stop {
    STOP_NO,
    STOP_RESTART, /* run the launch again from its start, blocks in order */
    STOP_DOUBT,   /* the same, and what is found counts: something is wrong */
    STOP_EXACT,   /* the same, and look exactly: there may be a race */
    STOP_TIMED,   /* run it again as it was, and the clock looks at every block */
    STOP_ERROR    /* an error that ends the launch */
};

struct kernel;
struct worker;

struct run {
    const struct sim_launch *launch;
    struct kernel *kernel;
    uint64_t blocks;
    unsigned threads;    /* in a block */
    int serial;          /* one block runs at a time, in order */
    int final;           /* serial, and what is found now counts */
    int quick;           /* final, but races are looked for quickly: it may run again for one */
    int observing;       /* exact, and what atomics find is kept: check/observed.h */
    int timed;           /* blocks ask for the time: the clock looks at every one */
    int has_snapshot;    /* of memory before the launch: it can be run again */
    int waits_for_host;  /* endless: a block waits for memory that only the host will write */
    int backwards;       /* warps and lanes in the hostile order */
    int probing;         /* blocks, too: only to see which lines race then (check/race_candidates.h) */
    int allocates;       /* a kernel has used malloc: it cannot be run again */
    uint64_t limit;      /* steps of one thread before the launch is endless */
    int ordered;         /* against what other streams do: check/streams.h */
    int recording;       /* hooks record: counters or checks are on */
    _Atomic int stop;    /* enum stop */
    int error;           /* cudaError_t, if stop is STOP_ERROR */
    uint32_t first_unit; /* of block 0; see quick.h */
    uint32_t phase;      /* grid barriers so far */
    /* returns once all blocks before the worker's have ended (at once in a serial run); -1: stopped
     */
    int (*wait_for_turn)(struct worker *worker);
    _Atomic uint64_t frozen; /* looks at spinning blocks without any progress */
    _Atomic int has_slept;   /* a thread has called __nanosleep */
    _Atomic int tells;       /* what it does depends on more than memory, or shows elsewhere */
    uint64_t number;         /* of all runs, from 1 on */
};

/* Stops the launch with the error. In a run that is not final: restarts it instead. */
void run_stop(struct run *run, int error);

/* Restarts a parallel run serially; does nothing in a serial one. */
void run_restart(struct run *run);

/* Restarts a run that is not final as a final one; does nothing in that one. */
void run_doubt(struct run *run);

/* 1 in a final run that looks at races exactly; it will not run again. */
static inline int run_is_exact(const struct run *run)
{
    return run->final && !run->quick;
}

/* Restarts a run that is not exact as the exact one; does nothing in that one, or after an error.
 */
void run_look_exactly(struct run *run);

/* Restarts a run as an exact one that observes, also one that is exact or that an error has ended.
 */
void run_observe(struct run *run);

/*
 * A block asks for the time that the clock does not look at: restarts the run as one in which it
 * looks at all of them. Where that cannot be, it looks at those that begin from now on.
 */
void run_time_all(struct run *run);

/* The block that a unit stands for. */
uint64_t run_block_of_unit(const struct run *run, uint32_t unit);

/* ---- for those who share out the blocks (launch/) ------------------------------ */

/* Guards what the host threads of a run have in common. */
extern pthread_mutex_t run_lock;

/* Of a parallel run, signalled when somebody may go on: a block has ended, or all must stop. */
extern pthread_cond_t run_changed;

/* Parallel: how many workers wait for the blocks before theirs. Guarded by run_lock. */
extern unsigned run_waiting;

/* Lets those workers look again. Called with run_lock. */
void run_wake(void);

#endif
