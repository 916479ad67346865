/*
 * Asynchronous copies, from global to shared memory: they may happen at any time between the call
 * and the wait (PTX 8.9.1.1). Until then nobody may touch what they write, or write what they read.
 *
 * The simulator copies at once, and keeps each copy as pending. An access meanwhile to its bytes,
 * by whichever thread, is a finding. For the race detector a copy's accesses are made by its thread
 * twice: at the call, as all accesses are, and when it is waited for. So an access that is ordered
 * with one of the two only is a race. An access of another block may be ordered with both and lie
 * between them: so the sources count as read again wherever the block lets others go on.
 */
#ifndef COPIES_H
#define COPIES_H

#include "base/request.h"
#include "base/worker.h"

/* A block begins: nothing is pending. */
void copies_new_block(struct worker *worker);

/* A block ends: what none of its threads has waited for happens at some time before. */
void copies_end_block(struct worker *worker);

/* The lane of the running warp begins a copy, or waits for some; see struct instrument. */
void copies_step(struct worker *worker, event_t event, unsigned lane, uint64_t recorded);

/* The block goes on behind a grid barrier; or the thread has released something to other blocks. */
void copies_go_on(struct worker *worker);
void copies_release(struct worker *worker, unsigned thread);

/* Checks the request's accesses against the pending copies. */
void copies_check(struct worker *worker, const struct request *request);

/* The number of copies that are pending in the block. */
extern _Thread_local unsigned copies_pending;

#endif
