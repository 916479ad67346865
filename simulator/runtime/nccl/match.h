/*
 * Matching calls: whether they fit together, and their results.
 */
#ifndef NCCL_MATCH_H
#define NCCL_MATCH_H

#include "nccl/call.h"

/*
 * Checks that two calls match. Returns NULL if they do, else the error in words, written to text:
 * the end of a sentence about the first call's rank.
 */
const char *match_wrong(const struct call *one, const struct call *other, char *text, size_t size);

/* Computes the results of matching calls, one of each rank in order. */
void match_all(struct call **calls, int ranks);

#endif
