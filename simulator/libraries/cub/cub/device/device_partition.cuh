/*
 * cub::DevicePartition: the chosen items to the front, the rest behind them in the reverse order.
 */
#ifndef SIM_CUB_DEVICE_PARTITION_CUH
#define SIM_CUB_DEVICE_PARTITION_CUH

#include "device_select.cuh"

namespace cub {
namespace detail {

/* places: the number of chosen items up to and with each item. */
template <class input, class output, class chosen>
__global__ void RestKernel(input in, output out, size_t n, chosen choose, const int *places)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && !choose(in, i))
        out[n - 1 - (i - (size_t)places[i])] = in[i];
}

template <class input, class output, class count, class chosen>
cudaError_t partition(void *storage, size_t &bytes, input in, output out, count total, size_t n,
                      chosen choose, cudaStream_t stream)
{
    size_t marks_bytes = (n * sizeof(int) + 255) / 256 * 256;
    unsigned blocks = (unsigned)((n + block_threads - 1) / block_threads);
    cudaError_t error = select(storage, bytes, in, out, total, n, choose, stream);

    if (!storage || error != cudaSuccess || n == 0)
        return error;
    RestKernel<<<blocks, block_threads, 0, stream>>>(
        in, out, n, choose, (const int *)(static_cast<char *>(storage) + marks_bytes));
    return cudaPeekAtLastError();
}

}

struct DevicePartition {
    template <class input, class output, class count, class length, class predicate>
    static cudaError_t If(void *storage, size_t &bytes, input in, output out, count total, length n,
                          predicate holds, cudaStream_t stream = 0)
    {
        return detail::partition(storage, bytes, in, out, total, (size_t)n,
                                 detail::chosen_if<predicate>{holds}, stream);
    }

    template <class input, class flags, class output, class count, class length>
    static cudaError_t Flagged(void *storage, size_t &bytes, input in, flags flag, output out,
                               count total, length n, cudaStream_t stream = 0)
    {
        return detail::partition(storage, bytes, in, out, total, (size_t)n,
                                 detail::chosen_by_flag<flags>{flag}, stream);
    }
};

}

#endif
