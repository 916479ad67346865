/*
 * Shared memory: the translator makes __shared__ arrays thread-local, so that a
 * worker's shared memory lies in its host thread's thread-local storage.
 */
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/worker.h"

struct shared_array {
    size_t offset, size; /* within the thread-local storage; bytes */
    const char *name;
    int is_array; /* 0: a variable of another type, but called an array here all the same */
};

/* Finds the calling thread's thread-local storage and makes its shadow. */
void shared_memory_start(struct worker *worker);

/* For a launch: sizes the dynamic shared memory, gives all of it and all arrays junk. */
void shared_memory_prepare(struct worker *worker, size_t dynamic);

/* Gives a new block fresh memory: junk, not written. */
void shared_memory_reset(struct worker *worker);

/* The array around an address of the worker's shared memory (dynamic: name ""), or NULL. */
const struct shared_array *shared_memory_array(struct worker *worker, uintptr_t address);

/*
 * The array of that number, from 0 on, or NULL if there are no more. Dynamic shared
 * memory of 0 bytes counts only in a program without other arrays.
 */
const struct shared_array *shared_memory_number(struct worker *worker, int number);

#endif
