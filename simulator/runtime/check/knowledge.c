/*
 * Maps from units to views, as trees that share their parts.
 */
#include "check/knowledge.h"

#include <stdlib.h>

#include "base/allocate.h"

#define FANOUT_SHIFT 4
#define FANOUT       (1u << FANOUT_SHIFT)

/* A node's children are nodes, or, in the lowest level, views. */
struct knowledge {
    int references;
    void *child[FANOUT];
};

static unsigned levels = 1;

void knowledge_size(uint64_t blocks)
{
    levels = 1;
    for (uint64_t covered = FANOUT; covered < blocks; covered <<= FANOUT_SHIFT)
        levels++;
}

/* References are counted by all host threads. */
static void keep_one(int *references)
{
    __atomic_fetch_add(references, 1, __ATOMIC_RELAXED);
}

static int drop_one(int *references)
{
    return __atomic_sub_fetch(references, 1, __ATOMIC_ACQ_REL) == 0;
}

static int is_shared(const int *references)
{
    return __atomic_load_n(references, __ATOMIC_ACQUIRE) > 1;
}

/* ---- Views ------------------------------------------------------------------------ */

struct view *view_make(unsigned room)
{
    struct view *view = allocate(sizeof *view + room * sizeof view->entry[0]);
    view->references = 1;
    return view;
}

static void *view_keep(struct view *view)
{
    if (view)
        keep_one(&view->references);
    return view;
}

static void view_drop(struct view *view)
{
    if (view && drop_one(&view->references))
        free(view);
}

static unsigned view_tick(const struct view *view, unsigned thread)
{
    unsigned low = 0, high = view->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (view->entry[middle].thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < view->count && view->entry[low].thread == thread && view->entry[low].tick > view->all)
        return view->entry[low].tick;
    return view->all;
}

/* 1 if a says all that b says. */
static int view_covers(const struct view *a, const struct view *b)
{
    if (a->all < b->all)
        return 0;
    for (unsigned i = 0; i < b->count; i++)
        if (view_tick(a, b->entry[i].thread) < b->entry[i].tick)
            return 0;
    return 1;
}

/* Merges the entries of both, as far as they say more than the common tick. */
static void merge_entries(struct view *to, const struct view *a, const struct view *b)
{
    unsigned i = 0, k = 0;
    while (i < a->count || k < b->count) {
        struct view_entry next;
        if (k == b->count || (i < a->count && a->entry[i].thread < b->entry[k].thread)) {
            next = a->entry[i++];
        } else if (i == a->count || b->entry[k].thread < a->entry[i].thread) {
            next = b->entry[k++];
        } else {
            next = a->entry[i++];
            if (b->entry[k].tick > next.tick)
                next.tick = b->entry[k].tick;
            k++;
        }
        if (next.tick > to->all)
            to->entry[to->count++] = next;
    }
}

static struct view *view_join(struct view *a, struct view *b)
{
    if (a == b || !b || (a && view_covers(a, b)))
        return view_keep(a);
    if (!a || view_covers(b, a))
        return view_keep(b);
    struct view *joined = view_make(a->count + b->count);
    joined->all = a->all > b->all ? a->all : b->all;
    merge_entries(joined, a, b);
    return joined;
}

/* ---- Maps -------------------------------------------------------------------------- */

struct knowledge *knowledge_keep(struct knowledge *map)
{
    if (map)
        keep_one(&map->references);
    return map;
}

static void drop(struct knowledge *node, unsigned level)
{
    if (!node || !drop_one(&node->references))
        return;
    for (unsigned i = 0; i < FANOUT; i++)
        if (level > 1)
            drop(node->child[i], level - 1);
        else
            view_drop(node->child[i]);
    free(node);
}

void knowledge_drop(struct knowledge *map)
{
    drop(map, levels);
}

static void *join(struct knowledge *a, struct knowledge *b, unsigned level)
{
    if (level == 0)
        return view_join((struct view *)a, (struct view *)b);
    if (!b || a == b)
        return knowledge_keep(a);
    if (!a)
        return knowledge_keep(b);
    struct knowledge *joined = allocate(sizeof *joined);
    joined->references = 1;
    int is_a = 1, is_b = 1;
    for (unsigned i = 0; i < FANOUT; i++) {
        joined->child[i] = join(a->child[i], b->child[i], level - 1);
        is_a &= joined->child[i] == a->child[i];
        is_b &= joined->child[i] == b->child[i];
    }
    if (!is_a && !is_b)
        return joined;
    drop(joined, level); /* one of them knew it all: it is shared on */
    return knowledge_keep(is_a ? a : b);
}

struct knowledge *knowledge_join(struct knowledge *a, struct knowledge *b)
{
    return join(a, b, levels);
}

void knowledge_learn(struct knowledge **map, struct knowledge *more)
{
    if (!more || *map == more)
        return;
    struct knowledge *joined = knowledge_join(*map, more);
    knowledge_drop(*map);
    *map = joined;
}

/* Gives the caller a node that nobody else sees: the node itself, or a copy of it. */
static struct knowledge *own_node(struct knowledge *node, unsigned level)
{
    if (node && !is_shared(&node->references))
        return node;
    struct knowledge *copy = allocate(sizeof *copy);
    copy->references = 1;
    for (unsigned i = 0; node && i < FANOUT; i++) {
        copy->child[i] = node->child[i];
        if (level > 1)
            knowledge_keep(copy->child[i]);
        else
            view_keep(copy->child[i]);
    }
    drop(node, level);
    return copy;
}

void knowledge_add(struct knowledge **map, uint32_t unit, struct view *view)
{
    void **place = (void **)map;
    for (unsigned level = levels; level > 0; level--) {
        struct knowledge *node = own_node(*place, level);
        *place = node;
        place = &node->child[unit >> (level - 1) * FANOUT_SHIFT & (FANOUT - 1)];
    }
    struct view *joined = view_join(*place, view);
    view_drop(*place);
    view_drop(view);
    *place = joined;
}

int knowledge_has(const struct knowledge *map, uint32_t unit, unsigned thread, unsigned tick)
{
    const void *place = map;
    for (unsigned level = levels; level > 0; level--) {
        if (!place)
            return 0;
        const struct knowledge *node = place;
        place = node->child[unit >> (level - 1) * FANOUT_SHIFT & (FANOUT - 1)];
    }
    return place && tick <= view_tick(place, thread);
}
