/*
 * Sorting on the device, for cub::DeviceRadixSort, cub::DeviceMergeSort and thrust::sort: runs of
 * 1, 2, 4, ... items are merged, each item finding its place in the other run by bisection. It is
 * stable. Written for the simulator: the library's algorithms and counters are others.
 */
#ifndef SIM_CUB_MERGE_SORT_CUH
#define SIM_CUB_MERGE_SORT_CUH

#include "dispatch.cuh"

namespace cub {
namespace detail {

/* How many of the n sorted items come before the key; with equal: also those that equal it. */
template <class key_type, class order>
__device__ __forceinline__ size_t rank(const key_type *items, size_t n, const key_type &key,
                                       order less, bool equal)
{
    size_t low = 0;

    while (n > 0) {
        size_t half = n / 2;
        bool before = equal ? !less(key, items[low + half]) : less(items[low + half], key);

        if (before)
            low += half + 1;
        n = before ? n - half - 1 : half;
    }
    return low;
}

/* The position that item i of n takes as its run is merged with the one beside it. */
template <class key_type, class order>
__device__ __forceinline__ size_t merged_place(const key_type *keys, size_t n, size_t i, size_t run,
                                               order less)
{
    size_t pair = i / (2 * run) * (2 * run), middle = pair + run;

    if (i < middle) { /* of the first run: before its equals in the second */
        size_t end = middle < n ? (middle + run < n ? middle + run : n) : middle;
        size_t others = middle < n ? end - middle : 0;

        return i + rank(keys + middle, others, keys[i], less, false);
    }
    return i - run + rank(keys + pair, run, keys[i], less, true);
}

template <class key_type, class value_type, class order>
__global__ void MergeKernel(const key_type *keys, key_type *sorted, const value_type *values,
                            value_type *sorted_values, size_t n, size_t run, order less)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    size_t place = merged_place(keys, n, i, run, less);

    sorted[place] = keys[i];
    if (values)
        sorted_values[place] = values[i];
}

/*
 * Sorts the keys, and the values with them unless there are none (NULL). spare: as much room
 * again for both.
 */
template <class key_type, class value_type, class order>
cudaError_t merge_sort(key_type *keys, value_type *values, key_type *spare_keys,
                       value_type *spare_values, size_t n, order less, cudaStream_t stream)
{
    key_type *from = keys, *to = spare_keys;
    value_type *from_values = values, *to_values = spare_values;
    unsigned blocks = (unsigned)((n + block_threads - 1) / block_threads);

    for (size_t run = 1; run < n; run *= 2) {
        MergeKernel<<<blocks, block_threads, 0, stream>>>(
            (const key_type *)from, to, (const value_type *)from_values, to_values, n, run, less);
        key_type *keys_now = to;
        value_type *values_now = to_values;

        to = from;
        to_values = from_values;
        from = keys_now;
        from_values = values_now;
    }
    if (from != keys && n) {
        cudaMemcpyAsync(keys, from, n * sizeof(key_type), cudaMemcpyDeviceToDevice, stream);
        if (values)
            cudaMemcpyAsync(values, from_values, n * sizeof(value_type), cudaMemcpyDeviceToDevice,
                            stream);
    }
    return cudaPeekAtLastError();
}

}
}

#endif
