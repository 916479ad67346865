/*
 * What has happened before something: of each stream, how much of its work. Work is numbered from
 * 1 in each stream.
 */
#ifndef PAST_H
#define PAST_H

#include <stdint.h>

struct past {
    unsigned count;
    uint32_t *done; /* by the stream's number: its work up to here */
};

/* What either had before, the first now has. */
void past_join(struct past *past, const struct past *more);

/* The stream's work up to there has happened. */
void past_add(struct past *past, unsigned stream, uint32_t work);

/* 1 if the stream's work has. */
int past_has(const struct past *past, unsigned stream, uint32_t work);

#endif
