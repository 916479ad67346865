/*
 * Races put aside: a plain access after an atomic of its own thread on the same word, where
 * the atomic has found the other thread's. In this run they were ordered. In
 *     if (atomicAdd(count, 1) == last) *count = 0;
 * they always are, as the value found says who was before; in
 *     atomicAdd(count, 1); if (threadIdx.x == 31) *count = 0;
 * they were by chance. So the launch is run once more, in the opposite order of blocks, warps and
 * lanes, only to see whether the same lines race there; then again as before, with the answer.
 */
#ifndef ASIDE_H
#define ASIDE_H

#include "check/describe.h"

/* A launch begins: nothing is put aside and nothing is known. */
void aside_new_launch(void);

/* Puts the race aside and returns 1; or 0 if it is known by now to be one. */
int aside_hides(const struct worker *worker, const struct race *race);

/* 1 if races were put aside of which nothing is known. */
int aside_asks(void);

/* After the run in the opposite order, whose findings are still there: learns from them. */
void aside_learn(void);

#endif
