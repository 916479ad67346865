/*
 * What a thread knows of the accesses of others, beyond what the barriers of its
 * block tell: a map from units (a unit is one block of one launch) to views.
 *
 * A map never changes once others can see it, so that threads and messages share
 * maps and parts of them; counts of references say when a part can go. It is a
 * tree of FANOUT children at each node, as deep as the launch has blocks, and below
 * them the warps of a view: adding a unit copies one path, joining two maps skips
 * what they share.
 *
 * A NULL map is the empty one. Functions that return a map return a reference that
 * the caller owns and gives back with knowledge_drop. Memory that runs out ends the
 * program with status 3.
 */
#ifndef KNOWLEDGE_H
#define KNOWLEDGE_H

#include <stdint.h>

struct knowledge;

/* What is known of one unit: all accesses up to a tick, of some threads up to later ones. */
struct view;

/* A view of all accesses up to a tick; the caller owns it. */
struct view *view_make(unsigned all);

/* Adds to a view that nobody else has yet: a thread's accesses up to the tick are known. */
void view_add(struct view *view, unsigned thread, unsigned tick);

/* How deep maps are for a launch of so many blocks, and how wide their views for blocks of so many
 * threads: to be set while there are none. */
void knowledge_size(uint64_t blocks, unsigned threads);

struct knowledge *knowledge_keep(struct knowledge *map);
void knowledge_drop(struct knowledge *map);

/* What both know. A host thread keeps the last two maps and what they came to; it gives them back
 * by the second function, to be called before knowledge_size. */
struct knowledge *knowledge_join(struct knowledge *a, struct knowledge *b);
void knowledge_forget_last(void);

/* As above, and gives the caller's reference to *map up for the new one. */
void knowledge_learn(struct knowledge **map, struct knowledge *more);

/* Adds the view of a unit (counted from the launch's first) to *map; takes the view over. */
void knowledge_add(struct knowledge **map, uint32_t unit, struct view *view);

/* 1 if the map says that the accesses of the unit's thread up to the tick are known. */
int knowledge_has(const struct knowledge *map, uint32_t unit, unsigned thread, unsigned tick);

#endif
