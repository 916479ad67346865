/*
 * cub::DeviceSegmentedReduce: one block for each segment. Written for the simulator: its counters
 * are not the library's.
 */
#ifndef SIM_CUB_DEVICE_SEGMENTED_REDUCE_CUH
#define SIM_CUB_DEVICE_SEGMENTED_REDUCE_CUH

#include "device_reduce.cuh"

namespace cub {
namespace detail {

template <class total, class input, class output, class begins, class ends, class operation,
          class init>
__global__ void DeviceSegmentedReduceKernel(input in, output out, begins first, ends last,
                                            operation combine, init initial)
{
    typedef BlockReduce<total, block_threads> block_reduce;
    __shared__ typename block_reduce::TempStorage storage;
    size_t begin = (size_t)first[blockIdx.x], end = (size_t)last[blockIdx.x];
    size_t n = end > begin ? end - begin : 0;
    int valid = n < block_threads ? (int)n : block_threads;
    total sum = total();

    if (threadIdx.x < n)
        sum = reduce_items<total>(in, end, combine, as_it_is(), begin + threadIdx.x, blockDim.x);
    sum = block_reduce(storage).Reduce(sum, combine, valid);
    if (threadIdx.x == 0)
        out[blockIdx.x] = n ? combine((total)initial, sum) : (total)initial;
}

}

struct DeviceSegmentedReduce {
    template <class input, class output, class begins, class ends, class operation, class init>
    static cudaError_t Reduce(void *storage, size_t &bytes, input in, output out, int segments,
                              begins first, ends last, operation combine, init initial,
                              cudaStream_t stream = 0)
    {
        typedef std::remove_cv_t<std::remove_reference_t<decltype(combine(initial, in[0]))>> total;

        if (detail::asks_for_storage(storage, bytes, 1) || segments == 0)
            return cudaSuccess;
        if (detail::lacks_storage(bytes, 1))
            return cudaErrorInvalidValue;
        detail::DeviceSegmentedReduceKernel<total>
            <<<(unsigned)segments, detail::block_threads, 0, stream>>>(in, out, first, last,
                                                                       combine, initial);
        return cudaPeekAtLastError();
    }

    template <class input, class output, class begins, class ends>
    static cudaError_t Sum(void *storage, size_t &bytes, input in, output out, int segments,
                           begins first, ends last, cudaStream_t stream = 0)
    {
        return Reduce(storage, bytes, in, out, segments, first, last, cub::Sum(),
                      detail::value_of<output>(), stream);
    }

    template <class input, class output, class begins, class ends>
    static cudaError_t Min(void *storage, size_t &bytes, input in, output out, int segments,
                           begins first, ends last, cudaStream_t stream = 0)
    {
        return Reduce(storage, bytes, in, out, segments, first, last, cub::Min(),
                      std::numeric_limits<detail::value_of<input>>::max(), stream);
    }

    template <class input, class output, class begins, class ends>
    static cudaError_t Max(void *storage, size_t &bytes, input in, output out, int segments,
                           begins first, ends last, cudaStream_t stream = 0)
    {
        return Reduce(storage, bytes, in, out, segments, first, last, cub::Max(),
                      std::numeric_limits<detail::value_of<input>>::lowest(), stream);
    }
};

}

#endif
