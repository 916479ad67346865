/*
 * A copy of global memory, so that a launch can be run again from its start.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copies all live allocations and variables with their state. Where they are large, share is called
 * once: it calls work(0, parts) to work(parts - 1, parts), on host threads of its choice, and
 * returns when all have returned.
 */
void snapshot_take(void (*share)(void (*work)(unsigned part, unsigned parts)));

/* A hash of the last copy: if it equals that of an earlier one, so did the memory. */
uint64_t snapshot_hash(void);

/* The differences from the last copy of snapshot_take. */
struct snapshot_changes {
    size_t count; /* 0: all is as it was */
    size_t bytes; /* of all copies */
    struct changed_piece {
        uintptr_t start; /* in the arena */
        void *real;      /* the address of the bytes */
        size_t size;
        char *bytes, *state; /* copies; state is NULL where it cannot change */
    } * pieces;
};

/* 1 if there are no differences. */
int snapshot_is_as_taken(void);

/*
 * Copies the differences, up to `most` bytes, to *changes, which is to be freed. Returns 0, with
 * nothing to be freed, if there are more.
 */
int snapshot_changes(struct snapshot_changes *changes, size_t most);
void snapshot_changes_free(struct snapshot_changes *changes);

/* 1 if both are the same differences from the same copy. */
int snapshot_changes_are_equal(const struct snapshot_changes *a, const struct snapshot_changes *b);

/* Applies these differences to memory that equals the snapshot. */
void snapshot_change(const struct snapshot_changes *changes);

/* Restores the last copy of snapshot_take. */
void snapshot_restore(void);

#endif
