/*
 * The verdict on two accesses that nothing orders: no race, an error, or a note. A note is a race
 * by the memory model that programs rely on in practice.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <stddef.h>
#include <stdint.h>

#include "check/race.h"

#define ENTRY_WINDOW 16 /* bytes: no access is larger, or crosses a multiple of it */

/* Accesses that the exact look keeps: by lanes of one warp, in one tick, from one line. */
struct entry {
    uint32_t next; /* in the list */
    uint32_t unit;
    uint32_t tick;
    uint32_t lanes; /* mask */
    /* of plain reads: lanes whose next access to these bytes was a compare-and-swap, */
    uint32_t before_swap;
    uint32_t before_other; /* or was something else */
    uint64_t value;        /* of writes, if has_value; else 0 */
    union {
        struct {
            uint16_t site;
            uint8_t warp;
            uint8_t kind;        /* enum access_kind */
            uint8_t scope;       /* enum sim_scope, of atomics */
            uint8_t size, start; /* bytes; from a multiple of ENTRY_WINDOW */
            uint8_t is_volatile : 1, is_compare_and_swap : 1, has_failed : 1, lockstep : 1,
                has_value : 1, is_load : 1, is_pending : 1, is_spare : 1; /* see exact_lists.c */
        };
        uint64_t sort; /* all of these at once */
    };
};
_Static_assert(sizeof(struct entry) == 40, "sort has all that it stands for, and no gaps");

/* How many lanes a mask has: quickly, where the compiler must not use an instruction for it. */
static inline unsigned lanes_in(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return ((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}

/*
 * 1 if the access is a volatile store as in old warp-synchronous code: lanes store together, each
 * to its own word, with no fence before.
 */
int judge_is_lockstep(const struct access *access);

/* 1 if the two are no race, ordered or not: reads, or strong accesses of the same bytes. */
int judge_excludes(const struct entry *own, const struct entry *entry);

/*
 * Judges unordered pairs that are not excluded: the access, and the earlier one of each of these
 * lanes of the entry.
 */
void judge_lanes(struct worker *worker, const struct access *access, const struct entry *own,
                 const struct entry *entry, uint32_t lanes);

/* As many more races have had the advice of that slot: see verdicts.h. */
void judge_advised_again(size_t slot, unsigned times);

/*
 * If the entry is a plain read by the same thread: notes whether this access is a compare-and-swap.
 * To be called for each entry that shares bytes.
 */
void judge_follow(const struct entry *own, struct entry *entry);

/* The running thread makes an access: settles its deferred races of these bytes. */
void judge_access(struct worker *worker, const struct access *access);

/* A launch of so many blocks begins; a block begins, under a unit. */
void judge_new_launch(uint64_t blocks);
void judge_new_block(const struct worker *worker);

/* 1 if the block of that unit, which is one of this phase, has not yet ended. */
int judge_is_running(const struct worker *worker, uint32_t unit);

/* 1 if so far each block of the launch has run to its end before the next began. */
int judge_runs_alone(void);

/* The worker's block has ended: no compare-and-swap follows its deferred reads. */
void judge_end_block(struct worker *worker);

#endif
