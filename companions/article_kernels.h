/*
 * The article's five ways to add up doubles on a GPU, under its names. Dynamic shared
 * memory: one double per thread. The first four add the blocks' sums to *d_y, which must
 * be 0; the last writes each block's sum to d_y[blockIdx.x]. Any n from 1 on; blocks of a
 * power of two of threads, from 64 on.
 */
#ifndef ARTICLE_KERNELS_H
#define ARTICLE_KERNELS_H

#include <cooperative_groups.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 600
/* GPUs before Pascal add doubles atomically by trying until no other thread has come between. */
static __device__ double atomicAdd(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long before = 0, seen; // a guess: the first atomicCAS returns the word itself

    do {
        seen = before;
        before = atomicCAS(bits, seen,
                           __double_as_longlong(value + __longlong_as_double(seen)));
    } while (before != seen);
    return __longlong_as_double(before);
}
#endif

/* Loads the thread's number (0 past the end) and waits for the whole block's. */
static __device__ void load(double *s_y, const double *d_x, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;

    s_y[threadIdx.x] = idx < n ? d_x[idx] : 0.0;
    __syncthreads();
}

/* The block's rounds in shared memory with strides from half the block down to above `last`. */
static __device__ void block_rounds(double *s_y, unsigned int last)
{
    for (unsigned int stride = blockDim.x / 2; stride > last; stride /= 2) {
        if (threadIdx.x < stride)
            s_y[threadIdx.x] += s_y[threadIdx.x + stride];
        __syncthreads();
    }
}

/* A tree in shared memory; the blocks' sums are added up by atomicAdd. */
__global__ void reduceAtomic(const double *d_x, double *d_y, unsigned int n)
{
    extern __shared__ double s_y[]; // one double per thread; the launch says how much that is

    load(s_y, d_x, n);
    block_rounds(s_y, 0);
    if (threadIdx.x == 0)
        atomicAdd(d_y, s_y[0]);
}

/* From stride 16 on one warp works: it waits for its own lanes only. */
__global__ void reduceWarp(const double *d_x, double *d_y, unsigned int n)
{
    extern __shared__ double s_y[];

    load(s_y, d_x, n);
    block_rounds(s_y, 16);
    if (threadIdx.x < 32) {
        for (unsigned int stride = 16; stride > 0; stride /= 2) {
            if (threadIdx.x < stride)
                s_y[threadIdx.x] += s_y[threadIdx.x + stride];
            __syncwarp(); // outside the branch: all lanes of the warp arrive
        }
    }
    if (threadIdx.x == 0)
        atomicAdd(d_y, s_y[0]);
}

/* The sum of the numbers that the 32 lanes of a warp bring, in lane 0. */
static __device__ double shuffle_rounds(double y)
{
    for (unsigned int offset = 16; offset > 0; offset /= 2)
        y += __shfl_down_sync(0xffffffff, y, offset);
    return y;
}

/* The last rounds without shared memory: lanes read one another's registers. */
__global__ void reduceShfl(const double *d_x, double *d_y, unsigned int n)
{
    extern __shared__ double s_y[];

    load(s_y, d_x, n);
    block_rounds(s_y, 16);
    if (threadIdx.x < 32) {
        double y = shuffle_rounds(s_y[threadIdx.x]);

        if (threadIdx.x == 0)
            atomicAdd(d_y, y);
    }
}

/* The same, said with cooperative groups: a tile of 32 threads is an object that can shuffle. */
__global__ void reduceCG(const double *d_x, double *d_y, unsigned int n)
{
    extern __shared__ double s_y[];

    load(s_y, d_x, n);
    block_rounds(s_y, 16);
    if (threadIdx.x < 32) {
        cooperative_groups::thread_block_tile<32> tile =
            cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
        double y = s_y[threadIdx.x];

        for (unsigned int offset = tile.size() / 2; offset > 0; offset /= 2)
            y += tile.shfl_down(y, offset);
        if (tile.thread_rank() == 0)
            atomicAdd(d_y, y);
    }
}

/*
 * Each thread walks through the input in strides of the whole grid, and only then the
 * tree begins; d_y[blockIdx.x] takes the block's sum. A second launch, with one block,
 * does the same to the sums of the first.
 */
__global__ void reduceParallelism(const double *d_x, double *d_y, unsigned int n)
{
    extern __shared__ double s_y[];
    double y = 0.0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        y += d_x[i];
    s_y[threadIdx.x] = y;
    __syncthreads();
    block_rounds(s_y, 16);
    if (threadIdx.x < 32) {
        y = shuffle_rounds(s_y[threadIdx.x]);
        if (threadIdx.x == 0)
            d_y[blockIdx.x] = y;
    }
}

#endif
