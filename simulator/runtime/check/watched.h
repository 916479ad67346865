/*
 * Which bytes of global memory the running launch touches, where the order of streams is looked
 * at (streams.h).
 */
#ifndef WATCHED_H
#define WATCHED_H

#include <stddef.h>
#include <stdint.h>

#define WATCHED_READ   1
#define WATCHED_WRITE  2
#define WATCHED_ATOMIC 4 /* among the threads of its device */
#define WATCHED_SYSTEM 8 /* an atomic among all devices and the host */

/* A launch begins, or begins again: nothing is touched yet. */
void watched_start(void);

/* A thread of it touches bytes of the arena; how is one of the above. */
void watched_note(uintptr_t address, unsigned size, unsigned how);

/* Bytes in a row that were touched in the same ways, which how has together. */
struct watched_range {
    uintptr_t start, end;
    unsigned how;
};

/* All that was touched, in order; the list is the caller's. */
struct watched_range *watched_list(size_t *count);

#endif
