/*
 * A thread's knowledge: the accesses of others that come before its own, beyond those that the
 * barriers of its block order. It is a map from units (a unit is one block of one launch) to views.
 *
 * A map never changes once others can see it. So threads and messages share maps and parts of them,
 * with counts of references. A map is a tree with FANOUT children at each node; its depth follows
 * from the number of blocks; its leaves are views, by warp. Adding a unit copies one path. Joining
 * two maps skips their common parts.
 *
 * A NULL map is the empty one. A function that returns a map returns a reference, which the caller
 * owns and gives back with knowledge_drop. If memory runs out, the program ends with status 3.
 */
#ifndef KNOWLEDGE_H
#define KNOWLEDGE_H

#include <stdint.h>

struct knowledge;

/* The known accesses of one unit: of all threads up to a tick, of some threads up to later ones. */
struct view;

/* A view of all accesses up to a tick; the caller owns it. */
struct view *view_make(unsigned all);

/* Adds a thread's accesses up to the tick to a view that nobody else has yet. */
void view_add(struct view *view, unsigned thread, unsigned tick);

/*
 * Sets the depth of maps for the launch's number of blocks, and the width of views for the threads
 * of a block. To be called while there are no maps.
 */
void knowledge_size(uint64_t blocks, unsigned threads);

struct knowledge *knowledge_keep(struct knowledge *map);
void knowledge_drop(struct knowledge *map);

/*
 * The join of both. A host thread caches its last join; the second function drops the cache, and is
 * to be called before knowledge_size.
 */
struct knowledge *knowledge_join(struct knowledge *a, struct knowledge *b);
void knowledge_forget_last(void);

/* As above, and gives the caller's reference to *map up for the new one. */
void knowledge_learn(struct knowledge **map, struct knowledge *more);

/* Adds the view of a unit (counted from the launch's first) to *map; takes the view over. */
void knowledge_add(struct knowledge **map, uint32_t unit, struct view *view);

/* 1 if the map has the accesses of the unit's thread up to the tick. */
int knowledge_has(const struct knowledge *map, uint32_t unit, unsigned thread, unsigned tick);

#endif
