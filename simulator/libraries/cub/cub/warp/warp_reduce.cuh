/*
 * cub::WarpReduce: lanes combine their values by shuffles, in steps of 1, 2, 4, ... lanes; lane 0
 * has the result. Written for the simulator: its counters are not the library's.
 */
#ifndef SIM_CUB_WARP_REDUCE_CUH
#define SIM_CUB_WARP_REDUCE_CUH

#include <cooperative_groups.h>

#include "../thread/thread_operators.cuh"

namespace cub {

/* The lanes of a logical warp of this size, of which 32 lanes may hold several. */
template <int threads> struct LogicalWarp {
    static_assert(threads >= 1 && threads <= 32, "a warp has 1 to 32 threads");

    static __device__ __forceinline__ unsigned lane() { return ::cuda_sim::lane() % threads; }
    static __device__ __forceinline__ unsigned mask()
    {
        return threads == 32 ? 0xffffffffu
                             : ((1u << threads % 32) - 1) << ::cuda_sim::lane() / threads * threads;
    }
    /* The value of a lane some distance above or below; its own where that is another warp's. */
    template <class type>
    static __device__ __forceinline__ type from_above(type value, unsigned distance)
    {
        if constexpr (threads == 32)
            return ::cuda_sim::shuffle_any(SIM_SHUFFLE_DOWN, mask(), value, distance, 32);
        else
            return from(value, lane() + distance < threads ? lane() + distance : lane());
    }
    template <class type>
    static __device__ __forceinline__ type from_below(type value, unsigned distance)
    {
        if constexpr (threads == 32)
            return ::cuda_sim::shuffle_any(SIM_SHUFFLE_UP, mask(), value, distance, 32);
        else
            return from(value, lane() >= distance ? lane() - distance : lane());
    }
    template <class type> static __device__ __forceinline__ type from(type value, unsigned lane)
    {
        return ::cuda_sim::shuffle_any(SIM_SHUFFLE_INDEX, mask(), value,
                                       ::cuda_sim::lane() / threads * threads + lane, 32);
    }
};

template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0> class WarpReduce {
public:
    struct TempStorage {
        char unused; /* shuffles need none */
    };

    __device__ __forceinline__ WarpReduce(TempStorage &) {}

    /* Of the first valid lanes; the result is lane 0's. */
    template <class operation>
    __device__ __forceinline__ T Reduce(T value, operation combine, int valid)
    {
        typedef LogicalWarp<LOGICAL_WARP_THREADS> warp;
        unsigned lane = warp::lane();

        for (unsigned distance = 1; distance < LOGICAL_WARP_THREADS; distance *= 2) {
            T other = warp::from_above(value, distance);

            if (lane + distance < (unsigned)valid && lane + distance < LOGICAL_WARP_THREADS)
                value = combine(value, other);
        }
        return value;
    }

    template <class operation> __device__ __forceinline__ T Reduce(T value, operation combine)
    {
        return Reduce(value, combine, LOGICAL_WARP_THREADS);
    }

    __device__ __forceinline__ T Sum(T value) { return Reduce(value, cub::Sum()); }
    __device__ __forceinline__ T Sum(T value, int valid)
    {
        return Reduce(value, cub::Sum(), valid);
    }
    __device__ __forceinline__ T Max(T value) { return Reduce(value, cub::Max()); }
    __device__ __forceinline__ T Min(T value) { return Reduce(value, cub::Min()); }

    /* Segments begin where head is not 0; the first lane of each has its result. */
    template <class flag, class operation>
    __device__ __forceinline__ T HeadSegmentedReduce(T value, flag head, operation combine)
    {
        typedef LogicalWarp<LOGICAL_WARP_THREADS> warp;
        unsigned heads = __ballot_sync(warp::mask(), head != 0) >>
                         ::cuda_sim::lane() / LOGICAL_WARP_THREADS * LOGICAL_WARP_THREADS;
        unsigned lane = warp::lane();
        unsigned after = lane == 31 ? 0 : heads >> (lane + 1);
        unsigned last = after ? lane + __ffs(after) - 1 : LOGICAL_WARP_THREADS - 1;

        for (unsigned distance = 1; distance < LOGICAL_WARP_THREADS; distance *= 2) {
            T other = warp::from_above(value, distance);

            if (lane + distance <= last && lane + distance < LOGICAL_WARP_THREADS)
                value = combine(value, other);
        }
        return value;
    }

    template <class flag> __device__ __forceinline__ T HeadSegmentedSum(T value, flag head)
    {
        return HeadSegmentedReduce(value, head, cub::Sum());
    }
};

}

#endif
