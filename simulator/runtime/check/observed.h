/*
 * The stores that atomics and volatile loads have observed. By CUDA's model, the store whose value
 * they read, and each store in the chain of atomics before it, comes before their thread's next
 * accesses. Kept only in runs that observe (base/run.h).
 *
 * That holds in this run. Whether it holds in every run is not known here (see race_candidates.h).
 */
#ifndef OBSERVED_H
#define OBSERVED_H

#include "check/judge.h"
#include "check/order.h"

void observed_new_launch(void);

/* The running thread is about to perform the access. */
void observed_strong(struct worker *worker, const struct strong_access *access);

/* A plain write: no later read observes the earlier stores to these bytes. */
void observed_plain_write(uintptr_t address, unsigned size);

/*
 * 1 if an atomic or volatile load has observed the other thread's access, and comes before the
 * thread's next access. The other access: an atomic or a volatile store of the entry at the
 * address.
 */
int observed_orders(struct worker *worker, unsigned thread, uintptr_t address,
                    const struct entry *entry, unsigned other);

#endif
