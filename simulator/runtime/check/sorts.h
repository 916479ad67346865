/*
 * Questions to one entry of the exact look, and to two of them.
 */
#ifndef SORTS_H
#define SORTS_H

#include "check/judge.h"

static inline int is_strong(const struct entry *entry)
{
    return entry->kind == ACCESS_ATOMIC || entry->is_volatile;
}

static inline int only_reads(const struct entry *entry)
{
    return entry->kind == ACCESS_READ || entry->is_load;
}

/* Volatile, or a load of cuda::atomic, which is one for the lanes beside it (whatever its scope).
 */
static inline int is_like_volatile(const struct entry *entry)
{
    return entry->is_volatile || entry->is_load;
}

static inline int is_plain(const struct entry *entry, enum access_kind kind)
{
    return entry->kind == kind && !entry->is_volatile;
}

static inline int same_bytes(const struct entry *a, const struct entry *b)
{
    return a->start == b->start && a->size == b->size;
}

static inline int scopes_meet(const struct entry *a, const struct entry *b)
{
    return a->unit == b->unit || (a->scope != SIM_SCOPE_BLOCK && b->scope != SIM_SCOPE_BLOCK);
}

static inline int stores_the_same(const struct entry *a, const struct entry *b)
{
    return a->kind == ACCESS_WRITE && b->kind == ACCESS_WRITE && same_bytes(a, b) && a->has_value &&
           b->has_value && a->value == b->value;
}

static inline int is_swap_beside_read(const struct entry *swap, const struct entry *read)
{
    return swap->is_compare_and_swap && is_plain(read, ACCESS_READ) && same_bytes(swap, read);
}

/* The compare-and-swap has not changed the word that the other access reads. */
static inline int is_failed_swap_beside_read(const struct entry *swap, const struct entry *read)
{
    return swap->has_failed && is_plain(read, ACCESS_READ);
}

#endif
