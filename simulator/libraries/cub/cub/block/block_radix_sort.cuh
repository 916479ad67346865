/*
 * cub::BlockRadixSort: runs of 1, 2, 4, ... items are merged in shared memory, each item finding
 * its place in the other run by bisection. The library sorts by digits: its counters are others.
 */
#ifndef SIM_CUB_BLOCK_RADIX_SORT_CUH
#define SIM_CUB_BLOCK_RADIX_SORT_CUH

#include "../device/device_radix_sort.cuh"
#include "block_reduce.cuh"

namespace cub {

struct NullType {};

template <class key, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class value = NullType,
          int RADIX_BITS = 4, bool MEMOIZE = true, int INNER_SCAN = 0, int SMEM_CONFIG = 0,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockRadixSort {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    static constexpr int items = threads * ITEMS_PER_THREAD;
    static constexpr int all_bits = (int)sizeof(key) * 8;

public:
    struct TempStorage {
        Uninitialized<key> keys[2][items];
        Uninitialized<value> values[2][items];
    };

    __device__ __forceinline__ BlockRadixSort(TempStorage &storage) : temporary(storage) {}
    __device__ __forceinline__ BlockRadixSort() : temporary(own_storage()) {}

    __device__ void Sort(key (&keys)[ITEMS_PER_THREAD], int begin_bit = 0, int end_bit = all_bits)
    {
        sort(keys, (value *)NULL, false, false, begin_bit, end_bit);
    }
    __device__ void Sort(key (&keys)[ITEMS_PER_THREAD], value (&values)[ITEMS_PER_THREAD],
                         int begin_bit = 0, int end_bit = all_bits)
    {
        sort(keys, values, false, false, begin_bit, end_bit);
    }
    __device__ void SortDescending(key (&keys)[ITEMS_PER_THREAD], int begin_bit = 0,
                                   int end_bit = all_bits)
    {
        sort(keys, (value *)NULL, true, false, begin_bit, end_bit);
    }
    __device__ void SortDescending(key (&keys)[ITEMS_PER_THREAD], value (&values)[ITEMS_PER_THREAD],
                                   int begin_bit = 0, int end_bit = all_bits)
    {
        sort(keys, values, true, false, begin_bit, end_bit);
    }
    __device__ void SortBlockedToStriped(key (&keys)[ITEMS_PER_THREAD], int begin_bit = 0,
                                         int end_bit = all_bits)
    {
        sort(keys, (value *)NULL, false, true, begin_bit, end_bit);
    }
    __device__ void SortBlockedToStriped(key (&keys)[ITEMS_PER_THREAD],
                                         value (&values)[ITEMS_PER_THREAD], int begin_bit = 0,
                                         int end_bit = all_bits)
    {
        sort(keys, values, false, true, begin_bit, end_bit);
    }

private:
    TempStorage &temporary;

    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }

    /* values may be NULL. striped: how the sorted items are handed out. */
    __device__ void sort(key *keys, value *values, bool descending, bool striped, int begin_bit,
                         int end_bit)
    {
        detail::by_bits<key> before = {begin_bit, end_bit - begin_bit, descending};
        int first = (int)::cuda_sim::rank_in_block() * ITEMS_PER_THREAD;
        int now = 0;

        for (int i = 0; i < ITEMS_PER_THREAD; i++) {
            temporary.keys[0][first + i].alias() = keys[i];
            if (values)
                temporary.values[0][first + i].alias() = values[i];
        }
        __syncthreads();
        for (int run = 1; run < items; run *= 2, now ^= 1) {
            const key *from = &temporary.keys[now][0].alias();

            for (int i = first; i < first + ITEMS_PER_THREAD; i++) {
                int place =
                    (int)detail::merged_place(from, (size_t)items, (size_t)i, (size_t)run, before);

                temporary.keys[now ^ 1][place].alias() = from[i];
                if (values)
                    temporary.values[now ^ 1][place].alias() = temporary.values[now][i].alias();
            }
            __syncthreads();
        }
        for (int i = 0; i < ITEMS_PER_THREAD; i++) {
            int place = striped ? i * threads + first / ITEMS_PER_THREAD : first + i;

            keys[i] = temporary.keys[now][place].alias();
            if (values)
                values[i] = temporary.values[now][place].alias();
        }
    }
};

}

#endif
