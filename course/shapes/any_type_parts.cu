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

#include "../drawn_operator.h"

/*
 * The drawn operators: drawn_0000001 and the number of words if it is commutative, else
 * drawn_0000000 and that. A submission has them by the names that are drawn for it, as
 * course/shapes/any_type_instances.c writes them.
 */
#define DRAWN_OPERATOR(name, count, commutes)                                                      \
    struct name {                                                                                  \
        struct accumulator {                                                                       \
            unsigned int words[count];                                                             \
        };                                                                                         \
        static const bool is_commutative = commutes;                                               \
        static __host__ __device__ accumulator identity();                                         \
        static __host__ __device__ accumulator of(unsigned int first, unsigned int second,         \
                                                  unsigned int place);                             \
        static __host__ __device__ accumulator join(const accumulator &a, const accumulator &b);   \
        static __host__ __device__ accumulator combine(const accumulator &a,                       \
                                                       const accumulator &b);                      \
        static __host__ __device__ accumulator move(const accumulator &a, size_t first);           \
    };                                                                                             \
    __host__ __device__ name::accumulator name::identity()                                         \
    {                                                                                              \
        accumulator all;                                                                           \
        drawn_identity(count, commutes, all.words);                                                \
        return all;                                                                                \
    }                                                                                              \
    __host__ __device__ name::accumulator name::of(unsigned int first, unsigned int second,        \
                                                   unsigned int place)                             \
    {                                                                                              \
        accumulator all;                                                                           \
        drawn_lift(count, commutes, first, second, place, all.words);                              \
        return all;                                                                                \
    }                                                                                              \
    __host__ __device__ name::accumulator name::join(const accumulator &a, const accumulator &b)   \
    {                                                                                              \
        return combine(a, b);                                                                      \
    }                                                                                              \
    __host__ __device__ name::accumulator name::combine(const accumulator &a,                      \
                                                        const accumulator &b)                      \
    {                                                                                              \
        accumulator all;                                                                           \
        drawn_combine(count, commutes, a.words, b.words, all.words);                               \
        return all;                                                                                \
    }                                                                                              \
    __host__ __device__ name::accumulator name::move(const accumulator &a, size_t first)           \
    {                                                                                              \
        accumulator all = a;                                                                       \
        drawn_move(commutes, first, all.words);                                                    \
        return all;                                                                                \
    }                                                                                              \
    PART(name)

DRAWN_OPERATOR(drawn_00000004, 4, false);
DRAWN_OPERATOR(drawn_00000006, 6, false);
DRAWN_OPERATOR(drawn_00000008, 8, false);
DRAWN_OPERATOR(drawn_00000014, 4, true);
DRAWN_OPERATOR(drawn_00000016, 6, true);
DRAWN_OPERATOR(drawn_00000018, 8, true);
