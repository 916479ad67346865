/*
 * The exact look's lists: for each 4 bytes the accesses that may still matter. How many are kept is
 * bounded for each list (exact_lists.c) and in all. Where there are more, those that have run to
 * their ends give way: those of a running block are kept apart from what other blocks have left.
 */
#ifndef EXACT_LISTS_H
#define EXACT_LISTS_H

#include "check/judge.h"

/*
 * A head has the first entry and three flags: whether the list may have entries other than plain
 * reads, other than strong accesses of the whole granule that all see, and other than those of the
 * 8 bytes that it is a half of. An access of one of these sorts needs no comparison with a list of
 * that sort alone.
 */
#define HEAD_NOT_READS  (1u << 31)
#define HEAD_NOT_STRONG (1u << 30)
#define HEAD_NOT_PAIRS  (1u << 29)
#define HEAD_ENTRY      (HEAD_NOT_PAIRS - 1)

/* The lists of one kind of memory; index 0 of the entries is none. */
struct exact_lists {
    uintptr_t base; /* of the memory, whose size is in bytes */
    size_t size;
    int is_global;
    uint32_t *heads; /* for each 4 bytes: the first entry, and the flags */
    struct entry *entries;
    size_t *granules;     /* of each entry: the list that it is in, from 1 on; 0: in none */
    size_t low, high;     /* granules whose heads are in use: from low on, below high */
    uint32_t count, most; /* entries in use so far, and at most */
    uint32_t free;        /* head of the list of free entries */
    int is_mixed;         /* some entry has other bytes than those of one granule */
    uint64_t removed;     /* entries that were taken out, so far */
};

/* Empty lists of global memory; of the running block's shared memory. */
void lists_start_global(void);
void lists_start_shared(const struct worker *worker);

/* Those of the memory that has the address. */
struct exact_lists *lists_of(uintptr_t address);

static inline int is_plain_read(const struct entry *entry)
{
    return entry->kind == ACCESS_READ && !entry->is_volatile;
}

/*
 * A strong access of that many bytes, at a multiple of them, which all see who can access them. Two
 * of these never race with each other.
 */
static inline int is_for_all(const struct entry *entry, unsigned bytes)
{
    return (entry->kind == ACCESS_ATOMIC || entry->is_volatile) && !entry->lockstep &&
           entry->scope != SIM_SCOPE_BLOCK && entry->size == bytes && entry->start % bytes == 0;
}

/* 1 if it is of the 4 bytes of one list. */
static inline int is_granule(const struct entry *entry)
{
    return entry->size == 4 && entry->start % 4 == 0;
}

/* 1 if no access can race with it any more: in global memory, one before a grid barrier. */
int entry_is_over(const struct worker *worker, const struct exact_lists *lists,
                  const struct entry *entry);

/* Takes the entry at *link out of its list. */
void lists_remove(struct exact_lists *lists, uint32_t *link);

/* How an access was noted. */
struct noted {
    uint32_t end; /* the list's first entry before */
    /*
     * The entry that has it, if all lanes of the warp that store the same may join it: the list has
     * no other accesses of theirs by that line; else NULL.
     */
    struct entry *entry;
};

/* Adds the entry, which has one lane, to the list of the granule. */
struct noted lists_note(struct worker *worker, struct exact_lists *lists, size_t granule,
                        struct entry own);

#endif
