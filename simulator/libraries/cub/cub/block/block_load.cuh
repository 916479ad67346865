/*
 * cub::BlockLoad: each thread's items from memory, which a thread has one after the other. All
 * algorithms but the striped one load them directly.
 */
#ifndef SIM_CUB_BLOCK_LOAD_CUH
#define SIM_CUB_BLOCK_LOAD_CUH

#include "../util_device.cuh"

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE
};

/* The items of one thread: one after the other, or with the number of threads as their stride. */
template <class T, int items, class iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, iterator from, T (&to)[items])
{
    for (int i = 0; i < items; i++)
        to[i] = from[thread * items + i];
}
template <class T, int items, class iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, iterator from, T (&to)[items],
                                                  int valid)
{
    for (int i = 0; i < items; i++)
        if (thread * items + i < valid)
            to[i] = from[thread * items + i];
}
template <int threads, class T, int items, class iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, iterator from, T (&to)[items])
{
    for (int i = 0; i < items; i++)
        to[i] = from[i * threads + thread];
}
template <int threads, class T, int items, class iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, iterator from, T (&to)[items],
                                                  int valid)
{
    for (int i = 0; i < items; i++)
        if (i * threads + thread < valid)
            to[i] = from[i * threads + thread];
}

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockLoad {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

    static __device__ __forceinline__ int place(int item)
    {
        int thread = (int)::cuda_sim::rank_in_block();

        return ALGORITHM == BLOCK_LOAD_STRIPED ? item * threads + thread
                                               : thread * ITEMS_PER_THREAD + item;
    }

public:
    struct TempStorage {
        char unused;
    };

    __device__ __forceinline__ BlockLoad(TempStorage &) {}
    __device__ __forceinline__ BlockLoad() {}

    template <class iterator>
    __device__ __forceinline__ void Load(iterator from, T (&items)[ITEMS_PER_THREAD])
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            items[i] = from[place(i)];
    }
    /* Those from valid on are left as they are. */
    template <class iterator>
    __device__ __forceinline__ void Load(iterator from, T (&items)[ITEMS_PER_THREAD], int valid)
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            if (place(i) < valid)
                items[i] = from[place(i)];
    }
    template <class iterator, class other>
    __device__ __forceinline__ void Load(iterator from, T (&items)[ITEMS_PER_THREAD], int valid,
                                         other beyond)
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            items[i] = beyond;
        Load(from, items, valid);
    }
};

}

#endif
