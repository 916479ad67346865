/*
 * Shared memory: the translator makes __shared__ arrays thread-local, so that a
 * worker's shared memory lies in its host thread's thread-local storage.
 */
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "base/worker.h"

struct shared_array {
    size_t offset, size; /* from the start of shared memory; bytes */
    const char *name;
    int is_array; /* 0: a variable of another type, also called an array here */
};

/*
 * To be called before a host thread that runs blocks is created: allocates its stack, which has its
 * thread-local storage. Addresses on both sides of the stack are reserved, so that an index far out
 * of bounds hits nothing else. Ends the program with status 3 if there is no room.
 */
void shared_memory_place(pthread_attr_t *attributes);

/* 1 if the address is in the worker's stack, or in the reserved addresses around it. */
static inline int shared_memory_surrounds(const struct worker *worker, uintptr_t address)
{
    return address - worker->shared.around < worker->shared.around_size;
}

/* Finds the calling thread's shared memory and makes its shadow. */
void shared_memory_start(struct worker *worker);

/*
 * A run begins: sizes the dynamic shared memory and fills it with junk. No array is declared yet.
 */
void shared_memory_prepare(struct worker *worker, size_t dynamic);

/* Gives a new block fresh memory: junk, not written. */
void shared_memory_reset(struct worker *worker);

/* The array of this run around an address of shared memory (dynamic: name ""), or NULL. */
const struct shared_array *shared_memory_array(struct worker *worker, uintptr_t address);

/* The array around the address that another kernel has, and not this run; or NULL. */
const struct shared_array *shared_memory_of_another(const struct worker *worker, uintptr_t address);

/*
 * The array of that number, from 0, among those that threads have declared in this run; NULL if
 * there are no more. Dynamic shared memory of 0 bytes counts only if there are no other arrays.
 */
const struct shared_array *shared_memory_number(struct worker *worker, unsigned number);

#endif
