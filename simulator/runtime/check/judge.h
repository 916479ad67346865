/*
 * What to make of two accesses that nothing orders: no race, a race that is an error,
 * or one that is formally one and in practice relied on, which is only noted.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdint.h>

#include "check/race.h"

#define ENTRY_WINDOW 16 /* bytes: no access is larger, or crosses a multiple of it */

/* Accesses that the exact look keeps: by lanes of one warp, in one tick, from one line. */
struct entry {
    uint32_t next; /* in the list */
    uint32_t unit;
    uint32_t tick;
    uint32_t lanes; /* mask */
    /* of plain reads, lanes whose next access to these bytes was a compare-and-swap, */
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
                has_value : 1, unused : 3;
        };
        uint64_t sort; /* all of these at once */
    };
};
_Static_assert(sizeof(struct entry) == 40, "sort has all that it stands for, and no gaps");

/*
 * 1 if the access is a volatile store as old warp-synchronous code has them: lanes store
 * together, each its own word, and no fence stands before it.
 */
int judge_is_lockstep(const struct access *access);

/* 1 if the two are no race, ordered or not: reads, or strong accesses of the same bytes. */
int judge_excludes(const struct entry *own, const struct entry *entry);

/* Two accesses, not excluded, are not ordered; the earlier one is each of these lanes', of the
 * entry. */
void judge_lanes(struct worker *worker, const struct access *access, const struct entry *own,
                 const struct entry *entry, uint32_t lanes);

/*
 * A thread's access comes after its own plain read of the entry (if the entry is that):
 * notes whether it is a compare-and-swap. To be called for each entry that shares bytes.
 */
void judge_follow(const struct entry *own, struct entry *entry);

/* The running thread makes an access: settles what was put off until then. */
void judge_access(struct worker *worker, const struct access *access);

/* A launch begins; a block begins, under a unit. */
void judge_new_launch(void);
void judge_new_block(void);

/* Whether each block of the launch has run to its end before the next began, so far. */
int judge_runs_alone(void);

/* The worker's block has ended: its reads that wait for a compare-and-swap have none. */
void judge_end_block(struct worker *worker);

#endif
