/*
 * cub::DeviceSelect: marks the items that are chosen, scans the marks for their positions, and
 * copies. Written for the simulator: the library's counters are others.
 */
#ifndef SIM_CUB_DEVICE_SELECT_CUH
#define SIM_CUB_DEVICE_SELECT_CUH

#include "device_scan.cuh"

namespace cub {
namespace detail {

template <class input, class chosen>
__global__ void MarkKernel(input in, int *marks, size_t n, chosen choose)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        marks[i] = choose(in, i);
}

/* places: the number of chosen items up to and with each item. */
template <class input, class output, class count>
__global__ void GatherKernel(input in, output out, const int *places, size_t n, count total)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int place = places[i], before = i ? places[i - 1] : 0;

    if (place != before)
        out[before] = in[i];
    if (i == n - 1)
        *total = place;
}

template <class count> __global__ void NoneKernel(count total)
{
    *total = 0;
}

/* choose(in, i): whether item i is chosen. */
template <class input, class output, class count, class chosen>
cudaError_t select(void *storage, size_t &bytes, input in, output out, count total, size_t n,
                   chosen choose, cudaStream_t stream)
{
    size_t marks_bytes = (n * sizeof(int) + 255) / 256 * 256, scan_bytes = 0;
    unsigned blocks = (unsigned)((n + block_threads - 1) / block_threads);
    int *marks = static_cast<int *>(storage);

    DeviceScan::InclusiveSum(NULL, scan_bytes, marks, marks, n, stream);
    if (asks_for_storage(storage, bytes, 2 * marks_bytes + scan_bytes))
        return cudaSuccess;
    if (lacks_storage(bytes, 2 * marks_bytes + scan_bytes))
        return cudaErrorInvalidValue;
    if (n == 0) {
        NoneKernel<<<1, 1, 0, stream>>>(total);
        return cudaPeekAtLastError();
    }
    int *places = marks + marks_bytes / sizeof(int);

    MarkKernel<<<blocks, block_threads, 0, stream>>>(in, marks, n, choose);
    DeviceScan::InclusiveSum(static_cast<char *>(storage) + 2 * marks_bytes, scan_bytes, marks,
                             places, n, stream);
    GatherKernel<<<blocks, block_threads, 0, stream>>>(in, out, (const int *)places, n, total);
    return cudaPeekAtLastError();
}

template <class predicate> struct chosen_if {
    mutable predicate holds;
    template <class input> __device__ __forceinline__ int operator()(input in, size_t i) const
    {
        return holds(in[i]) ? 1 : 0;
    }
};

template <class flags> struct chosen_by_flag {
    flags flag;
    template <class input> __device__ __forceinline__ int operator()(input, size_t i) const
    {
        return flag[i] ? 1 : 0;
    }
};

struct chosen_if_new {
    template <class input> __device__ __forceinline__ int operator()(input in, size_t i) const
    {
        return i == 0 || !(in[i] == in[i - 1]);
    }
};

}

struct DeviceSelect {
    template <class input, class output, class count, class length, class predicate>
    static cudaError_t If(void *storage, size_t &bytes, input in, output out, count total, length n,
                          predicate holds, cudaStream_t stream = 0)
    {
        return detail::select(storage, bytes, in, out, total, (size_t)n,
                              detail::chosen_if<predicate>{holds}, stream);
    }

    template <class input, class flags, class output, class count, class length>
    static cudaError_t Flagged(void *storage, size_t &bytes, input in, flags flag, output out,
                               count total, length n, cudaStream_t stream = 0)
    {
        return detail::select(storage, bytes, in, out, total, (size_t)n,
                              detail::chosen_by_flag<flags>{flag}, stream);
    }

    template <class input, class output, class count, class length>
    static cudaError_t Unique(void *storage, size_t &bytes, input in, output out, count total,
                              length n, cudaStream_t stream = 0)
    {
        return detail::select(storage, bytes, in, out, total, (size_t)n, detail::chosen_if_new(),
                              stream);
    }
};

}

#endif
