/*
 * Calls that have met: whether they fit together, and what comes of them.
 */
#ifndef NCCL_MATCH_H
#define NCCL_MATCH_H

#include "nccl/call.h"

/*
 * What is wrong with two calls beside each other, as the end of a sentence about the first's rank;
 * NULL if they fit. Written to text.
 */
const char *match_wrong(const struct call *one, const struct call *other, char *text, size_t size);

/* Computes the results of calls that fit, one of each rank in order. */
void match_all(struct call **calls, int ranks);

#endif
