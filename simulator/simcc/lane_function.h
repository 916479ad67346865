/*
 * Functions that shuffle, and do nothing else that is a thread's own: they can run for all lanes of
 * a warp at once, on an array of their values (phases.h).
 *
 *     __device__ int sum(int x)                   static void sim_lanes_sum(int *values, count) {
 *     {                                               lanes<int> x(values, count);
 *         for (int d = 16; d > 0; d /= 2)             for (int d = 16; d > 0; d /= 2)
 *             x += __shfl_down_sync(~0, x, d);            x += __shfl_down_sync(~0, x, d);
 *         return x;                                   lanes<int>(x).store(values);
 *     }                                           }
 */
#ifndef SIMCC_LANE_FUNCTION_H
#define SIMCC_LANE_FUNCTION_H

#include "syntax.h"

/* Such a function: positions. */
struct lane_function {
    size_t name;
    size_t parameter; /* its name; the type is [type, parameter) */
    size_t type;
    size_t body, end; /* its braces */
};

/* 1 if the name is that of such a function, the only one of that name in the file. */
int find_lane_function(const struct source *source, const struct token *name,
                       struct lane_function *function);

/* Whether [first, end) has the name of one. */
int has_lane_function(const struct source *source, size_t first, size_t end);

#endif
