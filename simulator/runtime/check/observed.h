/*
 * What atomics and volatile loads have found: by CUDA's model, a store that they took
 * their value from, or any in the chain of atomics behind it, comes before what their
 * thread does next. Kept only in runs that observe (base/run.h).
 *
 * That holds in the run at hand; whether it holds in every run, nothing here can tell (see
 * aside.h).
 */
#ifndef OBSERVED_H
#define OBSERVED_H

#include "check/judge.h"
#include "check/order.h"

void observed_new_launch(void);

/* The running thread is about to perform the access. */
void observed_strong(struct worker *worker, const struct strong_access *access);

/* A plain write: what was stored in these bytes before is not found any more. */
void observed_plain_write(uintptr_t address, unsigned size);

/*
 * 1 if the access by the other thread, an atomic or a volatile store of the entry at the
 * address, was found by an atomic or volatile load that comes before what the thread does now.
 */
int observed_orders(struct worker *worker, unsigned thread, uintptr_t address,
                    const struct entry *entry, unsigned other);

#endif
