/*
 * A worker is a host thread that runs blocks, one at a time. It holds the
 * block's threads as fibres, its warps, the recordings of the warp that runs,
 * and what the worker has counted.
 */
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fibre.h"
#include "memory/memory.h"
#include "sim/sim.h"
#include "base/site.h"

#define THREADS_IN_BLOCK 1024
#define WARPS_IN_BLOCK (THREADS_IN_BLOCK / SIM_WARP_SIZE)
#define STACK_SIZE ((size_t)64 << 10)   /* bytes for each fibre */
#define STACK_GUARD ((size_t)4096)      /* untouchable bytes below it, where pages are as small */
/* No power of two, so that the stacks do not all fall into the same cache sets. */
#define STACK_STRIDE (STACK_SIZE + STACK_GUARD)

/* A lane's recording holds this many events before it has to be merged. */
#define EVENTS_IN_RECORDING 1008
/* Unequal strides keep the lanes' recordings from fighting over one cache set. */
#define EVENT_STRIDE (EVENTS_IN_RECORDING + 64)
#define ADDRESS_STRIDE (EVENTS_IN_RECORDING + 40)

/*
 * What the hooks need of the running thread. While no kernel is recorded, limit
 * and event are equal, so that every hook takes its slow path.
 */
struct recorder {
    uintptr_t stack;            /* the running fibre's stack, which is not recorded */
    uintptr_t stack_size;
    event_t *event;             /* where the next event goes */
    event_t *limit;
    uint64_t *address;          /* where the next address goes */
    uintptr_t shared;           /* this host thread's shared memory: */
    uintptr_t shared_size;      /* its thread-local storage */
};
extern _Thread_local struct recorder recorder;

/* What a lane waits for at an exchange within its warp. */
struct exchange {
    int operation;              /* lanes that meet must agree in it */
    unsigned mask;
    uint64_t value;             /* in */
    uint64_t result;            /* out */
    unsigned argument;
    int width;
    int flag;                   /* out */
};

/* What a lane knew at its last fence; see order.c. */
struct fence {
    unsigned tick;              /* 0: there was none */
    unsigned barrier_tick;
};

/* One cache line, as every switch between lanes touches it. */
struct lane {
    struct fibre fibre;
    uintptr_t pc;               /* where it waits */
    uint64_t steps;             /* events recorded by this thread, as far as merged */
    struct exchange *exchange;
    struct fence fence;
    unsigned tick;              /* the stamp of its accesses */
    unsigned together;          /* lanes released with it from a volatile access or activemask */
    uint32_t passed;            /* pc distance of the last basic block, see merge.c */
    unsigned exit_generation;   /* barriers passed by the block when it exited */
    uint16_t depth;             /* of calls, as far as merged */
    uint16_t spins;             /* volatile reads and atomics since it last gave way */
    int predicate;              /* of a block barrier */
} __attribute__((aligned(64)));

/* Masks of lanes: each live lane is in exactly one of those after `exited`. */
struct warp {
    unsigned all;               /* lanes that exist */
    unsigned exited;
    unsigned ready;
    unsigned at_barrier;
    unsigned at_grid_barrier;
    unsigned exchanging;
    unsigned at_volatile;       /* waits so that the warp stays in lockstep */
    unsigned full;              /* its recording is full */
    unsigned yielding;          /* spins and gives way */
    unsigned volatile_rounds;
    event_t branch[SIM_WARP_SIZE];          /* see merge.c: where full lanes last parted, */
    unsigned branch_lanes[SIM_WARP_SIZE];   /* and from whom */
    /* [j][i]: the tick up to which lane j knows of lane i's accesses */
    unsigned known[SIM_WARP_SIZE][SIM_WARP_SIZE];
};

struct run;

struct worker {
    int number;
    struct run *run;
    int run_records, run_checks;            /* hooks record; findings are wanted */
    struct fibre scheduler;
    char *stacks;
    unsigned prepared;                      /* fibres made ready to run */
    unsigned threads, warp_count;           /* in a block of this launch */
    struct sim_index thread_index[THREADS_IN_BLOCK];
    struct lane lanes[THREADS_IN_BLOCK + 2];        /* two more, to look ahead */
    struct warp warps[WARPS_IN_BLOCK];

    /* the block that runs */
    uint64_t block;                         /* linear index */
    uint32_t unit;                          /* its owner number in cells */
    unsigned tick, barrier_tick;
    unsigned generation;                    /* block barriers passed */
    uintptr_t polled;                       /* the last address of a volatile access or atomic */
    int progress;                           /* something happened since the last look */
    int predicates_wanted;                  /* some thread at the barrier wants them joined */
    int barrier_result[3];                  /* count, and, or of the last barrier's predicates */

    /* the warp that runs */
    unsigned warp_number;
    struct warp *warp;
    unsigned current;                       /* the running thread, linear in the block */
    unsigned pending;                       /* ready lanes that have not run in this pass */
    event_t *events;                        /* SIM_WARP_SIZE recordings */
    uint64_t *addresses;
    event_t *event_end[SIM_WARP_SIZE];
    uint64_t *address_end[SIM_WARP_SIZE];

    /* shared memory: this thread's thread-local storage, and its shadow */
    uintptr_t shared;
    size_t shared_size;
    uint8_t *shared_state;
    struct cell *shared_cells, *shared_byte_cells;
    uint32_t *shared_readers;
    size_t shared_low, shared_high;         /* offsets touched by this block */
    int arrays_known;                       /* shared arrays set up in this thread */

    struct counts *counts;                  /* by site, of this launch */
    uint64_t barriers;                      /* block barriers of this launch */
    struct ordering *ordering;              /* see order.c */
};

/* The worker of this host thread, or NULL. */
extern _Thread_local struct worker *this_worker;

static inline struct lane *worker_lane(struct worker *worker)
{
    return &worker->lanes[worker->current];
}

/* Makes a worker for the calling host thread; ends the program if memory is out. */
struct worker *worker_make(int number);

/* Sets the worker up for a launch: shape of the block, counters. */
void worker_prepare(struct worker *worker, struct run *run);

/* Runs one block to its end. Returns 0, or -1 if the launch was stopped. */
int worker_run_block(struct worker *worker, uint64_t block);

/* Makes all fibres start afresh, after a launch was stopped. */
void worker_reset(struct worker *worker);

/* ---- for code that runs in a fibre ---------------------------------------- */

/*
 * Leaves the running lane, whose mask the caller has set in its warp, for the
 * next one. Returns when the lane is made ready again.
 */
void lane_leave(struct worker *worker);

/* Leaves the running lane and never returns: the launch is being stopped. */
_Noreturn void lane_abandon(struct worker *worker);

/*
 * Counts a volatile access or an atomic and, after many of them, gives way to
 * the other threads so that whoever this one waits for gets on.
 */
void lane_spin(struct worker *worker, uintptr_t pc);

/* ---- between the files of the scheduler ------------------------------------ */

/* Runs the warp until all its lanes wait for others or have exited; -1: stopped. */
int warp_run(struct worker *worker, unsigned number);

/* Completes exchanges whose lanes have all arrived; returns 1 if some lane got ready. */
int exchange_complete(struct worker *worker, struct warp *warp);
/* As above, for an exchange that can no longer complete: reports it first. */
int exchange_force(struct worker *worker, struct warp *warp);

#endif
