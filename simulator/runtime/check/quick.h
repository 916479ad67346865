/*
 * The quick look of the race detector: a few words for each 4 bytes, for each byte where smaller
 * accesses come by.
 *
 * A cell keeps the accesses of one unit (one block of one launch): its last plain write, its plain
 * reads since, its atomics. That is enough to be sure that there is no race: an access that comes
 * after a plain write need not be compared with the accesses that the write was compared with.
 * Where a cell cannot hold all that is needed, or two accesses are not known to be ordered, the
 * quick look doubts. It takes volatile accesses for plain ones, so that it doubts where two
 * conflict.
 */
#ifndef QUICK_H
#define QUICK_H

#include <stddef.h>
#include <stdint.h>

#include "base/request.h"
#include "check/race.h"

#define UNITS_MOST 0x01FFFFFFu /* the largest number of a unit: the bits that a cell has for it */

/* Looks at an access and notes it; 1 if it cannot be sure that there is no race. */
int quick_global(struct worker *worker, const struct access *access);
int quick_shared(struct worker *worker, const struct access *access);

/*
 * The same for a request whose lanes each read or write 4, 8 or 16 bytes, all of which are written.
 * Begins at lane number `from` of the request.
 * Returns the first lane that needs quick_global or quick_shared, or the number of lanes; those
 * before it are checked, without doubt.
 */
unsigned quick_words(struct worker *worker, const struct request *request, unsigned from,
                     int global);

#define QUICK_ROW 64 /* bytes */

/*
 * The same for loads or stores by all lanes of a warp, side by side in global memory, each of 1, 2,
 * 4, 8 or 16 bytes, all of which are written; from a multiple of QUICK_ROW on, bytes also from half
 * of one. Returns the number of lanes that are checked, without doubt; nothing has changed for the
 * others.
 */
unsigned quick_row(struct worker *worker, const struct request *request);

/*
 * 1 if the request loads words of global memory that several units have read and none has written
 * in this phase: there is nothing to be noted, and all bytes are written, as they were then.
 * 0 also where that takes longer to find out.
 */
int quick_loads_shared(const struct worker *worker, const struct request *request);

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
