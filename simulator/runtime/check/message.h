/*
 * Messages: what atomics and volatile stores leave at their words, for later readers. To those who
 * execute a fence of their own behind, it gives the past of the thread at its own last fence
 * before: a release pattern and an acquire pattern (PTX 8.8). To all fence.sc behind, it gives the
 * knowledge of all fence.sc before (past.h).
 *
 * A word's message grows along a chain of atomics. It ends with the first store that is no atomic,
 * or with an operation that is not morally strong with the one before: one of another size, or of a
 * scope that does not include the other thread.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "check/order.h"
#include "check/past.h"

/* What one store leaves: for threads of its own block, or of the device. */
struct message {
    struct past released;     /* the thread's own at its last fence */
    struct knowledge *fenced; /* of each fence.sc before */
};

struct messages_of_thread {
    struct message to_block, to_device;
};

/* Gives up its references; 1 if there is nothing in it. */
void message_drop(struct message *message);
int message_is_empty(const struct message *message);

/* The words of one kind of memory: global, or a block's shared memory. */
struct messages;

struct messages *messages_make(void);

/* Forgets them all. keeps: from now on, what messages have said is known when they are gone. */
void messages_clear(struct messages *messages, int keeps);

/* 1 if there are no messages. Needs no lock. */
int messages_none(const struct messages *messages);

/*
 * The access by a thread of the unit: the messages that it reads are joined to *received, then the
 * thread leaves its own. All maps in *received and *own stay the caller's.
 */
void messages_pass(struct messages *messages, const struct strong_access *access, uint32_t unit,
                   const struct messages_of_thread *own, struct messages_of_thread *received);

/*
 * The unit's block has ended: forgets the messages at the word that its threads have left for each
 * other.
 */
void messages_end_unit(struct messages *messages, uintptr_t address, uint32_t unit);

/* 1 if some message to the device has the access, or had it (keeps): of the place of a unit, by the
 * thread. */
int messages_tell(struct messages *messages, uint32_t place, unsigned thread, unsigned tick);

/* A plain write to these bytes ends the messages there. */
void messages_end(struct messages *messages, uintptr_t address, unsigned size);

#endif
