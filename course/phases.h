/*
 * What the warps of a block have done between its barriers: the simulator's SIM_PHASES_CSV, of all
 * launches of a run.
 */
#ifndef PHASES_H
#define PHASES_H

#include <stddef.h>

/* The columns behind the kernel's name, in their order. */
enum phase_column {
    OF_LAUNCH,
    OF_PHASE,
    OF_WARP,
    GLOBAL_LOAD_REQUESTS,
    GLOBAL_LOAD_LANES,
    GLOBAL_LOAD_ROWS,
    GLOBAL_LOAD_WORDS,
    GLOBAL_LOAD_SECTORS,
    GLOBAL_STORE_REQUESTS,
    GLOBAL_STORE_LANES,
    GLOBAL_STORE_ROWS,
    GLOBAL_STORE_WORDS,
    GLOBAL_STORE_SECTORS,
    GLOBAL_ATOMIC_REQUESTS,
    GLOBAL_ATOMIC_LANES,
    GLOBAL_ATOMIC_ROWS,
    GLOBAL_ATOMIC_WORDS,
    GLOBAL_ATOMIC_SECTORS,
    SHARED_LOAD_REQUESTS,
    SHARED_LOAD_LANES,
    SHARED_LOAD_ROWS,
    SHARED_LOAD_WORDS,
    SHARED_LOAD_WAVEFRONTS,
    SHARED_STORE_REQUESTS,
    SHARED_STORE_LANES,
    SHARED_STORE_ROWS,
    SHARED_STORE_WORDS,
    SHARED_STORE_WAVEFRONTS,
    SHARED_ATOMIC_REQUESTS,
    SHARED_ATOMIC_LANES,
    SHARED_ATOMIC_ROWS,
    SHARED_ATOMIC_WORDS,
    SHARED_ATOMIC_WAVEFRONTS,
    EXCHANGES,
    REPEATS,
    BLOCK_LOAD_LANES_MOST,
    MEETINGS,     /* of the warp with the whole block, by objects such as cuda::barrier */
    SWAPS,        /* compare-and-swaps in global memory */
    FAILED_SWAPS, /* of these, those that have changed nothing */
    PHASE_COLUMNS
};

typedef unsigned phase_row[PHASE_COLUMNS];

/* A row for each phase of each warp, by launch. */
struct phases {
    phase_row *rows;
    size_t count;
};

/* Reads the file; returns 0 where it is not there, or is none. */
int read_phases(const char *path, struct phases *phases);

/* The rows of one launch; none where nothing was counted. */
struct phases phases_of(const struct phases *phases, unsigned launch);

/* The column of that name, or PHASE_COLUMNS. */
enum phase_column phase_column(const char *name);

#endif
