/*
 * A vector clock: for each stream, the number of the last piece of its work that has happened
 * before. Work is numbered from 1 in each stream.
 */
#ifndef VECTOR_CLOCK_H
#define VECTOR_CLOCK_H

#include <stdint.h>

struct vector_clock {
    unsigned count;
    uint32_t *done; /* by the stream's number: its last piece of work */
};

/* The first becomes the maximum of both. */
void vector_clock_join(struct vector_clock *clock, const struct vector_clock *more);

/* The stream's work up to that number has happened. */
void vector_clock_add(struct vector_clock *clock, unsigned stream, uint32_t work);

/* 1 if the stream's work of that number has happened. */
int vector_clock_has(const struct vector_clock *clock, unsigned stream, uint32_t work);

#endif
