/*
 * Messages: the knowledge that atomics and volatile stores release at their words, for later
 * readers. It is the knowledge of the thread at its last fence before.
 *
 * A word's message grows along a chain of atomics. It ends with the first store that is no atomic,
 * or with an operation that is not morally strong with the one before: one of another size, or of a
 * scope that does not include the other thread.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "check/knowledge.h"
#include "check/order.h"

/* A thread's knowledge at its last fences; NULL where there was none. */
struct offer {
    struct knowledge *to_block;  /* for threads of its own block */
    struct knowledge *to_device; /* for all others */
};

/* The words of one kind of memory: global, or a block's shared memory. */
struct messages;

struct messages *messages_make(void);

/* Forgets them all. */
void messages_clear(struct messages *messages);

/* 1 if there are no messages. Needs no lock. */
int messages_none(const struct messages *messages);

/*
 * The access by a thread of the unit: the message that it reads is joined to
 * *received, then the thread leaves its own. All maps in *received and *own stay the
 * caller's.
 */
void messages_pass(struct messages *messages, const struct strong_access *access, uint32_t unit,
                   const struct offer *own, struct offer *received);

/*
 * The unit's block has ended: forgets the messages at the word that its threads have left for each
 * other.
 */
void messages_end_unit(struct messages *messages, uintptr_t address, uint32_t unit);

/* A plain write to these bytes ends the messages there. */
void messages_end(struct messages *messages, uintptr_t address, unsigned size);

#endif
