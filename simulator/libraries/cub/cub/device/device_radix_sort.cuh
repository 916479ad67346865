/*
 * cub::DeviceRadixSort, and DeviceMergeSort. Both merge here (merge_sort.cuh): the library's
 * counters are others.
 */
#ifndef SIM_CUB_DEVICE_RADIX_SORT_CUH
#define SIM_CUB_DEVICE_RADIX_SORT_CUH

#include <cstring>
#include <limits>

#include "../util_type.cuh"
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

/* The order of some bits of the keys: as of numbers, whose sign counts the other way round. */
template <class key> struct by_bits {
    int first, count;
    bool descending;

    static __host__ __device__ unsigned long long ordered(key k)
    {
        constexpr unsigned long long sign = 1ull << (sizeof(key) * 8 - 1);
        unsigned long long bits = 0;

        memcpy(&bits, &k, sizeof k);
        if (!std::numeric_limits<key>::is_signed)
            return bits;
        if (std::numeric_limits<key>::is_integer || !(bits & sign))
            return bits ^ sign;
        return ~bits & (sign | (sign - 1));
    }
    __host__ __device__ unsigned long long part(key k) const
    {
        unsigned long long bits = ordered(k) >> first;

        return count < 64 ? bits & ((1ull << count) - 1) : bits;
    }
    __host__ __device__ bool operator()(const key &a, const key &b) const
    {
        return descending ? part(a) > part(b) : part(a) < part(b);
    }
};

/* Sorts by the bits from begin_bit to end_bit; by all of them as the keys compare. */
template <class key, class value>
cudaError_t radix_sort(void *storage, size_t &bytes, const key *in, key *out,
                       const value *values_in, value *values_out, size_t n, bool descending,
                       int begin_bit, int end_bit, cudaStream_t stream)
{
    if (begin_bit < 0 || end_bit > (int)sizeof(key) * 8 || end_bit < begin_bit)
        return cudaErrorInvalidValue;
    if (begin_bit != 0 || end_bit != (int)sizeof(key) * 8)
        return sort(storage, bytes, in, out, values_in, values_out, n,
                    by_bits<key>{begin_bit, end_bit - begin_bit, descending}, stream);
    if (descending)
        return sort(storage, bytes, in, out, values_in, values_out, n, ::cuda::std::greater<>(),
                    stream);
    return sort(storage, bytes, in, out, values_in, values_out, n, ::cuda::std::less<>(), stream);
}

}

/* With buffers, the results are in the one that was not current, and is then. */
struct DeviceRadixSort {
    template <class key, class length>
    static cudaError_t SortKeys(void *storage, size_t &bytes, const key *in, key *out, length n,
                                int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                cudaStream_t stream = 0)
    {
        return detail::radix_sort(storage, bytes, in, out, (const char *)NULL, (char *)NULL,
                                  (size_t)n, false, begin_bit, end_bit, stream);
    }

    template <class key, class value, class length>
    static cudaError_t SortPairs(void *storage, size_t &bytes, const key *in, key *out,
                                 const value *values_in, value *values_out, length n,
                                 int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                 cudaStream_t stream = 0)
    {
        return detail::radix_sort(storage, bytes, in, out, values_in, values_out, (size_t)n, false,
                                  begin_bit, end_bit, stream);
    }

    template <class key, class length>
    static cudaError_t SortKeys(void *storage, size_t &bytes, DoubleBuffer<key> &keys, length n,
                                int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                cudaStream_t stream = 0)
    {
        cudaError_t error = SortKeys(storage, bytes, (const key *)keys.Current(), keys.Alternate(),
                                     n, begin_bit, end_bit, stream);

        if (storage)
            keys.selector ^= 1;
        return error;
    }

    template <class key, class value, class length>
    static cudaError_t SortPairs(void *storage, size_t &bytes, DoubleBuffer<key> &keys,
                                 DoubleBuffer<value> &values, length n, int begin_bit = 0,
                                 int end_bit = sizeof(key) * 8, cudaStream_t stream = 0)
    {
        cudaError_t error = SortPairs(storage, bytes, (const key *)keys.Current(), keys.Alternate(),
                                      (const value *)values.Current(), values.Alternate(), n,
                                      begin_bit, end_bit, stream);

        if (storage) {
            keys.selector ^= 1;
            values.selector ^= 1;
        }
        return error;
    }

    template <class key, class length>
    static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const key *in, key *out,
                                          length n, int begin_bit = 0,
                                          int end_bit = sizeof(key) * 8, cudaStream_t stream = 0)
    {
        return detail::radix_sort(storage, bytes, in, out, (const char *)NULL, (char *)NULL,
                                  (size_t)n, true, begin_bit, end_bit, stream);
    }

    template <class key, class value, class length>
    static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const key *in, key *out,
                                           const value *values_in, value *values_out, length n,
                                           int begin_bit = 0, int end_bit = sizeof(key) * 8,
                                           cudaStream_t stream = 0)
    {
        return detail::radix_sort(storage, bytes, in, out, values_in, values_out, (size_t)n, true,
                                  begin_bit, end_bit, stream);
    }

    template <class key, class length>
    static cudaError_t SortKeysDescending(void *storage, size_t &bytes, DoubleBuffer<key> &keys,
                                          length n, int begin_bit = 0,
                                          int end_bit = sizeof(key) * 8, cudaStream_t stream = 0)
    {
        cudaError_t error = SortKeysDescending(storage, bytes, (const key *)keys.Current(),
                                               keys.Alternate(), n, begin_bit, end_bit, stream);

        if (storage)
            keys.selector ^= 1;
        return error;
    }

    template <class key, class value, class length>
    static cudaError_t SortPairsDescending(void *storage, size_t &bytes, DoubleBuffer<key> &keys,
                                           DoubleBuffer<value> &values, length n, int begin_bit = 0,
                                           int end_bit = sizeof(key) * 8, cudaStream_t stream = 0)
    {
        cudaError_t error = SortPairsDescending(storage, bytes, (const key *)keys.Current(),
                                                keys.Alternate(), (const value *)values.Current(),
                                                values.Alternate(), n, begin_bit, end_bit, stream);

        if (storage) {
            keys.selector ^= 1;
            values.selector ^= 1;
        }
        return error;
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
