/*
 * What a branch costs that the lanes may take or not: nvcc predicates the instructions that it can
 * pass by where they are few, so that all warps issue them and nobody branches. Around more of them
 * there are the branch and two instructions that part and join the lanes (BSSY, BSYNC).
 */
#ifndef BRANCHES_H
#define BRANCHES_H

#include "clock/multiprocessor.h"

/*
 * Instructions of a side that nvcc predicates: the code of nvcc 13.0 for sm_90 has no branch around
 * 8, and one around 9 (calibrate/recordings/h200/branches.csv, with those of branches.c).
 */
#define PREDICATED_MOST 8

/* 1 if nvcc predicates what the branch of the basic block at hand can pass by. */
int branch_is_predicated(const struct warp_time *warp, const struct operation *branch);

/* Of those instructions, what no lane of the warp executes: it issues them all the same. */
struct operation_side branch_skips(const struct multiprocessor *multiprocessor,
                                   const struct warp_time *warp, const struct operation *branch);

#endif
