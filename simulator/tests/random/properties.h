/*
 * What an event is, and how two of them are related by themselves.
 */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "event.h"

static inline int same_thread(const struct event *a, const struct event *b)
{
    return a->block == b->block && a->thread == b->thread;
}

static inline int is_access(const struct event *e)
{
    return e->type <= EVENT_IS_ATOMIC;
}

static inline int writes(const struct event *e)
{
    return e->type == EVENT_IS_WRITE || e->type == EVENT_IS_ATOMIC;
}

static inline int reads(const struct event *e)
{
    return e->type == EVENT_IS_READ || e->type == EVENT_IS_ATOMIC;
}

static inline int is_strong(const struct event *e)
{
    return e->type == EVENT_IS_ATOMIC || e->type == EVENT_IS_FENCE ||
           (is_access(e) && (e->is_volatile || e->is_relaxed));
}

static inline int is_fence_sc(const struct event *e)
{
    return e->type == EVENT_IS_FENCE && !e->is_light;
}

static inline int is_plain(const struct event *e)
{
    return (e->type == EVENT_IS_READ || e->type == EVENT_IS_WRITE) && !e->is_volatile &&
           !e->is_relaxed;
}

static inline int same_memory(const struct event *a, const struct event *b)
{
    return a->space == b->space && (a->space != SPACE_SHARED || a->block == b->block);
}

static inline int share_a_byte(const struct event *a, const struct event *b)
{
    return is_access(a) && is_access(b) && same_memory(a, b) && a->address < b->address + b->size &&
           b->address < a->address + a->size;
}

static inline int same_bytes(const struct event *a, const struct event *b)
{
    return is_access(a) && is_access(b) && same_memory(a, b) && a->address == b->address &&
           a->size == b->size;
}

/*
 * 1 if the access is made of several, of sizes that the compiler chooses, or of a vector's elements
 * (PTX 8.2.4): which of them meet another access is left open.
 */
static inline int is_of_several(const struct event *e)
{
    return e->is_copy || is_wide(e->size);
}

/*
 * The access, and if it is of several, the bytes beside it in its units of 16: the simulator takes
 * bytes of a structure that nobody has written for padding where others of it are written.
 */
static inline struct event with_padding(const struct event *e)
{
    struct event around = *e;
    if (is_of_several(e)) {
        around.address -= e->address % 16;
        around.size = (e->address % 16 + e->size + 15) / 16 * 16;
    }
    return around;
}

/* 1 if the scope of a includes the thread of b. Volatile accesses have the system's scope. */
static inline int includes(const struct event *a, const struct event *b)
{
    int block_only = !(is_access(a) && a->is_volatile) && a->scope == SCOPE_BLOCK;
    return !block_only || a->block == b->block;
}

static inline int morally_strong(const struct event *a, const struct event *b)
{
    if (!is_strong(a) || !is_strong(b) || !includes(a, b) || !includes(b, a))
        return 0;
    return !is_access(a) || !is_access(b) || same_bytes(a, b);
}

#endif
