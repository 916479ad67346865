/*
 * A copy of global memory, so that a launch can be run again from its start.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copies all live allocations and variables with their state. Returns a number that stands for all
 * of it: if it is the same as that of an earlier snapshot, so is the memory.
 */
uint64_t snapshot_take(void);

/* What differs from the copy that snapshot_take has made last. */
struct snapshot_changes {
    size_t count; /* 0: all is as it was */
    size_t bytes; /* that are kept of it */
    struct changed_piece {
        uintptr_t start; /* in the arena */
        void *real;      /* where the bytes are */
        size_t size;
        char *bytes, *state; /* copies; state is NULL where it cannot change */
    } * pieces;
};

/* 1 if nothing does. */
int snapshot_is_as_taken(void);

/*
 * Copies all that does, if it is at most so many bytes, and stores it to *changes, which is to be
 * freed. Returns 0, with nothing to be freed, if it is more.
 */
int snapshot_changes(struct snapshot_changes *changes, size_t most);
void snapshot_changes_free(struct snapshot_changes *changes);

/* Makes these changes to memory that is as it was when the snapshot was taken. */
void snapshot_change(const struct snapshot_changes *changes);

/* Puts back what snapshot_take has copied last. */
void snapshot_restore(void);

#endif
