/*
 * cub::BlockScan: running totals over the block's threads: by shuffles in each warp, then over the
 * warps' totals in shared memory. Written for the simulator: its counters are not the library's,
 * and its algorithms are all this one.
 */
#ifndef SIM_CUB_BLOCK_SCAN_CUH
#define SIM_CUB_BLOCK_SCAN_CUH

#include "block_reduce.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    static constexpr int warps = (threads + 31) / 32;

public:
    struct TempStorage {
        Uninitialized<T> of_warp[warps];
    };

    __device__ __forceinline__ BlockScan(TempStorage &storage) : temporary(storage) {}
    __device__ __forceinline__ BlockScan() : temporary(own_storage()) {}

    template <class operation>
    __device__ __forceinline__ void InclusiveScan(T input, T &output, operation combine, T &total)
    {
        T before;
        bool first = scan(input, output, before, combine, total);

        if (!first)
            output = combine(before, output);
    }
    template <class operation>
    __device__ __forceinline__ void InclusiveScan(T input, T &output, operation combine)
    {
        T total;

        InclusiveScan(input, output, combine, total);
    }

    template <class operation>
    __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial, operation combine,
                                                  T &total)
    {
        T before, inclusive;
        bool first = scan(input, inclusive, before, combine, total);
        int thread = (int)::cuda_sim::rank_in_block();
        T below = ::cuda_sim::shuffle_any(SIM_SHUFFLE_UP, mask(thread), inclusive, 1, 32);

        if (thread % 32 == 0)
            output = first ? initial : combine(initial, before);
        else
            output = combine(initial, first ? below : combine(before, below));
    }
    template <class operation>
    __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial, operation combine)
    {
        T total;

        ExclusiveScan(input, output, initial, combine, total);
    }

    /* The same over several items of each thread, one thread's after the other's. */
    template <int items, class operation>
    __device__ __forceinline__ void InclusiveScan(T (&input)[items], T (&output)[items],
                                                  operation combine, T &total)
    {
        T sum = input[0], before, inclusive;

        for (int i = 1; i < items; i++)
            sum = combine(sum, input[i]);
        int thread = (int)::cuda_sim::rank_in_block();
        bool first = scan(sum, inclusive, before, combine, total);
        T below = ::cuda_sim::shuffle_any(SIM_SHUFFLE_UP, mask(thread), inclusive, 1, 32);

        if (thread % 32)
            before = first ? below : combine(before, below);
        output[0] = thread ? combine(before, input[0]) : input[0];
        for (int i = 1; i < items; i++)
            output[i] = combine(output[i - 1], input[i]);
    }
    template <int items, class operation>
    __device__ __forceinline__ void InclusiveScan(T (&input)[items], T (&output)[items],
                                                  operation combine)
    {
        T total;

        InclusiveScan(input, output, combine, total);
    }
    template <int items, class operation>
    __device__ __forceinline__ void ExclusiveScan(T (&input)[items], T (&output)[items], T initial,
                                                  operation combine, T &total)
    {
        T sum = input[0], running;

        for (int i = 1; i < items; i++)
            sum = combine(sum, input[i]);
        ExclusiveScan(sum, running, initial, combine, total);
        for (int i = 0; i < items; i++) {
            T next = combine(running, input[i]);

            output[i] = running;
            running = next;
        }
    }
    template <int items, class operation>
    __device__ __forceinline__ void ExclusiveScan(T (&input)[items], T (&output)[items], T initial,
                                                  operation combine)
    {
        T total;

        ExclusiveScan(input, output, initial, combine, total);
    }

    template <class in, class out> __device__ __forceinline__ void InclusiveSum(in &&i, out &o)
    {
        InclusiveScan(i, o, Sum());
    }
    template <class in, class out>
    __device__ __forceinline__ void InclusiveSum(in &&i, out &o, T &total)
    {
        InclusiveScan(i, o, Sum(), total);
    }
    template <class in, class out> __device__ __forceinline__ void ExclusiveSum(in &&i, out &o)
    {
        ExclusiveScan(i, o, T(), Sum());
    }
    template <class in, class out>
    __device__ __forceinline__ void ExclusiveSum(in &&i, out &o, T &total)
    {
        ExclusiveScan(i, o, T(), Sum(), total);
    }

private:
    TempStorage &temporary;

    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }

    /* The lanes that the thread's warp has. */
    static __device__ __forceinline__ unsigned mask(int thread)
    {
        int there = threads - thread / 32 * 32;

        return there >= 32 ? 0xffffffffu : (1u << there) - 1;
    }

    /*
     * inclusive: over the thread's warp alone; before: over the warps before it. 1 where there
     * are none, and before is not set.
     */
    template <class operation>
    __device__ __forceinline__ bool scan(T input, T &inclusive, T &before, operation combine,
                                         T &total)
    {
        int thread = (int)::cuda_sim::rank_in_block();
        int warp = thread / 32, lane = thread % 32;
        T value = input;

        for (int distance = 1; distance < 32; distance *= 2) {
            T other = ::cuda_sim::shuffle_any(SIM_SHUFFLE_UP, mask(thread), value,
                                              (unsigned)distance, 32);

            if (lane >= distance)
                value = combine(other, value);
        }
        if (lane == 31 || thread == threads - 1)
            temporary.of_warp[warp].alias() = value;
        __syncthreads();
        T running = temporary.of_warp[0].alias();
        for (int i = 1; i < warps; i++) {
            if (i == warp)
                before = running;
            running = combine(running, temporary.of_warp[i].alias());
        }
        inclusive = value;
        total = running;
        return warp == 0;
    }
};

}

#endif
