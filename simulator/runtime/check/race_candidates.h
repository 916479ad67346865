/*
 * Race candidates: a plain access after an atomic of its own thread on the same word, where the
 * atomic has observed the other thread's. In this run the two are ordered. In
 *     if (atomicAdd(count, 1) == last) *count = 0;
 * they always are, since the observed value tells which threads were before. In
 *     atomicAdd(count, 1); if (threadIdx.x == 31) *count = 0;
 * they are by chance. So the launch is run once more, in the opposite order of blocks, warps and
 * lanes, to find out whether the same lines race there. Then it runs again as before, with the
 * answer.
 */
#ifndef RACE_CANDIDATES_H
#define RACE_CANDIDATES_H

#include "check/describe.h"

/* A launch begins: there are no candidates. */
void race_candidates_new_launch(void);

/* Adds the candidate and returns 1; or returns 0 if it is known to be a race. */
int race_candidates_hide(const struct worker *worker, const struct race *race);

/* 1 if there are candidates without an answer. */
int race_candidates_unknown(void);

/* After the run in the opposite order: answers all candidates by its findings. */
void race_candidates_learn(void);

#endif
