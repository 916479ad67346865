/*
 * cub::DeviceHistogram of one channel: each item is counted by an atomic addition.
 */
#ifndef SIM_CUB_DEVICE_HISTOGRAM_CUH
#define SIM_CUB_DEVICE_HISTOGRAM_CUH

#include "dispatch.cuh"

namespace cub {
namespace detail {

/* Bins of equal widths; the last bound belongs to none. */
template <class level> struct even_bins {
    int count;
    level lower, upper;
    template <class item> __device__ __forceinline__ int operator()(item value) const
    {
        typedef std::common_type_t<item, level> common;
        common v = (common)value, low = (common)lower, high = (common)upper;

        if (!(v >= low && v < high))
            return -1;
        if constexpr (std::is_integral_v<common>)
            return (int)((unsigned long long)(v - low) * (unsigned long long)count /
                         (unsigned long long)(high - low));
        else
            return (int)((v - low) * ((common)count / (high - low)));
    }
};

/* Bins between bounds that rise. */
template <class level> struct ranged_bins {
    int count;
    const level *bounds;
    template <class item> __device__ __forceinline__ int operator()(item value) const
    {
        int low = 0, high = count;

        if (!(value >= bounds[0] && value < bounds[count]))
            return -1;
        while (high - low > 1) {
            int middle = (low + high) / 2;

            if (value < bounds[middle])
                high = middle;
            else
                low = middle;
        }
        return low;
    }
};

template <class counter> __global__ void EmptyBinsKernel(counter *bins, int count)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < count)
        bins[i] = 0;
}

template <class input, class counter, class bin_of>
__global__ void HistogramKernel(input in, counter *bins, size_t n, bin_of choose)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int bin = choose(in[i]);

    if (bin >= 0)
        atomicAdd(&bins[bin], (counter)1);
}

template <class input, class counter, class bin_of>
cudaError_t histogram(void *storage, size_t &bytes, input in, counter *bins, size_t n,
                      bin_of choose, cudaStream_t stream)
{
    unsigned blocks = (unsigned)((n + block_threads - 1) / block_threads);

    if (asks_for_storage(storage, bytes, 1) || choose.count < 1)
        return cudaSuccess;
    if (lacks_storage(bytes, 1))
        return cudaErrorInvalidValue;
    EmptyBinsKernel<<<(unsigned)(choose.count + block_threads - 1) / block_threads, block_threads,
                      0, stream>>>(bins, choose.count);
    if (n > 0)
        HistogramKernel<<<blocks, block_threads, 0, stream>>>(in, bins, n, choose);
    return cudaPeekAtLastError();
}

}

/* levels: one more than there are bins. */
struct DeviceHistogram {
    template <class input, class counter, class level, class length>
    static cudaError_t HistogramEven(void *storage, size_t &bytes, input in, counter *bins,
                                     int levels, level lower, level upper, length n,
                                     cudaStream_t stream = 0)
    {
        return detail::histogram(storage, bytes, in, bins, (size_t)n,
                                 detail::even_bins<level>{levels - 1, lower, upper}, stream);
    }

    template <class input, class counter, class level, class length>
    static cudaError_t HistogramRange(void *storage, size_t &bytes, input in, counter *bins,
                                      int levels, const level *bounds, length n,
                                      cudaStream_t stream = 0)
    {
        return detail::histogram(storage, bytes, in, bins, (size_t)n,
                                 detail::ranged_bins<level>{levels - 1, bounds}, stream);
    }
};

}

#endif
