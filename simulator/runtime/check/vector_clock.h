/*
 * A vector clock: for each stream, the number of the last piece of its work that has happened
 * before. Work is numbered from 1 in each stream.
 */
#ifndef PAST_H
#define PAST_H

#include <stdint.h>

struct past {
    unsigned count;
    uint32_t *done; /* by the stream's number: its last piece of work */
};

/* The first becomes the maximum of both. */
void past_join(struct past *past, const struct past *more);

/* The stream's work up to that number has happened. */
void past_add(struct past *past, unsigned stream, uint32_t work);

/* 1 if the stream's work of that number has happened. */
int past_has(const struct past *past, unsigned stream, uint32_t work);

#endif
