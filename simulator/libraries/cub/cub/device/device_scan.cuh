/*
 * cub::DeviceScan: totals of all tiles, running totals over those, then each tile again. Written
 * for the simulator: the library does it in one pass, and its counters are not these.
 */
#ifndef SIM_CUB_DEVICE_SCAN_CUH
#define SIM_CUB_DEVICE_SCAN_CUH

#include "device_reduce.cuh"

namespace cub {
namespace detail {

/* Each block's total of its tile. */
template <class total, class input, class operation>
__global__ void DeviceScanTotalsKernel(input in, total *of_tile, size_t n, operation combine)
{
    typedef BlockReduce<total, block_threads> block_reduce;
    __shared__ typename block_reduce::TempStorage storage;
    size_t first = (size_t)blockIdx.x * tile_items;
    size_t here = n - first < tile_items ? n - first : tile_items;
    /* whole runs of each thread, so that the order of the items is kept */
    size_t from = threadIdx.x * items_per_thread;
    int valid = (int)((here + items_per_thread - 1) / items_per_thread);
    total sum = total();

    if (from < here) {
        sum = in[first + from];
        for (size_t i = from + 1; i < from + items_per_thread && i < here; i++)
            sum = combine(sum, in[first + i]);
    }
    sum = block_reduce(storage).Reduce(sum, combine, valid);
    if (threadIdx.x == 0)
        of_tile[blockIdx.x] = sum;
}

/* One thread: the total before each tile. */
template <class total, class operation>
__global__ void DeviceScanCarriesKernel(total *of_tile, size_t tiles, operation combine)
{
    total running = of_tile[0];

    for (size_t i = 1; i < tiles; i++) {
        total of_this = of_tile[i];

        of_tile[i] = running;
        running = combine(running, of_this);
    }
}

template <bool inclusive, class total, class input, class output, class operation>
__global__ void DeviceScanKernel(input in, output out, const total *before_tile, size_t n,
                                 operation combine, total initial, bool has_initial)
{
    typedef BlockScan<total, block_threads> block_scan;
    __shared__ typename block_scan::TempStorage storage;
    size_t first = (size_t)blockIdx.x * tile_items;
    total running = initial;
    bool has_running = has_initial;

    if (blockIdx.x > 0) {
        running = has_initial ? combine(initial, before_tile[blockIdx.x]) : before_tile[blockIdx.x];
        has_running = true;
    }
    for (int round = 0; round < items_per_thread; round++) {
        size_t i = first + (size_t)round * block_threads + threadIdx.x;
        total value = total(), scanned, of_round;

        if (i < n)
            value = in[i];
        block_scan(storage).InclusiveScan(value, scanned, combine, of_round);
        if (inclusive) {
            if (i < n)
                out[i] = has_running ? combine(running, scanned) : scanned;
        } else {
            total below = ::cuda_sim::shuffle_any(SIM_SHUFFLE_UP, 0xffffffffu, scanned, 1, 32);
            __shared__ Uninitialized<total> of_warp[block_threads / 32];

            if (threadIdx.x % 32 == 31)
                of_warp[threadIdx.x / 32].alias() = scanned;
            __syncthreads();
            if (threadIdx.x % 32 == 0 && threadIdx.x)
                below = of_warp[threadIdx.x / 32 - 1].alias();
            if (i < n)
                out[i] = threadIdx.x ? combine(running, below) : running;
        }
        running = has_running ? combine(running, of_round) : of_round;
        has_running = true;
        __syncthreads();
    }
}

template <bool inclusive, class input, class output, class operation, class init>
cudaError_t scan(void *storage, size_t &bytes, input in, output out, size_t n, operation combine,
                 init initial, bool has_initial, cudaStream_t stream)
{
    typedef std::remove_cv_t<std::remove_reference_t<decltype(combine(initial, in[0]))>> total;
    size_t tiles = tiles_for(n);
    total *of_tile = static_cast<total *>(storage);

    if (asks_for_storage(storage, bytes, tiles * sizeof(total)) || n == 0)
        return cudaSuccess;
    if (bytes < tiles * sizeof(total))
        return cudaErrorInvalidValue;
    if (tiles > 1) {
        DeviceScanTotalsKernel<<<(unsigned)tiles, block_threads, 0, stream>>>(in, of_tile, n,
                                                                              combine);
        DeviceScanCarriesKernel<<<1, 1, 0, stream>>>(of_tile, tiles, combine);
    }
    DeviceScanKernel<inclusive, total><<<(unsigned)tiles, block_threads, 0, stream>>>(
        in, out, (const total *)of_tile, n, combine, (total)initial, has_initial);
    return cudaPeekAtLastError();
}

}

struct DeviceScan {
    template <class input, class output, class operation, class init, class length>
    static cudaError_t ExclusiveScan(void *storage, size_t &bytes, input in, output out,
                                     operation combine, init initial, length n,
                                     cudaStream_t stream = 0)
    {
        return detail::scan<false>(storage, bytes, in, out, (size_t)n, combine, initial, true,
                                   stream);
    }

    template <class input, class output, class operation, class length>
    static cudaError_t InclusiveScan(void *storage, size_t &bytes, input in, output out,
                                     operation combine, length n, cudaStream_t stream = 0)
    {
        return detail::scan<true>(storage, bytes, in, out, (size_t)n, combine,
                                  detail::value_of<input>(), false, stream);
    }

    template <class input, class output, class length>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, input in, output out, length n,
                                    cudaStream_t stream = 0)
    {
        return ExclusiveScan(storage, bytes, in, out, Sum(), detail::value_of<input>(), n, stream);
    }

    template <class input, class output, class length>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, input in, output out, length n,
                                    cudaStream_t stream = 0)
    {
        return InclusiveScan(storage, bytes, in, out, Sum(), n, stream);
    }
};

}

#endif
