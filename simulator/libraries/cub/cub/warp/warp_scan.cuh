/*
 * cub::WarpScan: running totals over the lanes, by shuffles. Written for the simulator: its
 * counters are not the library's.
 */
#ifndef SIM_CUB_WARP_SCAN_CUH
#define SIM_CUB_WARP_SCAN_CUH

#include "warp_reduce.cuh"

namespace cub {

template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0> class WarpScan {
    typedef LogicalWarp<LOGICAL_WARP_THREADS> warp;

public:
    struct TempStorage {
        char unused; /* shuffles need none */
    };

    __device__ __forceinline__ WarpScan(TempStorage &) {}

    template <class operation>
    __device__ __forceinline__ void InclusiveScan(T input, T &output, operation combine)
    {
        T value = input;

        for (unsigned distance = 1; distance < LOGICAL_WARP_THREADS; distance *= 2) {
            T other = warp::from_below(value, distance);

            if (warp::lane() >= distance)
                value = combine(other, value);
        }
        output = value;
    }

    template <class operation>
    __device__ __forceinline__ void InclusiveScan(T input, T &output, operation combine, T &total)
    {
        InclusiveScan(input, output, combine);
        total = warp::from(output, LOGICAL_WARP_THREADS - 1);
    }

    template <class operation>
    __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial, operation combine)
    {
        T inclusive;

        InclusiveScan(input, inclusive, combine);
        T before = warp::from_below(inclusive, 1);
        output = warp::lane() ? combine(initial, before) : initial;
    }

    template <class operation>
    __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial, operation combine,
                                                  T &total)
    {
        T inclusive;

        InclusiveScan(input, inclusive, combine, total);
        T before = warp::from_below(inclusive, 1);
        output = warp::lane() ? combine(initial, before) : initial;
    }

    __device__ __forceinline__ void InclusiveSum(T input, T &output)
    {
        InclusiveScan(input, output, Sum());
    }
    __device__ __forceinline__ void InclusiveSum(T input, T &output, T &total)
    {
        InclusiveScan(input, output, Sum(), total);
    }
    __device__ __forceinline__ void ExclusiveSum(T input, T &output)
    {
        ExclusiveScan(input, output, T(), Sum());
    }
    __device__ __forceinline__ void ExclusiveSum(T input, T &output, T &total)
    {
        ExclusiveScan(input, output, T(), Sum(), total);
    }
    __device__ __forceinline__ T Broadcast(T input, unsigned lane)
    {
        return warp::from(input, lane);
    }
};

}

#endif
