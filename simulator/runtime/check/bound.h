/*
 * The release and the acquire of an atomic with a memory order. They are bound to the atomic's word
 * (PTX 8.8): a release works through that atomic and the strong writes of the same bytes that its
 * thread makes later, an acquire through that atomic and the strong reads of the same bytes that
 * its thread has made before.
 */
#ifndef BOUND_H
#define BOUND_H

#include "base/worker.h"
#include "check/fence.h"
#include "check/message.h"

/* Before a thread's strong access: adds to what it leaves there what it has released there. */
void bound_before(const struct worker *worker, unsigned thread, const struct strong_access *access,
                  struct messages_of_thread *messages);

/* Behind it: notes what it has read there, and gives up what bound_before has added. */
void bound_behind(struct thread_order *own, const struct strong_access *access,
                  struct messages_of_thread *messages, const struct messages_of_thread *read);

/* The thread's last strong access acquires. */
void bound_acquire(struct thread_order *own, enum sim_scope scope);

/* Forgets all of the thread. */
void bound_forget_thread(struct bound *bound);

#endif
