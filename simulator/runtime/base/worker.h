/*
 * A worker is a host thread that runs blocks, one at a time. It holds the
 * block's threads as fibres, its warps, the recordings of the warp that runs,
 * and its counts.
 */
#ifndef WORKER_H
#define WORKER_H

#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include "base/device_limits.h"
#include "base/fibre.h"
#include "base/recorder.h"
#include "base/site.h"

#define THREADS_IN_BLOCK DEVICE_THREADS_IN_BLOCK
#define WARPS_IN_BLOCK   (THREADS_IN_BLOCK / SIM_WARP_SIZE)
#define STACK_SIZE       ((size_t)64 << 10) /* bytes for each fibre */
#define STACK_GUARD      ((size_t)4096) /* untouchable bytes below it, where pages are as small */
/* No power of two, so that the stacks do not all fall into the same cache sets. */
#define STACK_STRIDE (STACK_SIZE + STACK_GUARD)

/* A lane's recording holds this many events before it has to be merged. */
#define EVENTS_IN_RECORDING 1008
/* Unequal strides keep the lanes' recordings from fighting over one cache set. */
#define EVENT_STRIDE (EVENTS_IN_RECORDING + 64)
/* Addresses are in rows, one of each lane in a row: those of a request mostly stand side by side.
 */
#define ADDRESS_ROWS (EVENTS_IN_RECORDING + 40)
#define ADDRESS_ROW  33 /* words: no power of two, for the same reason; as simcc's code has it */

/* What a thread may do ahead of a barrier, in events; and how many kinds of it a warp has. */
#define LEAD_EVENTS 62
#define SPLITS_MOST 8

/* The depth of calls in the kernel itself; its caller's is 0. */
#define KERNEL_DEPTH 1

/* The exchanges of a warp's lanes. */
enum exchange_operation {
    EXCHANGE_BARRIER,
    EXCHANGE_BALLOT,
    EXCHANGE_MATCH_ANY,
    EXCHANGE_MATCH_ALL,
    EXCHANGE_SHUFFLE = 0x100, /* + enum sim_shuffle_kind */
    EXCHANGE_REDUCE = 0x200   /* + enum sim_reduce_kind */
};

/* A lane's part in an exchange within its warp. */
struct exchange {
    int operation; /* lanes that meet must agree in it; above */
    unsigned mask;
    unsigned elsewhere; /* lanes of the mask that did the same with another one meanwhile */
    uint64_t value;     /* in */
    uint64_t result;    /* out */
    unsigned argument;
    int width;
    int flag;      /* out */
    unsigned size; /* of the value, in bytes */
};

#define CACHE_LINE 64 /* bytes */

/*
 * In struct merged_part's passed: the thread came to the kernel's end, and so has gone around all
 * that it did not do; and something stood there behind the last statement in which threads meet.
 */
#define PASSED_ALL    0x80000000u
#define PASSED_BEHIND 0x40000000u

/* One cache line, as every switch between lanes touches it. */
struct lane {
    struct fibre fibre;
    uintptr_t stack_start; /* the lowest address of its stack, 0: no fibre has used that, ... */
    unsigned stack;        /* ... and its number: base/lane.c */
    uintptr_t pc;          /* where it waits */
    struct exchange *exchange;
    unsigned together; /* lanes released with it from a strong access or activemask */
    uint16_t idle;     /* 1 + its place among the idle ones, 0: it is none: base/stacks.h */
    int predicate;     /* of a block barrier, ... */
    unsigned place;    /* ... and which of those on its line it is, from 0 on */
} __attribute__((aligned(CACHE_LINE)));
#if defined(__x86_64__) || defined(__aarch64__)
_Static_assert(sizeof(struct lane) == CACHE_LINE, "a switch touches one line of each lane");
#endif

/* Where lanes that were together diverged; see warp/branches.c. */
struct parting {
    event_t branch;
    unsigned together; /* the lanes that came to the branch */
    unsigned open;     /* those of them that have not touched memory since */
    int is_counted;    /* it waits only for its lanes to meet again */
};

/* Masks of lanes: each live lane is in exactly one of those after `exited`. */
struct warp {
    unsigned all;   /* lanes that exist */
    unsigned begun; /* those that have run at all, or will in this pass */
    unsigned exited;
    unsigned ready;
    unsigned at_barrier;
    uintptr_t barrier_pc;         /* where the first of them waits... */
    int several_barriers;         /* ... and whether others wait elsewhere */
    unsigned splits[SPLITS_MOST]; /* lanes that are ahead of it, and have the same before them */
    unsigned split_count;
    unsigned at_grid_barrier;
    unsigned exchanging;
    unsigned at_strong;     /* before a volatile access or an atomic, or at activemask */
    unsigned full;          /* its recording is full */
    unsigned yielding;      /* spins and gives way */
    unsigned before_atomic; /* those of them that wait before an atomic */
    unsigned strong_rounds; /* groups released from there */
    unsigned left;          /* lanes whose recordings are not merged to their ends */
    int hurried;            /* the merger does not wait for lanes before atomics */
    unsigned resumed;       /* lanes that have gone on together from a barrier or an exchange... */
    event_t resumed_at;     /* ... there; until their next event is merged */
    unsigned parting_count;
    struct parting partings[SIM_WARP_SIZE]; /* not yet over, oldest first */
};

_Static_assert(THREADS_IN_BLOCK % SIM_WARP_SIZE == 0, "warps have all their lanes' places");
_Static_assert(STACK_STRIDE % 16 == 0, "a stack's end is aligned as a call needs it");

/* What a thread has done ahead of a barrier: base/ahead.h. */
struct lead {
    uint16_t next, end; /* events that are not yet handed over: from next on */
    uint8_t exits;      /* behind them it has exited; 0: it waits there */
    uint8_t failures;   /* how often, one time after the other, it has come past no barrier */
    event_t events[LEAD_EVENTS]; /* each barrier ends a phase */
};

/* What lanes of the running warp have done ahead in the phase that is to be merged. */
struct handed {
    unsigned lanes;
    const event_t *events, *end;
};

/* A strong access: an atomic (reads and writes) or a volatile load or store. */
struct strong_access {
    uintptr_t address;
    unsigned size; /* bytes */
    enum sim_scope scope;
    int reads, writes;
};

struct run;
struct course;
struct shared_array;
struct hooks;

/* The launch that the worker takes part in: set by worker_prepare, then only read. */
struct launch_part {
    int records, checks;     /* hooks record; the checks are on */
    unsigned threads, warps; /* in a block */
    struct sim_index thread_index[THREADS_IN_BLOCK];
};

/* The fibres of the worker's lanes: base/lane.c alone. */
struct fibres {
    struct fibre scheduler; /* runs when no lane does */
    char *stacks;
    unsigned prepared; /* lanes that have a stack's number */
    unsigned idle_count;
    uint16_t
        idle[THREADS_IN_BLOCK]; /* lanes whose stack nothing runs on, that of the last hottest */
    struct fibre whole;         /* a block that runs as one: base/whole_block.c */
    char *whole_stack;
    void (*body)(void *); /* of the kernel that ran last, ... */
    int waits; /* ... and whether one of its threads has waited: a loop is not worth it */
};

/* The block that runs: set by launch/block.c. */
struct block_part {
    uint64_t index;        /* linear */
    unsigned generation;   /* block barriers passed */
    int progress;          /* something happened since the last look */
    uint64_t steps;        /* of its warps so far: basic blocks, requests, exchanges */
    int gives_way;         /* in the third order: a thread waits before a store to a flag */
    int copies;            /* a lane has begun an asynchronous copy */
    int earlier_ended;     /* parallel: all blocks before it have ended */
    uintptr_t polled;      /* the last address of a volatile access or atomic */
    unsigned used_lanes;   /* of these first ones, the last three arrays are to be cleared */
    int predicates_wanted; /* some thread at the barrier wants them joined */
    int barrier_result[3]; /* count, and, or of the last barrier's predicates */
    unsigned exit_generation[THREADS_IN_BLOCK]; /* barriers passed when the thread exited */
    uint16_t spins[THREADS_IN_BLOCK];   /* its volatile reads and atomics since it last gave way */
    uintptr_t looked[THREADS_IN_BLOCK]; /* the barrier that it looked at since it last arrived */
};

/* The warp and the thread that run: set by warp/warp.c and base/lane.c. */
struct running_part {
    unsigned warp_number;
    struct warp *warp;
    struct lane *lanes; /* the warp's first one */
    unsigned thread;    /* linear in the block */
    unsigned pending;   /* ready lanes that have not run in this pass */
    unsigned fresh;     /* of the lanes of this pass: those that had not run before it */
    int backwards;      /* they run in the hostile order */
    int straight;       /* nothing is recorded, and they run in ascending order */
    unsigned in_turn;   /* where it is, but no values: those that begin one after the other */
    int whole;          /* the block runs as one: base/whole_block.c */
    int looping;        /* its threads from loop_first on run one after the other on one stack */
    unsigned loop_first;
    unsigned depth; /* of calls, where the merger is in the warp's recordings */
    int may_run_ahead;
    unsigned in_vain; /* lanes in a row that have run ahead in vain; the next ones... */
    unsigned omitted; /* ... of this number do not try it */
    unsigned vain,
        vain_twice; /* since the last barrier: lanes' last run, and the one before, too */
    int tried;      /* one of the latter has run ahead in this pass */
};

/*
 * The recordings of the running warp's lanes: written by hooks, taken out by warp/merge.c. A lane's
 * addresses, and what belongs to each of them, are ADDRESS_ROW words apart.
 */
struct recordings {
    event_t *events; /* of SIM_WARP_SIZE lanes */
    uint64_t *addresses;
    uint64_t *values;                    /* for each address, the value stored there */
    event_t *event_start[SIM_WARP_SIZE]; /* where a lane's recording begins, ... */
    uint64_t *address_start[SIM_WARP_SIZE];
    event_t *event_end[SIM_WARP_SIZE]; /* ... and where it ends */
    uint64_t *address_end[SIM_WARP_SIZE];
    event_t *event_limit[SIM_WARP_SIZE]; /* up to where the hooks themselves write a lane's down */
    struct stored stored;
    uint64_t *seen; /* for each address two words: its value; NULL until they are needed */
};

/* How far the threads of the block are merged: by warp/rest.c. */
struct merged_part {
    uint64_t steps[THREADS_IN_BLOCK];   /* events recorded by the thread, until it exits, less... */
    uint64_t steps_all[WARPS_IN_BLOCK]; /* ... those counted for all threads of its warp */
    uint64_t steps_most[WARPS_IN_BLOCK]; /* no thread of the warp has recorded more */
    uint16_t depth[THREADS_IN_BLOCK];    /* of its calls */
    uint32_t passed[THREADS_IN_BLOCK];   /* pc distance of its last basic block, see merge.c */
};

/*
 * Shared memory, a part of this thread's thread-local storage, and its state: that of the arrays
 * which this run has declared is valid, besides dynamic memory (memory/shared_memory.c).
 */
struct shared_part {
    uintptr_t start;
    size_t size;
    uint8_t *state;
    size_t low, high;   /* offsets touched by this block */
    uintptr_t around;   /* addresses that no other thread has, shared memory among them */
    size_t around_size; /* bytes */
    unsigned run;       /* runs that this worker has taken part in */
    unsigned *declared; /* by number of an array: the run that declared it last */
    const struct shared_array **live; /* arrays that this run has declared */
    unsigned live_count;
};

/* The launch's counts on this worker; launch/run.c adds them up. */
struct counted_part {
    struct counts *by_site;
    uint64_t barriers; /* block barriers */
};

struct worker {
    int number;

    struct run *run;
    const struct hooks *hooks; /* of the instruments that follow the running block: instrument.h */
    struct launch_part launch;
    struct fibres fibres;
    struct lane lanes[THREADS_IN_BLOCK];
    struct warp warps[WARPS_IN_BLOCK];
    struct lead *leads; /* of each thread of a block */
    struct handed handed[SPLITS_MOST];
    unsigned handed_count;
    struct block_part block;
    struct running_part running;
    struct recordings recordings;
    struct merged_part merged;
    struct course *courses, *noted; /* warp/course.h; the one that is being noted, or NULL */
    struct shared_part shared;
    struct counted_part counted;
};

/* The worker of this host thread, or NULL. */
extern _Thread_local struct worker *this_worker;

static inline struct lane *worker_lane(struct worker *worker)
{
    return &worker->lanes[worker->running.thread];
}

/*
 * Makes a worker for the calling host thread; ends the program with status 3 if memory
 * is out. The folders above add their own parts: see make_worker in launch/slot.c.
 */
struct worker *worker_make(int number);

/* From here on the hooks themselves write down that many events of a lane, and no more. */
void worker_set_room(struct worker *worker, size_t events);

/* Sets the worker up for a launch: shape of the block, counters. */
void worker_prepare(struct worker *worker, struct run *run);

#endif
