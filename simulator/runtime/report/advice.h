/*
 * The kinds of findings, with their names and their advice.
 */
#ifndef ADVICE_H
#define ADVICE_H

enum finding_kind {
    FINDING_RACE,
    FINDING_RACE_BETWEEN_BLOCKS,
    FINDING_OUT_OF_BOUNDS,
    FINDING_USE_AFTER_FREE,
    FINDING_MISALIGNED,
    FINDING_HOST_POINTER,
    FINDING_NULL_POINTER,
    FINDING_DEVICE_POINTER,
    FINDING_UNINITIALISED,
    FINDING_BARRIER_NOT_REACHED,
    FINDING_BARRIER_LINES,
    FINDING_GRID_BARRIER,
    FINDING_INACTIVE_LANE,
    FINDING_MASK,
    FINDING_COPY,
    FINDING_ENDLESS,
    FINDING_ASSERTION,
    FINDING_TRAP,
    FINDING_STACK,
    FINDING_CONSTANT,
    FINDING_INVALID_ARGUMENT,
    FINDING_OUT_OF_MEMORY,
    FINDING_NOT_DONE,
    FINDING_OTHER_DEVICE,
    FINDING_RACE_BETWEEN_STREAMS,
    FINDING_RACE_IN_GROUP,
    FINDING_RANKS_DIFFER,
    FINDING_RANK_MISSING,
    FINDING_INVALID_RANK_CALL,
    FINDING_INVALID_BLAS_CALL,
    FINDING_KINDS
};

/* An error makes the program fail; a note is only shown. */
enum finding_level { FINDING_ERROR, FINDING_NOTE };

/* The order that the two accesses of a race lack. */
enum race_advice {
    RACE_ADVICE_BLOCK_BARRIER,
    RACE_ADVICE_WARP_BARRIER,  /* both threads are lanes of one warp */
    RACE_ADVICE_SAME_STORE,    /* they store to one address in one instruction */
    RACE_ADVICE_SAME_LINE,     /* the same, of different warps or at different times */
    RACE_ADVICE_LOCKSTEP,      /* volatile accesses of a warp's lanes: old warp-synchronous code */
    RACE_ADVICE_ATOMIC,        /* of blocks, which run in any order */
    RACE_ADVICE_FENCE_WRITER,  /* no fence between the write and the atomic that announces it */
    RACE_ADVICE_FENCE_BETWEEN, /* the earlier one has fence and signal, which do not get here */
    RACE_ADVICE_FENCE_EARLIER_READ, /* the same, of a read that is to come before a write */
    RACE_ADVICE_FENCE_READER, /* no fence behind the atomic by which the block has met the other */
    RACE_ADVICE_ARRIVED,      /* the same, and it was by an arrival at a cuda::barrier */
    RACE_ADVICE_COPY,         /* of an asynchronous copy that may still read: between blocks */
    RACE_ADVICE_RAN_AHEAD,    /* of blocks that signal, where one has not waited for the other */
    RACE_ADVICE_WARP_SIGNAL,  /* of warps of a block that signal to each other */
    RACE_ADVICE_SCOPE,        /* an atomic or fence of block scope, used between blocks */
    RACE_ADVICE_SIZES,        /* atomics that overlap and differ in size or start */
    RACE_ADVICE_ATOMIC_PLAIN, /* a plain access beside atomics on the same word */
    RACE_ADVICE_SAME_VALUE,   /* note: both store the same value */
    RACE_ADVICE_CAS_READ,     /* note: the plain first read of a compare-and-swap loop */
    RACE_ADVICE_FAILED_SWAP,  /* note: a plain read beside a compare-and-swap that stores nothing */
    RACE_ADVICES
};

/* Advice for wrong uses of memory, where more is known than the kind of finding. */
enum memory_advice {
    MEMORY_ADVICE_DYNAMIC,      /* out of bounds of dynamic shared memory */
    MEMORY_ADVICE_OTHER_KERNEL, /* out of bounds: a shared array that this kernel does not have */
    MEMORY_ADVICE_NEW,          /* read, and not written since it was allocated */
    MEMORY_ADVICE_ELEMENTS,     /* the same; the host wrote as many bytes as there are elements */
    MEMORY_ADVICE_COPIED,       /* read by a copy to the host, and not written */
    MEMORY_ADVICE_TAIL,         /* of what was copied, the end was not written */
    MEMORY_ADVICE_GAPS,         /* the same, of parts within */
    MEMORY_ADVICE_REST,         /* read in a kernel; an earlier launch has written the rest */
    MEMORY_ADVICES
};

/* Advice for barriers that not all threads reach. */
enum barrier_advice {
    BARRIER_ADVICE_BRANCH,
    BARRIER_ADVICE_ONE_LINE,     /* two barriers that stand on one line */
    BARRIER_ADVICE_GRID_THREADS, /* some threads of a block are not at the grid's barrier */
    BARRIER_ADVICE_GRID_BLOCKS,  /* blocks have ended that the grid's barrier waits for */
    BARRIER_ADVICES
};

/* Advice for loops that do not end. */
enum endless_advice {
    ENDLESS_ADVICE_LIMIT,
    ENDLESS_ADVICE_LOOP, /* nothing in the loop can end it */
    ENDLESS_ADVICE_HOST, /* it waits for the host */
    ENDLESS_ADVICE_WAIT, /* it waits for other threads */
    ENDLESS_ADVICES
};

/* The kind's name, as the first line of a finding says it. */
const char *kind_name(enum finding_kind kind);

/* The advice for a finding of the kind. That for races depends on more: see below. */
const char *kind_advice(enum finding_kind kind);

/* The advice for that use of memory. */
const char *memory_advice(enum memory_advice advice);

/* The advice for such a loop. */
const char *endless_advice(enum endless_advice advice);

/* The advice for a race between two nodes of one graph. */
const char *graph_advice(void);

/* The advice for that mistake with a barrier. */
const char *barrier_advice(enum barrier_advice advice);

/* The advice for a race, by the order that it lacks. */
const char *race_advice(enum race_advice advice);

#endif
