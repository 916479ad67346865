/*
 * Given parts of step 16, which are the same in all submissions and take half of the time in which
 * one is compiled: they are compiled once. course/shapes/any_type.c leaves them out of submissions.
 */
#include <cuda_runtime.h>

#include "operators.h"

/*
 * What is called at each exchange becomes a part of its caller, as on a GPU: a call of a thread
 * takes many instructions of the host.
 */
template <typename type> __device__ __forceinline__ type fromLane(type value, unsigned int distance);
template <unsigned int iCount, typename Operator, typename accumulator>
__device__ __forceinline__ accumulator combineLanes(Operator, accumulator value);
template <typename key>
__device__ __forceinline__ place_of<key> smallestPlace(struct place_of<key> place);

#include "lanes.h"

#define PART(...)                                                                                  \
    template __host__ __device__ __VA_ARGS__::accumulator foldOfLane<__VA_ARGS__>(                 \
        __VA_ARGS__::accumulator *, unsigned int);                                                 \
    template __device__ __VA_ARGS__::accumulator warpCombine<__VA_ARGS__>(                         \
        __VA_ARGS__::accumulator);                                                                 \
    template __device__ __VA_ARGS__::accumulator combineWarps<__VA_ARGS__, GROUP / 32>(            \
        const __VA_ARGS__::accumulator *)

/* The operators of course/reductions.c. */
PART(Sum<float>);
PART(Sum<__half>);
PART(Sum<__nv_bfloat16>);
PART(Sum<int>);
PART(Sum<long long>);
PART(Sum<double>);
PART(And<int>);
PART(Product<unsigned int>);
PART(Minimum<int>);
PART(Maximum<unsigned int>);
PART(Compose<unsigned int>);
PART(Compose<float>);
PART(ArgMinimum<float>);
PART(Moments<float>);
