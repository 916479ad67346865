/*
 * cub::BlockReduce: each warp combines its values by shuffles, and thread 0 the warps' results,
 * which it reads from shared memory. Written for the simulator: its counters are not the library's,
 * and its algorithms are all this one.
 */
#ifndef SIM_CUB_BLOCK_REDUCE_CUH
#define SIM_CUB_BLOCK_REDUCE_CUH

#include "../warp/warp_reduce.cuh"

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};

/* Room for an object of which none is constructed: shared memory runs no constructors. */
template <class T> struct Uninitialized {
    alignas(T) char bytes[sizeof(T)];

    __device__ __forceinline__ T &alias() { return *reinterpret_cast<T *>(bytes); }
};

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    static constexpr int warps = (threads + 31) / 32;

public:
    struct TempStorage {
        Uninitialized<T> of_warp[warps];
    };

    __device__ __forceinline__ BlockReduce(TempStorage &storage) : temporary(storage) {}
    __device__ __forceinline__ BlockReduce() : temporary(own_storage()) {}

    /* Of the first valid threads; the result is thread 0's. */
    template <class operation>
    __device__ __forceinline__ T Reduce(T value, operation combine, int valid)
    {
        int thread = (int)::cuda_sim::rank_in_block();
        int warp = thread / 32, lane = thread % 32;
        int there = threads - warp * 32 < 32 ? threads - warp * 32 : 32;
        unsigned mask = there == 32 ? 0xffffffffu : (1u << there) - 1;

        for (int distance = 1; distance < 32; distance *= 2) {
            T other;

            if constexpr (threads % 32 == 0) {
                other =
                    ::cuda_sim::shuffle_any(SIM_SHUFFLE_DOWN, mask, value, (unsigned)distance, 32);
            } else { /* a lane that is not there is not read */
                int from = lane + distance < there ? lane + distance : lane;

                other = ::cuda_sim::shuffle_any(SIM_SHUFFLE_INDEX, mask, value, (unsigned)from, 32);
            }

            if (lane + distance < there && thread + distance < valid)
                value = combine(value, other);
        }
        if (lane == 0)
            temporary.of_warp[warp].alias() = value;
        __syncthreads();
        if (thread == 0)
            for (int i = 1; i < warps && i * 32 < valid; i++)
                value = combine(value, temporary.of_warp[i].alias());
        return value;
    }

    template <class operation> __device__ __forceinline__ T Reduce(T value, operation combine)
    {
        return Reduce(value, combine, threads);
    }

    template <int items, class operation>
    __device__ __forceinline__ T Reduce(T (&values)[items], operation combine)
    {
        T value = values[0];

        for (int i = 1; i < items; i++)
            value = combine(value, values[i]);
        return Reduce(value, combine);
    }

    __device__ __forceinline__ T Sum(T value) { return Reduce(value, cub::Sum()); }
    __device__ __forceinline__ T Sum(T value, int valid)
    {
        return Reduce(value, cub::Sum(), valid);
    }
    template <int items> __device__ __forceinline__ T Sum(T (&values)[items])
    {
        return Reduce(values, cub::Sum());
    }

private:
    TempStorage &temporary;

    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
};

}

#endif
