/*
 * All exercises of the course.
 */
#ifndef EXERCISES_H
#define EXERCISES_H

#include <stddef.h>

#include "exercise.h"

extern const struct exercise exercises[];
extern const size_t exercise_count;

/* The exercise of a folder such as "step04_interleaved", or NULL if there is none. */
const struct exercise *exercise_of(const char *folder);

/* Whether clang compiles: CXX names one. */
int is_clang(void);

/* Bytes of dynamic shared memory for each thread, as the step's own program launches the kernel. */
unsigned shared_of_thread(const struct exercise *exercise);

#endif
