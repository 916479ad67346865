/*
 * How the lanes of a warp, and the warps of a block, combine what they have: any accumulator, and
 * neighbours first.
 */
#ifndef LANES_H
#define LANES_H

#include <limits.h>
#include <type_traits>

#include "operators.h"
#include "order.h" /* fold */

/* How many words of 32 bits a type is made of. */
#define WORDS(type) ((unsigned int)(sizeof(type) / sizeof(unsigned int)))

/* The value of the lane `distance` places on: of any type that is made of 32-bit words. */
template <typename type> __device__ type fromLane(type value, unsigned int distance)
{
    union {
        type whole;
        unsigned int words[WORDS(type)];
    } moving;

    moving.whole = value;
#pragma unroll
    for (unsigned int i = 0; i < WORDS(type); i++)
        moving.words[i] = __shfl_down_sync(0xFFFFFFFF, moving.words[i], distance);
    return moving.whole;
}

/* Combines one value of each of the first iCount lanes of a warp, in order: neighbours first. Lane
 * 0 gets the result. All 32 lanes must call it. */
template <unsigned int iCount, typename Operator, typename accumulator>
__device__ accumulator combineLanes(Operator, accumulator value)
{
#pragma unroll
    for (unsigned int distance = 1; distance < iCount; distance *= 2)
        value = Operator::combine(value, fromLane(value, distance));
    return value;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
// where one instruction does it for 32 lanes; integers have the same bits in any order

template <unsigned int, typename element> __device__ int combineLanes(Minimum<element>, int value)
{
    return __reduce_min_sync(0xFFFFFFFF, value);
}
template <unsigned int, typename element> __device__ int combineLanes(Maximum<element>, int value)
{
    return __reduce_max_sync(0xFFFFFFFF, value);
}
template <unsigned int, typename element>
__device__ unsigned int combineLanes(Minimum<element>, unsigned int value)
{
    return __reduce_min_sync(0xFFFFFFFF, value);
}
template <unsigned int, typename element>
__device__ unsigned int combineLanes(Maximum<element>, unsigned int value)
{
    return __reduce_max_sync(0xFFFFFFFF, value);
}
template <unsigned int, typename element>
__device__ unsigned int combineLanes(And<element>, unsigned int value)
{
    return __reduce_min_sync(0xFFFFFFFF, value);
}
template <typename key> __device__ place_of<key> smallestPlace(struct place_of<key> place)
{
    key smallest = __reduce_min_sync(0xFFFFFFFF, place.value);
    unsigned int index = place.value == smallest ? place.index : UINT_MAX;
    return {smallest, __reduce_min_sync(0xFFFFFFFF, index)};
}
template <unsigned int, typename element>
__device__ place_of<int> combineLanes(ArgMinimum<element>, struct place_of<int> place)
{
    return smallestPlace(place);
}
template <unsigned int, typename element>
__device__ place_of<unsigned int> combineLanes(ArgMinimum<element>,
                                               struct place_of<unsigned int> place)
{
    return smallestPlace(place);
}

/* 64 bits in three parts, of 27, 27 and 10 bits: the sums of 32 lanes fit 32 bits. */
template <unsigned int, typename element>
__device__ unsigned long long combineLanes(Sum<element>, unsigned long long sum)
{
    const unsigned int mask = (1u << 27) - 1;
    unsigned int low = __reduce_add_sync(0xFFFFFFFF, (unsigned int)sum & mask);
    unsigned int middle = __reduce_add_sync(0xFFFFFFFF, (unsigned int)(sum >> 27) & mask);
    unsigned int high = __reduce_add_sync(0xFFFFFFFF, (unsigned int)(sum >> 54));
    return low + ((unsigned long long)middle << 27) + ((unsigned long long)high << 54);
}
template <unsigned int iCount, typename element>
__device__ long long combineLanes(Sum<element> operation, long long sum)
{
    return (long long)combineLanes<iCount>(operation, (unsigned long long)sum);
}
#endif

/* The same for all lanes. */
template <typename Operator>
__device__ typename Operator::accumulator warpCombine(typename Operator::accumulator value)
{
    return combineLanes<32>(Operator(), value);
}

/* Combines the warps' values in the same order; all lanes of the block's first warp must call it.
 */
template <typename Operator, unsigned int iWarps>
__device__ typename Operator::accumulator combineWarps(const typename Operator::accumulator *smem)
{
    unsigned int lane = threadIdx.x % 32;
    return combineLanes<iWarps>(Operator(), lane < iWarps ? smem[lane] : Operator::identity());
}

/* The same by one thread, in the same order. */
template <typename Operator, unsigned int iWarps>
__device__ typename Operator::accumulator foldWarps(const typename Operator::accumulator *smem)
{
    typename Operator::accumulator values[iWarps];

#pragma unroll
    for (unsigned int i = 0; i < iWarps; i++)
        values[i] = smem[i];
    return fold<Operator>(values, iWarps);
}

/*
 * Whether one thread does it sooner: its loads wait side by side, where exchanges wait for each
 * other. Not for integers of 32 bits, which one instruction combines across a warp, and not for
 * structs, which take longer to combine, sixteen of them in one thread.
 */
template <typename accumulator> __host__ __device__ constexpr bool is_folded_sooner()
{
    return std::is_floating_point<accumulator>::value ||
           (std::is_integral<accumulator>::value && sizeof(accumulator) == 8);
}

/*
 * How many of the largest blocks, those of 1024 threads, a multiprocessor has room for: devices for
 * data centres hold 2048 threads in each, all others hold 1536 or 1024.
 */
#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ < 860 && __CUDA_ARCH__ != 750) ||                    \
    (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
constexpr unsigned int LARGEST_BLOCKS = 2;
#else
constexpr unsigned int LARGEST_BLOCKS = 1;
#endif

#endif
