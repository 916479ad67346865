/*
 * Lanes of a warp that access one word from one line meet the same entries, and the verdicts are
 * the same: those of the first lane are given again. Each other lane is compared by itself with
 * entries of its own warp, among them those that the lanes before it have made. That holds where
 * barriers alone order the threads; of values it matters whether they are equal.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include "check/exact_lists.h"

#define FEW_MOST   40 /* a warp has 32 stores of one line */
#define VALUE_BITS 32768
struct few {
    struct entry *entries[FEW_MOST];
    unsigned count;
};
struct alike {
    int is_known; /* the other lanes may follow */
    uintptr_t address;
    size_t number;        /* of the granule */
    struct entry own;     /* the access of the lane that came last, */
    uint64_t first_value; /* and the value of the first one */
    struct noted noted;   /* of the first lane */
    struct few followed;  /* reads of the warp that come before, */
    struct few near;      /* and accesses of it with which each lane may race, or not */
    /* values that the entries have stored: a bit for each, and perhaps others; one is its own */
    uint64_t values[VALUE_BITS / 64];
    int has_values, has_own_value;
    struct entry judged; /* the entry that was judged last; tick 0: there is none */
};
extern struct alike alike;

/* The next lane is not like the last one. */
void alike_end(void);

/* A lane's access begins, after which others alike may come. */
void alike_begin(const struct exact_lists *lists, const struct access *access,
                 const struct entry *own);

/* 1 if the verdicts on the lane before hold for this one, whose entry goes to *own then. */
int alike_follows(const struct access *access, struct entry *own);

/* Adds an entry to one of the lists of a few; if it is full, the other lanes do not follow. */
void alike_add(struct few *few, struct entry *entry);

/* The first lane is about to be judged beside the entry, of another warp. */
void alike_meet(const struct entry *own, const struct entry *entry);

/* 1 if the entry is one like that which was judged last, but for its lanes and value. */
int alike_is_judged(const struct entry *own, const struct entry *entry);

#endif
