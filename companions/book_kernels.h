/*
 * The ten kernels of "Professional CUDA C Programming", chapter 3, under the
 * book's names. All of them work in place, in global memory: a block overwrites
 * its own part of g_idata and leaves its result in g_odata[blockIdx.x].
 *
 * A block's part is one data block (blockDim.x numbers), or two, four or eight
 * where the name says so. The last part may be short, down to a single number:
 * no thread leaves early, since all must reach the barriers, and none touches
 * numbers past n.
 */
#ifndef BOOK_KERNELS_H
#define BOOK_KERNELS_H

/* Neighbouring pairs: every second thread works, then every fourth, and so on. */
template <typename Operator>
__global__ void reduceNeighbored(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;
    int *idata = g_idata + blockIdx.x * blockDim.x;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0 && idx + stride < n)
            idata[tid] = Operator::join(idata[tid], idata[tid + stride]);
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = idata[0];
}

/* The same pairs, with less divergence: the working threads stand side by side. */
template <typename Operator>
__global__ void reduceNeighboredLess(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int start = blockIdx.x * blockDim.x;
    int *idata = g_idata + start;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;

        if (index < blockDim.x && start + index + stride < n)
            idata[index] = Operator::join(idata[index], idata[index + stride]);
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = idata[0];
}

/* How many numbers of the data block at start are there: blockDim.x, fewer at the end of n. */
static __device__ unsigned int count_from(unsigned int start, unsigned int n)
{
    return n - start < blockDim.x ? n - start : blockDim.x;
}

/* Reduces idata[0 .. count - 1] to idata[0] in the block's rounds with strides above `last`. */
template <typename Operator>
static __device__ void reduce_interleaved(int *idata, unsigned int count, unsigned int last)
{
    for (unsigned int stride = blockDim.x / 2; stride > last; stride /= 2) {
        if (threadIdx.x < stride && threadIdx.x + stride < count)
            idata[threadIdx.x] = Operator::join(idata[threadIdx.x], idata[threadIdx.x + stride]);
        __syncthreads();
    }
}

/* Partners half a block apart, then a quarter: neighbouring threads, neighbouring addresses. */
template <typename Operator>
__global__ void reduceInterleaved(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int start = blockIdx.x * blockDim.x;

    reduce_interleaved<Operator>(g_idata + start, count_from(start, n), 0);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = g_idata[start];
}

/*
 * Joins the `factor` data blocks of the block's part onto the first of them, one
 * number per thread and data block, as far as n reaches; then waits for all threads.
 * With factor known to the compiler, the loop of the full case is unrolled: that
 * many loads are under way at once.
 */
template <typename Operator, unsigned int factor>
static __device__ void join_data_blocks(int *g_idata, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x * factor + threadIdx.x;

    if (idx + (factor - 1) * blockDim.x < n) {
        int result = g_idata[idx];

#pragma unroll
        for (unsigned int i = 1; i < factor; i++)
            result = Operator::join(result, g_idata[idx + i * blockDim.x]);
        g_idata[idx] = result;
    } else {
        for (unsigned int next = idx + blockDim.x; next < n; next += blockDim.x)
            g_idata[idx] = Operator::join(g_idata[idx], g_idata[next]);
    }
    __syncthreads();
}

/* Two, four or eight data blocks onto one, then as reduceInterleaved. */
template <typename Operator, unsigned int factor>
static __device__ void reduce_unrolling(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int start = blockIdx.x * blockDim.x * factor;

    join_data_blocks<Operator, factor>(g_idata, n);
    reduce_interleaved<Operator>(g_idata + start, count_from(start, n), 0);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = g_idata[start];
}

template <typename Operator>
__global__ void reduceUnrolling2(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_unrolling<Operator, 2>(g_idata, g_odata, n);
}

template <typename Operator>
__global__ void reduceUnrolling4(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_unrolling<Operator, 4>(g_idata, g_odata, n);
}

template <typename Operator>
__global__ void reduceUnrolling8(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_unrolling<Operator, 8>(g_idata, g_odata, n);
}

/* idata[index], or the neutral number where the data block has no such one. */
template <typename Operator>
static __device__ int number_at(const int *idata, unsigned int index, unsigned int count)
{
    return index < count ? idata[index] : Operator::neutral();
}

/*
 * The last 64 numbers, by one warp, without block barriers. The book counts on the
 * lanes moving in lockstep and on `volatile`; since Volta they need not, so here all
 * lanes read, then all write, with a barrier for the warp between the two.
 */
template <typename Operator>
static __device__ void reduce_last_warp(int *idata, unsigned int count)
{
    unsigned int tid = threadIdx.x;

    if (tid >= 32)
        return;

    int result = number_at<Operator>(idata, tid, count);

#pragma unroll
    for (unsigned int stride = 32; stride > 0; stride /= 2) {
        result = Operator::join(result, number_at<Operator>(idata, tid + stride, count));
        __syncwarp();
        if (tid < count)
            idata[tid] = result;
        __syncwarp();
    }
}

/* `factor` data blocks onto one, a loop down to 64 numbers, the last warp by itself. */
template <typename Operator, unsigned int factor>
static __device__ void reduce_unroll_warps(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int start = blockIdx.x * blockDim.x * factor;
    unsigned int count = count_from(start, n);

    join_data_blocks<Operator, factor>(g_idata, n);
    reduce_interleaved<Operator>(g_idata + start, count, 32);
    reduce_last_warp<Operator>(g_idata + start, count);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = g_idata[start];
}

/* Two data blocks. */
template <typename Operator>
__global__ void reduceUnrollWarps(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_unroll_warps<Operator, 2>(g_idata, g_odata, n);
}

template <typename Operator>
__global__ void reduceUnrollWarps8(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_unroll_warps<Operator, 8>(g_idata, g_odata, n);
}

/* One round with a fixed stride, for blocks that are large enough to have it. */
template <typename Operator, unsigned int stride>
static __device__ void reduce_round(int *idata, unsigned int count, unsigned int block)
{
    if (block >= 2 * stride && threadIdx.x < stride && threadIdx.x + stride < count)
        idata[threadIdx.x] = Operator::join(idata[threadIdx.x], idata[threadIdx.x + stride]);
    __syncthreads();
}

/* Eight data blocks, and no loop left; `block` is blockDim.x, a constant if the caller has one. */
template <typename Operator>
static __device__ void reduce_complete(int *g_idata, int *g_odata, unsigned int n,
                                       unsigned int block)
{
    unsigned int start = blockIdx.x * blockDim.x * 8;
    unsigned int count = count_from(start, n);
    int *idata = g_idata + start;

    join_data_blocks<Operator, 8>(g_idata, n);
    reduce_round<Operator, 512>(idata, count, block);
    reduce_round<Operator, 256>(idata, count, block);
    reduce_round<Operator, 128>(idata, count, block);
    reduce_round<Operator, 64>(idata, count, block);
    reduce_last_warp<Operator>(idata, count);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = idata[0];
}

/* Asks at run time how large the block is. */
template <typename Operator>
__global__ void reduceCompleteUnrollWarps8(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_complete<Operator>(g_idata, g_odata, n, blockDim.x);
}

/* Knows at compile time: rounds that a block of iBlockSize threads does not need are left out. */
template <unsigned int iBlockSize, typename Operator>
__global__ void reduceCompleteUnroll(int *g_idata, int *g_odata, unsigned int n)
{
    reduce_complete<Operator>(g_idata, g_odata, n, iBlockSize);
}

#endif
