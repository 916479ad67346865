/*
 * A given part of step 16, which is the same in all submissions and takes a third of the time in
 * which one is compiled: it is compiled once. course/shapes/any_type.c leaves it out of
 * submissions.
 */
#include <cuda_runtime.h>

#include "lanes.h"

#define PART(...)                                                                                  \
    template __host__ __device__ __VA_ARGS__::accumulator foldOfLane<__VA_ARGS__>(                 \
        __VA_ARGS__::accumulator *, unsigned int)

/* The operators of course/reductions.c. */
PART(Sum<float>);
PART(Sum<__half>);
PART(Sum<int>);
PART(Product<unsigned int>);
PART(Minimum<int>);
PART(Maximum<unsigned int>);
PART(Compose<unsigned int>);
PART(Compose<float>);
PART(ArgMinimum<float>);
PART(Moments<float>);
