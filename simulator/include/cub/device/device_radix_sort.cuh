/*
 * cub::DeviceRadixSort, and DeviceMergeSort. Both merge here (merge_sort.cuh): the library's
 * counters are others.
 */
#ifndef SIM_CUB_DEVICE_RADIX_SORT_CUH
#define SIM_CUB_DEVICE_RADIX_SORT_CUH

#include "merge_sort.cuh"

namespace cub {
namespace detail {

/* Copies, then sorts the copy; storage has room for the merges. */
template <class key, class value, class order>
cudaError_t sort(void *storage, size_t &bytes, const key *in, key *out, const value *values_in,
                 value *values_out, size_t n, order less, cudaStream_t stream)
{
    size_t key_bytes = (n * sizeof(key) + 255) / 256 * 256;
    size_t value_bytes = values_in ? n * sizeof(value) : 0;

    if (asks_for_storage(storage, bytes, key_bytes + value_bytes) || n == 0)
        return cudaSuccess;
    if (bytes < key_bytes + value_bytes)
        return cudaErrorInvalidValue;
    if (in != out)
        cudaMemcpyAsync(out, in, n * sizeof(key), cudaMemcpyDeviceToDevice, stream);
    if (values_in && values_in != values_out)
        cudaMemcpyAsync(values_out, values_in, value_bytes, cudaMemcpyDeviceToDevice, stream);
    char *spare_values = values_in ? static_cast<char *>(storage) + key_bytes : NULL;
    return merge_sort(out, values_out, static_cast<key *>(storage),
                      reinterpret_cast<value *>(spare_values), n, less, stream);
}

}

/* All bits of the keys take part: begin_bit and end_bit must be those of the whole key. */
struct DeviceRadixSort {
    template <class key, class length>
    static cudaError_t SortKeys(void *storage, size_t &bytes, const key *in, key *out, length n,
                                int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                cudaStream_t stream = 0)
    {
        if (begin_bit != 0 || end_bit != (int)sizeof(key) * 8)
            return cudaErrorNotSupported;
        return detail::sort(storage, bytes, in, out, (const char *)NULL, (char *)NULL, (size_t)n,
                            ::cuda::std::less<>(), stream);
    }

    template <class key, class length>
    static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const key *in, key *out,
                                          length n, int begin_bit = 0,
                                          int end_bit = sizeof(key) * 8, cudaStream_t stream = 0)
    {
        if (begin_bit != 0 || end_bit != (int)sizeof(key) * 8)
            return cudaErrorNotSupported;
        return detail::sort(storage, bytes, in, out, (const char *)NULL, (char *)NULL, (size_t)n,
                            ::cuda::std::greater<>(), stream);
    }

    template <class key, class value, class length>
    static cudaError_t SortPairs(void *storage, size_t &bytes, const key *in, key *out,
                                 const value *values_in, value *values_out, length n,
                                 int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                 cudaStream_t stream = 0)
    {
        if (begin_bit != 0 || end_bit != (int)sizeof(key) * 8)
            return cudaErrorNotSupported;
        return detail::sort(storage, bytes, in, out, values_in, values_out, (size_t)n,
                            ::cuda::std::less<>(), stream);
    }

    template <class key, class value, class length>
    static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const key *in, key *out,
                                           const value *values_in, value *values_out, length n,
                                           int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                           cudaStream_t stream = 0)
    {
        if (begin_bit != 0 || end_bit != (int)sizeof(key) * 8)
            return cudaErrorNotSupported;
        return detail::sort(storage, bytes, in, out, values_in, values_out, (size_t)n,
                            ::cuda::std::greater<>(), stream);
    }
};

struct DeviceMergeSort {
    template <class key, class length, class order>
    static cudaError_t SortKeys(void *storage, size_t &bytes, key *keys, length n, order less,
                                cudaStream_t stream = 0)
    {
        return detail::sort(storage, bytes, (const key *)keys, keys, (const char *)NULL,
                            (char *)NULL, (size_t)n, less, stream);
    }

    template <class key, class value, class length, class order>
    static cudaError_t SortPairs(void *storage, size_t &bytes, key *keys, value *values, length n,
                                 order less, cudaStream_t stream = 0)
    {
        return detail::sort(storage, bytes, (const key *)keys, keys, (const value *)values, values,
                            (size_t)n, less, stream);
    }
};

}

#endif
