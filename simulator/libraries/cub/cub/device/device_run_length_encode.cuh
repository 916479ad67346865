/*
 * cub::DeviceRunLengthEncode: the runs of equal items. One thread counts a run, which is simple,
 * and slow for long ones.
 */
#ifndef SIM_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH
#define SIM_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH

#include "device_select.cuh"

namespace cub {
namespace detail {

/* The length of the run that begins at each position; elsewhere 0. */
template <class input> __global__ void RunsKernel(input in, int *lengths, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    size_t end = i;

    if (i == 0 || !(in[i] == in[i - 1]))
        while (++end < n && in[end] == in[i])
            ;
    lengths[i] = (int)(end - i);
}

/* The runs of at least that many items. */
struct chosen_by_length {
    const int *lengths;
    int least;
    template <class input> __device__ __forceinline__ int operator()(input, size_t i) const
    {
        return lengths[i] >= least;
    }
};

/* The number of a position itself. */
struct place_itself {
    __device__ __forceinline__ int operator[](size_t i) const { return (int)i; }
};

template <class input, class values, class output, class counts, class count>
cudaError_t encode(void *storage, size_t &bytes, input in, values value, output out,
                   counts lengths_out, count total, size_t n, int least, cudaStream_t stream)
{
    size_t lengths_bytes = (n * sizeof(int) + 255) / 256 * 256, select_bytes = 0;
    unsigned blocks = (unsigned)((n + block_threads - 1) / block_threads);
    int *lengths = static_cast<int *>(storage);
    chosen_by_length choose = {lengths, least};
    void *rest = static_cast<char *>(storage) + lengths_bytes;

    select(NULL, select_bytes, value, out, total, n, choose, stream);
    if (asks_for_storage(storage, bytes, lengths_bytes + select_bytes))
        return cudaSuccess;
    if (lacks_storage(bytes, lengths_bytes + select_bytes))
        return cudaErrorInvalidValue;
    if (n > 0)
        RunsKernel<<<blocks, block_threads, 0, stream>>>(in, lengths, n);
    select(rest, select_bytes, value, out, total, n, choose, stream);
    return select(rest, select_bytes, (const int *)lengths, lengths_out, total, n, choose, stream);
}

}

struct DeviceRunLengthEncode {
    /* Of each run its item and its length. */
    template <class input, class output, class counts, class count, class length>
    static cudaError_t Encode(void *storage, size_t &bytes, input in, output unique_out,
                              counts lengths_out, count runs_out, length n, cudaStream_t stream = 0)
    {
        return detail::encode(storage, bytes, in, in, unique_out, lengths_out, runs_out, (size_t)n,
                              1, stream);
    }

    /* Of each run of two items and more its position and its length. */
    template <class input, class offsets, class counts, class count, class length>
    static cudaError_t NonTrivialRuns(void *storage, size_t &bytes, input in, offsets offsets_out,
                                      counts lengths_out, count runs_out, length n,
                                      cudaStream_t stream = 0)
    {
        return detail::encode(storage, bytes, in, detail::place_itself(), offsets_out, lengths_out,
                              runs_out, (size_t)n, 2, stream);
    }
};

}

#endif
