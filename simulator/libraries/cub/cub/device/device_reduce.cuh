/*
 * cub::DeviceReduce: a grid of blocks that each reduce their tiles, then one block for their
 * results. Written for the simulator: its counters are those of these two kernels, not the
 * library's.
 */
#ifndef SIM_CUB_DEVICE_REDUCE_CUH
#define SIM_CUB_DEVICE_REDUCE_CUH

#include <limits>

#include "../util_type.cuh"
#include "dispatch.cuh"

namespace cub {
namespace detail {

/* Input as index and value, for ArgMin and ArgMax. */
template <class iterator> struct indexed {
    iterator values;

    __host__ __device__ __forceinline__ KeyValuePair<int, value_of<iterator>>
    operator[](size_t i) const
    {
        return {(int)i, values[i]};
    }
    __host__ __device__ KeyValuePair<int, value_of<iterator>> operator*() const
    {
        return (*this)[0];
    }
};

/*
 * A thread's part: the items at first, first + step, ..., below n. Four loads are under way at a
 * time. The operation must be commutative, as the library wants it.
 */
template <class total, class iterator, class operation, class transform>
__device__ __forceinline__ total reduce_items(iterator input, size_t n, operation combine,
                                              transform change, size_t first, size_t step)
{
    total sum = change(input[first]);
    size_t i = first + step;

    for (; i + 3 * step < n; i += 4 * step) {
        total a = change(input[i]), b = change(input[i + step]);
        total c = change(input[i + 2 * step]), d = change(input[i + 3 * step]);

        sum = combine(sum, combine(combine(a, b), combine(c, d)));
    }
    for (; i < n; i += step)
        sum = combine(sum, change(input[i]));
    return sum;
}

template <class total, class iterator, class operation, class transform>
__global__ void DeviceReduceKernel(iterator input, total *of_block, size_t n, operation combine,
                                   transform change)
{
    typedef BlockReduce<total, block_threads> block_reduce;
    __shared__ typename block_reduce::TempStorage storage;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t before = (size_t)blockIdx.x * blockDim.x;
    size_t left = n > before ? n - before : 0;
    int valid = left < block_threads ? (int)left : block_threads;
    total sum = total();

    if (first < n)
        sum = reduce_items<total>(input, n, combine, change, first, (size_t)gridDim.x * blockDim.x);
    sum = block_reduce(storage).Reduce(sum, combine, valid);
    if (threadIdx.x == 0)
        of_block[blockIdx.x] = sum;
}

template <class total, class iterator, class output_iterator, class operation, class transform,
          class init>
__global__ void DeviceReduceSingleTileKernel(iterator input, output_iterator output, size_t n,
                                             operation combine, transform change, init initial)
{
    typedef BlockReduce<total, block_threads> block_reduce;
    __shared__ typename block_reduce::TempStorage storage;
    int valid = n < block_threads ? (int)n : block_threads;
    total sum = total();

    if (threadIdx.x < n)
        sum = reduce_items<total>(input, n, combine, change, threadIdx.x, blockDim.x);
    sum = block_reduce(storage).Reduce(sum, combine, valid);
    if (threadIdx.x == 0)
        *output = n ? combine((total)initial, sum) : (total)initial;
}

struct as_it_is {
    template <class type>
    __host__ __device__ __forceinline__ const type &operator()(const type &value) const
    {
        return value;
    }
};

template <class input, class output, class operation, class transform, class init>
cudaError_t reduce(void *storage, size_t &bytes, input in, output out, size_t n, operation combine,
                   transform change, init initial, cudaStream_t stream)
{
    typedef std::remove_cv_t<std::remove_reference_t<decltype(change(in[0]))>> changed;
    typedef std::remove_cv_t<
        std::remove_reference_t<decltype(combine(initial, std::declval<changed>()))>>
        total;
    int blocks = blocks_for(n);

    if (asks_for_storage(storage, bytes, (size_t)blocks * sizeof(total)))
        return cudaSuccess;
    if (lacks_storage(bytes, (size_t)blocks * sizeof(total)))
        return cudaErrorInvalidValue;
    if (blocks == 1) {
        DeviceReduceSingleTileKernel<total>
            <<<1, block_threads, 0, stream>>>(in, out, n, combine, change, initial);
    } else {
        total *of_block = static_cast<total *>(storage);

        if (bytes < (size_t)blocks * sizeof(total))
            return cudaErrorInvalidValue;
        DeviceReduceKernel<total>
            <<<blocks, block_threads, 0, stream>>>(in, of_block, n, combine, change);
        DeviceReduceSingleTileKernel<total><<<1, block_threads, 0, stream>>>(
            of_block, out, (size_t)blocks, combine, as_it_is(), initial);
    }
    return cudaPeekAtLastError();
}

}

struct DeviceReduce {
    template <class input, class output, class operation, class init, class length>
    static cudaError_t Reduce(void *storage, size_t &bytes, input in, output out, length n,
                              operation combine, init initial, cudaStream_t stream = 0)
    {
        return detail::reduce(storage, bytes, in, out, (size_t)n, combine, detail::as_it_is(),
                              initial, stream);
    }

    template <class input, class output, class operation, class transform, class init, class length>
    static cudaError_t TransformReduce(void *storage, size_t &bytes, input in, output out, length n,
                                       operation combine, transform change, init initial,
                                       cudaStream_t stream = 0)
    {
        return detail::reduce(storage, bytes, in, out, (size_t)n, combine, change, initial, stream);
    }

    template <class input, class output, class length>
    static cudaError_t Sum(void *storage, size_t &bytes, input in, output out, length n,
                           cudaStream_t stream = 0)
    {
        return Reduce(storage, bytes, in, out, n, cub::Sum(), detail::value_of<output>(), stream);
    }

    template <class input, class output, class length>
    static cudaError_t Min(void *storage, size_t &bytes, input in, output out, length n,
                           cudaStream_t stream = 0)
    {
        typedef detail::value_of<input> value;

        return Reduce(storage, bytes, in, out, n, cub::Min(), std::numeric_limits<value>::max(),
                      stream);
    }

    template <class input, class output, class length>
    static cudaError_t Max(void *storage, size_t &bytes, input in, output out, length n,
                           cudaStream_t stream = 0)
    {
        typedef detail::value_of<input> value;

        return Reduce(storage, bytes, in, out, n, cub::Max(), std::numeric_limits<value>::lowest(),
                      stream);
    }

    template <class input, class output, class length>
    static cudaError_t ArgMin(void *storage, size_t &bytes, input in, output out, length n,
                              cudaStream_t stream = 0)
    {
        typedef detail::value_of<input> value;

        return Reduce(storage, bytes, detail::indexed<input>{in}, out, n, cub::ArgMin(),
                      KeyValuePair<int, value>{1, std::numeric_limits<value>::max()}, stream);
    }

    template <class input, class output, class length>
    static cudaError_t ArgMax(void *storage, size_t &bytes, input in, output out, length n,
                              cudaStream_t stream = 0)
    {
        typedef detail::value_of<input> value;

        return Reduce(storage, bytes, detail::indexed<input>{in}, out, n, cub::ArgMax(),
                      KeyValuePair<int, value>{1, std::numeric_limits<value>::lowest()}, stream);
    }
};

}

#endif
