/*
 * The quick look of the race detector: a few words for each 4 bytes, for each byte
 * where smaller accesses come by.
 *
 * A cell keeps the accesses of one unit (one block of one launch): its last plain
 * write, its plain reads since, its atomics. It is enough to be sure that there is
 * no race: an access that comes after a plain write need not be compared with what
 * the write was compared with. Where the cell cannot hold what would be needed, or
 * two accesses are not known to be ordered, the quick look doubts. It takes volatile
 * accesses for plain ones, so that it doubts where they meet.
 */
#ifndef QUICK_H
#define QUICK_H

#include <stddef.h>
#include <stdint.h>

#include "base/request.h"
#include "check/race.h"

/*
 * owner: the unit whose accesses these are, and OWNER_ flags.
 * write, read, atomic: stamps of its last ones, 0 if there are none.
 */
struct cell {
    uint32_t owner;
    uint32_t write;
    uint32_t read;
    uint32_t atomic;
};

#define OWNER_WRITTEN 0x80000000u /* the owner wrote plainly */
#define OWNER_READ    0x40000000u /* it read plainly */
#define OWNER_ATOMIC  0x20000000u /* it used atomics, all of one class: */
#define OWNER_CLASS   0x18000000u
#define OWNER_SHARED  0x04000000u /* other units were here too: readers, or atomics only */
#define OWNER_BYTES   0x02000000u /* look at the four byte cells instead */
#define OWNER_UNIT    0x01FFFFFFu
#define UNITS_MOST    OWNER_UNIT

/* A stamp is a tick, two flags and a thread of the block; it grows with the tick. */
#define STAMP_TICK_SHIFT 12
#define STAMP_TICKS_MOST ((1u << 20) - 1)
#define STAMP_LANES      0x400u /* reads: by several lanes of a warp, see readers */
#define STAMP_SEVERAL    0x800u /* by several threads; the tick is the latest */
#define STAMP_THREAD     0x3FFu

/* The cells of one piece of memory, from its first byte on. */
struct cells {
    uintptr_t base;
    struct cell *words; /* one for each 4 bytes */
    struct cell *bytes; /* one for each byte */
    uint32_t *readers;  /* for each 4 bytes: lanes, where a stamp has STAMP_LANES */
};

/* Those of global memory; each worker has others for its shared memory. */
extern struct cells quick_cells;

/* Looks at an access and notes it; 1 if it cannot be sure that there is no race. */
int quick_global(struct worker *worker, const struct access *access);
int quick_shared(struct worker *worker, const struct access *access);

/*
 * The same for a request whose lanes each read or write 4, 8 or 16 bytes. access: what they have in
 * common, all of it written before. Returns at the first lane, from this one on, of which it cannot
 * tell without more ado, or how many lanes there are: those before are done, without doubt.
 */
unsigned quick_words(struct worker *worker, const struct request *request, unsigned from,
                     const struct access *access, int global);

/* Makes the cells of global memory, or of a worker's shared memory. */
void quick_start_global(void);
void quick_start_shared(struct worker *worker);

/* A block begins: starts the ticks anew where they get too large for stamps. */
void quick_new_block(struct worker *worker);

/* Forgets the accesses to an allocation that was freed, or to all memory of a kind. */
void quick_forget(uintptr_t address, size_t size);
void quick_forget_shared(struct worker *worker);
void quick_forget_all_shared(void);

#endif
