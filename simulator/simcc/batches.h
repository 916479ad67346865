/*
 * Batches of hooks: of code without a branch it is known which hooks it calls, one after the other.
 * What they have in common is done once, at the first of them, and without a call.
 */
#ifndef SIMCC_BATCHES_H
#define SIMCC_BATCHES_H

#include "text.h"

/*
 * Changes assembly of x86-64 (AT&T syntax) that has its tables of operations. In place of a call of
 * a hook stands code that writes down its event or its address, and that calls the runtime only
 * where something is unusual; a table for each batch says which hooks they are:
 * runtime/warp/batch.h. An event's pc stays that of a call in that place. position_independent: the
 * code may be linked into a program that is loaded anywhere. It is not for shared libraries, whose
 * thread-local variables are found by calls.
 */
void put_in_batches(struct text *assembly, int position_independent);

#endif
