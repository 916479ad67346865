/*
 * What comes before a thread's next access, beyond what the barriers of its block order; and what
 * PTX's fence.sc adds to it.
 *
 * A fence.sc X synchronizes with a fence.sc Y if X is before Y in the Fence-SC order (PTX 8.9.4).
 * An execution shows that order where X precedes a strong write, a strong read finds that write, or
 * atomics that go back to it, and the read precedes Y: if Y were before X, the read would precede
 * the write in causality order, and could not return its value (8.10.6). Which threads write and
 * read the word does not matter, only that X precedes the write and the read precedes Y in base
 * causality order (8.9.5): through program order, barriers, releases and acquires, and other
 * fences. So a write carries the knowledge of all fence.sc that precede it, and a read hands it on
 * to all fence.sc that follow.
 *
 * Nothing less would do, and among fences of the device's scope nothing more: those that it leaves
 * open may have either order in an execution where the same reads find the same writes. Let X not
 * be before Y by this rule. Then Y, and all fences that are before it, can be first in a total
 * order that keeps what the rule demands, and X is not among them. Would a read then precede a
 * write that it finds? Only on a way through fences, from a first one to a last one of this order.
 * But the last precedes the write, and the read the first: the rule has put the last before the
 * first.
 */
#ifndef PAST_H
#define PAST_H

#include "check/knowledge.h"

/* A map for threads of the own block, and one for those of the device. */
struct offer {
    struct knowledge *to_block, *to_device;
};

struct past {
    struct knowledge *known; /* accesses that precede */
    struct offer fenced;     /* accesses that precede a fence.sc that precedes */
    struct offer found;      /* those that precede the fence.sc before a write that was found */
};

/* Adds what the other knows. */
void past_learn(struct past *past, const struct past *more);

/* The same, and empties the other. */
void past_take(struct past *past, struct past *more);

/* A copy, whose references are the caller's. */
struct past past_keep(const struct past *past);

/* The one becomes the other. */
void past_replace(struct past *past, const struct past *other);

/* Gives up its references; it is empty then. */
void past_drop(struct past *past);

/* 1 if there is nothing in it. */
int past_is_empty(const struct past *past);

/* Joins what *from has to *to, and empties it. */
void knowledge_move(struct knowledge **to, struct knowledge **from);

/* The one is replaced by the other, of which it gets a reference of its own. */
void knowledge_replace(struct knowledge **map, struct knowledge *other);

#endif
