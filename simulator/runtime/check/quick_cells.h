/*
 * The cells of the quick look: the accesses that it keeps of each 4 bytes, and of each byte where
 * smaller accesses come by. One unit has a cell at a time, its owner.
 */
#ifndef QUICK_CELLS_H
#define QUICK_CELLS_H

#include "base/run.h"
#include "base/worker.h"
#include "check/detector.h"
#include "check/quick.h"

/*
 * Four cells side by side: those of four words in a row, or of the bytes of one. They fill a cache
 * line, and what four cells have of a kind is one vector.
 */
struct four_cells {
    uint32_t owner[4];
    uint32_t write[4];
    uint32_t read[4];
    uint32_t atomic[4];
};

/*
 * One of four, seen from its owner on.
 * owner: the unit whose accesses these are, and OWNER_ flags.
 * write, read, atomic: stamps of its last ones, 0 if there are none.
 */
struct cell {
    uint32_t owner, beside_owner[3];
    uint32_t write, beside_write[3];
    uint32_t read, beside_read[3];
    uint32_t atomic;
};

static inline struct cell *cell_at(struct four_cells *cells, size_t number)
{
    return (struct cell *)&cells[number / 4].owner[number % 4];
}

#define OWNER_WRITTEN 0x80000000u /* the owner wrote plainly */
#define OWNER_READ    0x40000000u /* it read plainly */
#define OWNER_ATOMIC  0x20000000u /* it used atomics, all of one class: */
#define OWNER_CLASS   0x18000000u
#define OWNER_SHARED  0x04000000u /* other units were here too: readers, or atomics only */
#define OWNER_BYTES   0x02000000u /* look at the four byte cells instead */
#define OWNER_UNIT    UNITS_MOST

/* A stamp is a tick, two flags and a thread of the block; it grows with the tick. */
#define STAMP_TICK_SHIFT 12
#define STAMP_TICKS_MOST ((1u << 20) - 1)
#define STAMP_LANES      0x400u /* reads: by several lanes of a warp, see readers */
#define STAMP_SEVERAL    0x800u /* by several threads; the tick is the latest */
#define STAMP_THREAD     0x3FFu

/* The cells of one piece of memory, from its first byte on. */
struct cells {
    uintptr_t base;
    struct four_cells *words; /* a cell for each 4 bytes */
    struct four_cells *bytes; /* a cell for each byte */
    uint32_t *readers;        /* for each 4 bytes: lanes, where a stamp has STAMP_LANES */
    struct stripe *stripes;   /* of global memory, see quick_stripes.h; else NULL */
};

/* Those of global memory; each worker has others for its shared memory. */
extern struct cells quick_cells;

static inline uint32_t stamp_of(unsigned thread, unsigned tick)
{
    return tick << STAMP_TICK_SHIFT | thread;
}

/* Stamps below this one come before the block's last barrier. */
static inline uint32_t stamp_limit(void)
{
    return detector.barrier_tick << STAMP_TICK_SHIFT;
}

/* 1 if the owner is a unit of the running phase. Units before the phase's first one are over. */
static inline int is_current(uint32_t owner, uint32_t first)
{
    return (owner & OWNER_UNIT) >= first;
}

/* The first unit whose accesses still matter. In shared memory: the block's own. */
static inline uint32_t first_unit(const struct worker *worker, int global)
{
    return global ? worker->run->first_unit : detector.unit;
}

#endif
