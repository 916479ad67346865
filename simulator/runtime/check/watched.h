/*
 * The bytes of global memory that the running launch touches, where the order of streams is checked
 * (streams.h).
 */
#ifndef WATCHED_H
#define WATCHED_H

#include <stddef.h>
#include <stdint.h>

#define WATCHED_READ   1
#define WATCHED_WRITE  2
#define WATCHED_ATOMIC 4  /* among the threads of its device */
#define WATCHED_SYSTEM 8  /* an atomic among all devices and the host */
#define WATCHED_MADE   16 /* cudaMallocAsync: nobody has them before */
#define WATCHED_FREED  32 /* cudaFreeAsync: nobody has them behind it */

/* A launch begins, or begins again: nothing is touched yet. */
void watched_start(void);

/* Threads of the launch touch size bytes of the arena, at least one. how: one of the above. */
void watched_note(uintptr_t address, size_t size, unsigned how);

/* Adjacent bytes that were touched in the same ways. how: the flags of all these ways. */
struct watched_range {
    uintptr_t start, end;
    unsigned how;
};

/* All touched bytes, in order. The list is the caller's. */
struct watched_range *watched_list(size_t *count);

/*
 * The launch is not run, since it repeats another which has touched these bytes: they are what
 * watched_list gives next.
 */
void watched_repeat(const struct watched_range *ranges, size_t count);

#endif
