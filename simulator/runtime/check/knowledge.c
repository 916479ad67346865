/*
 * Maps from units to views, as trees that share their parts.
 */
#include "check/knowledge.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/worker.h"

#define FANOUT_SHIFT 4
#define FANOUT       (1u << FANOUT_SHIFT)

/* A node's children are nodes, or, in the lowest level, views. */
struct knowledge {
    int references;
    void *child[FANOUT];
};

static unsigned levels = 1, warps;

void knowledge_size(uint64_t blocks, unsigned threads)
{
    warps = (threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
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

/*
 * For each thread of a warp: its accesses up to this tick are known. 0: no more than those of all.
 */
struct lanes {
    int references;
    unsigned latest; /* of the ticks */
    unsigned tick[SIM_WARP_SIZE];
};

struct view {
    int references;
    unsigned all; /* every thread's accesses up to this tick are known */
    struct lanes *warp[];
};

static struct lanes *lanes_keep(struct lanes *lanes)
{
    if (lanes)
        keep_one(&lanes->references);
    return lanes;
}

static void lanes_drop(struct lanes *lanes)
{
    if (lanes && drop_one(&lanes->references))
        free(lanes);
}

struct view *view_make(unsigned all)
{
    struct view *view = allocate(sizeof *view + warps * sizeof view->warp[0]);
    view->references = 1;
    view->all = all;
    return view;
}

void view_add(struct view *view, unsigned thread, unsigned tick)
{
    struct lanes **lanes = &view->warp[thread / SIM_WARP_SIZE];
    if (tick <= view->all)
        return;
    if (!*lanes) {
        *lanes = allocate(sizeof **lanes);
        (*lanes)->references = 1;
    }
    (*lanes)->tick[thread % SIM_WARP_SIZE] = tick;
    if (tick > (*lanes)->latest)
        (*lanes)->latest = tick;
}

static void *view_keep(struct view *view)
{
    if (view)
        keep_one(&view->references);
    return view;
}

static void view_drop(struct view *view)
{
    if (!view || !drop_one(&view->references))
        return;
    for (unsigned i = 0; i < warps; i++)
        lanes_drop(view->warp[i]);
    free(view);
}

static unsigned view_tick(const struct view *view, unsigned thread)
{
    const struct lanes *lanes = view->warp[thread / SIM_WARP_SIZE];
    unsigned tick = lanes ? lanes->tick[thread % SIM_WARP_SIZE] : 0;
    return tick > view->all ? tick : view->all;
}

/* The join of both, without ticks that are known of all threads; NULL if nothing is left. */
static struct lanes *lanes_join(struct lanes *a, struct lanes *b, unsigned all)
{
    int is_a = 1, is_b = 1;
    if (a && a->latest <= all)
        a = NULL;
    if (b && b->latest <= all)
        b = NULL;
    if (!a || !b || a == b)
        return lanes_keep(a ? a : b);
    for (unsigned i = 0; i < SIM_WARP_SIZE; i++) {
        is_a &= a->tick[i] >= b->tick[i];
        is_b &= b->tick[i] >= a->tick[i];
    }
    if (is_a || is_b)
        return lanes_keep(is_a ? a : b);
    struct lanes *joined = allocate(sizeof *joined);
    joined->references = 1;
    joined->latest = a->latest > b->latest ? a->latest : b->latest;
    for (unsigned i = 0; i < SIM_WARP_SIZE; i++)
        joined->tick[i] = a->tick[i] > b->tick[i] ? a->tick[i] : b->tick[i];
    return joined;
}

/* 1 if a warp of the view has all that these lanes have. */
static int has_lanes(const struct view *view, unsigned warp, const struct lanes *lanes)
{
    const struct lanes *own = view->warp[warp];
    unsigned later = 0;
    if (!lanes || lanes == own || lanes->latest <= view->all)
        return 1;
    if (!own || lanes->latest > own->latest)
        return 0;
    for (unsigned i = 0; i < SIM_WARP_SIZE; i++)
        later |= (unsigned)(lanes->tick[i] > own->tick[i]) & (unsigned)(lanes->tick[i] > view->all);
    return !later;
}

/* 1 if the one has all that the other has. */
static int view_has(const struct view *view, const struct view *other)
{
    int has = view->all >= other->all;
    for (unsigned i = 0; has && i < warps; i++)
        has = has_lanes(view, i, other->warp[i]);
    return has;
}

/* Where one of them knows it all, it is shared on. */
static struct view *view_join(struct view *a, struct view *b)
{
    if (!a || !b || a == b)
        return view_keep(a ? a : b);
    if (view_has(b, a))
        return view_keep(b);
    if (view_has(a, b))
        return view_keep(a);
    struct view *joined = view_make(a->all > b->all ? a->all : b->all);
    for (unsigned i = 0; i < warps; i++)
        joined->warp[i] = lanes_join(a->warp[i], b->warp[i], joined->all);
    return joined;
}

/* ---- Maps -------------------------------------------------------------------------- */

struct knowledge *knowledge_keep(struct knowledge *map)
{
    if (map)
        keep_one(&map->references);
    return map;
}

static void drop(struct knowledge *node, unsigned level);

static void drop_children(struct knowledge *node, unsigned level)
{
    for (unsigned i = 0; i < FANOUT; i++)
        if (level > 1)
            drop(node->child[i], level - 1);
        else
            view_drop(node->child[i]);
}

static void drop(struct knowledge *node, unsigned level)
{
    if (!node || !drop_one(&node->references))
        return;
    drop_children(node, level);
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
    struct knowledge joined = {.references = 1};
    int is_a = 1, is_b = 1;
    for (unsigned i = 0; i < FANOUT; i++) {
        joined.child[i] = join(a->child[i], b->child[i], level - 1);
        is_a &= joined.child[i] == a->child[i];
        is_b &= joined.child[i] == b->child[i];
    }
    if (is_a || is_b) { /* one of them knew it all: it is shared on */
        drop_children(&joined, level);
        return knowledge_keep(is_a ? a : b);
    }
    struct knowledge *made = allocate(sizeof *made);
    *made = joined;
    return made;
}

/*
 * The last join of this host thread. Where all threads of a block use a word, one after the other,
 * each joins the same two maps.
 */
static _Thread_local struct {
    struct knowledge *a, *b, *joined;
} last;

void knowledge_forget_last(void)
{
    knowledge_drop(last.a);
    knowledge_drop(last.b);
    knowledge_drop(last.joined);
    last.a = last.b = last.joined = NULL;
}

struct knowledge *knowledge_join(struct knowledge *a, struct knowledge *b)
{
    if (!a || !b || a == b)
        return knowledge_keep(a ? a : b);
    if (a != last.a || b != last.b) {
        struct knowledge *joined = join(a, b, levels);
        knowledge_forget_last();
        last.a = knowledge_keep(a);
        last.b = knowledge_keep(b);
        last.joined = joined;
    }
    return knowledge_keep(last.joined);
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
    void **slot = (void **)map;
    for (unsigned level = levels; level > 0; level--) {
        struct knowledge *node = own_node(*slot, level);
        *slot = node;
        slot = &node->child[unit >> (level - 1) * FANOUT_SHIFT & (FANOUT - 1)];
    }
    struct view *joined = view_join(*slot, view);
    view_drop(*slot);
    view_drop(view);
    *slot = joined;
}

int knowledge_has(const struct knowledge *map, uint32_t unit, unsigned thread, unsigned tick)
{
    const void *part = map;
    for (unsigned level = levels; level > 0; level--) {
        if (!part)
            return 0;
        const struct knowledge *node = part;
        part = node->child[unit >> (level - 1) * FANOUT_SHIFT & (FANOUT - 1)];
    }
    return part && tick <= view_tick(part, thread);
}
