/*
 * The last warp, unrolled down to a block of two: right on today's GPUs
 *
 * For readers of the slides "循环展开注解", notes on unrolling. Once one warp is left, it
 * needs no barrier for the whole block, and with the block size as a template parameter
 * the guards of its six rounds vanish, down to a block of two threads. The notes make it
 * work with `volatile`: on the shared array (reduction_1) or on the pointer that a
 * function gets (reduction_2). That was enough while the lanes of a warp moved in
 * lockstep. Since Volta (2017) they need not. These kernels are right because in
 * each round all lanes read, then all write, with a __syncwarp() after either, which also
 * makes the compiler store and load again. With it, `volatile` can go (reduction_3).
 *
 * notes_lockstep.cu has the kernels as the notes write them.
 *
 * Run it:  make notes_volatile run
 *          make notes_volatile run N=1000 BLOCK=2
 */
#include "notes_main.h"
#include "notes_rounds.h"

/* The last warp's rounds on sdata[0 .. 63], or fewer; volatile or not. The lanes are 0 to 31. */
template <unsigned int blockSize, typename Number>
static __device__ void last_warp(Number *sdata, unsigned int lane)
{
    int sum = sdata[lane];

    if (blockSize >= 64) { sum += sdata[lane + 32]; __syncwarp(); sdata[lane] = sum; __syncwarp(); }
    if (blockSize >= 32) { sum += sdata[lane + 16]; __syncwarp(); sdata[lane] = sum; __syncwarp(); }
    if (blockSize >= 16) { sum += sdata[lane + 8];  __syncwarp(); sdata[lane] = sum; __syncwarp(); }
    if (blockSize >= 8)  { sum += sdata[lane + 4];  __syncwarp(); sdata[lane] = sum; __syncwarp(); }
    if (blockSize >= 4)  { sum += sdata[lane + 2];  __syncwarp(); sdata[lane] = sum; __syncwarp(); }
    if (blockSize >= 2)  { sum += sdata[lane + 1];  __syncwarp(); sdata[lane] = sum; __syncwarp(); }
}

/* Adds up each block's blockSize numbers into g_odata[blockIdx.x]; a volatile array. */
template <unsigned int blockSize>
__global__ void reduction_1(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ volatile int sdata[blockSize + ZEROS_BEHIND];

    reduce_to_last_warp<blockSize>(sdata, g_idata, n);
    if (threadIdx.x < 32)
        last_warp<blockSize>(sdata, threadIdx.x);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize>
static __device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    last_warp<blockSize>(sdata, tid);
}

/* The same; the array becomes volatile on its way into warpReduce. */
template <unsigned int blockSize>
__global__ void reduction_2(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int sdata[blockSize + ZEROS_BEHIND];

    reduce_to_last_warp<blockSize>(sdata, g_idata, n);
    if (threadIdx.x < 32)
        warpReduce<blockSize>(sdata, threadIdx.x);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = sdata[0];
}

/* The same without volatile, which __syncwarp() makes superfluous. This one is not the notes'. */
template <unsigned int blockSize>
__global__ void reduction_3(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int sdata[blockSize + ZEROS_BEHIND];

    reduce_to_last_warp<blockSize>(sdata, g_idata, n);
    if (threadIdx.x < 32)
        last_warp<blockSize>(sdata, threadIdx.x);
    if (threadIdx.x == 0)
        g_odata[blockIdx.x] = sdata[0];
}

FOR_EVERY_BLOCK_SIZE(reduction_1_for, reduction_1)
FOR_EVERY_BLOCK_SIZE(reduction_2_for, reduction_2)
FOR_EVERY_BLOCK_SIZE(reduction_3_for, reduction_3)

int main(int argc, char **argv)
{
    static const struct kernel kernels[] = {
        {"reduction_1", reduction_1_for},
        {"reduction_2", reduction_2_for},
        {"reduction_3", reduction_3_for},
    };
    struct options options = notes_options(argc, argv);

    return run_kernels(&options, kernels, sizeof kernels / sizeof kernels[0]);
}
