/*
 * cub::BlockStore: each thread's items to memory. All algorithms but the striped one store them
 * directly.
 */
#ifndef SIM_CUB_BLOCK_STORE_CUH
#define SIM_CUB_BLOCK_STORE_CUH

#include "../util_device.cuh"

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE
};

/* The items of one thread: one after the other, or with the number of threads as their stride. */
template <class T, int items, class iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, iterator to, T (&from)[items])
{
    for (int i = 0; i < items; i++)
        to[thread * items + i] = from[i];
}
template <class T, int items, class iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, iterator to, T (&from)[items],
                                                   int valid)
{
    for (int i = 0; i < items; i++)
        if (thread * items + i < valid)
            to[thread * items + i] = from[i];
}
template <int threads, class T, int items, class iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, iterator to, T (&from)[items])
{
    for (int i = 0; i < items; i++)
        to[i * threads + thread] = from[i];
}
template <int threads, class T, int items, class iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, iterator to, T (&from)[items],
                                                   int valid)
{
    for (int i = 0; i < items; i++)
        if (i * threads + thread < valid)
            to[i * threads + thread] = from[i];
}

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockStore {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

    static __device__ __forceinline__ int place(int item)
    {
        int thread = (int)::cuda_sim::rank_in_block();

        return ALGORITHM == BLOCK_STORE_STRIPED ? item * threads + thread
                                                : thread * ITEMS_PER_THREAD + item;
    }

public:
    struct TempStorage {
        char unused;
    };

    __device__ __forceinline__ BlockStore(TempStorage &) {}
    __device__ __forceinline__ BlockStore() {}

    template <class iterator>
    __device__ __forceinline__ void Store(iterator to, T (&items)[ITEMS_PER_THREAD])
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            to[place(i)] = items[i];
    }
    template <class iterator>
    __device__ __forceinline__ void Store(iterator to, T (&items)[ITEMS_PER_THREAD], int valid)
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            if (place(i) < valid)
                to[place(i)] = items[i];
    }
};

}

#endif
