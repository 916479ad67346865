/*
 * The exhibit to notes_volatile: the last warp as the notes write it
 *
 * No barrier between the six rounds: they count on the lanes of a warp moving in
 * lockstep, and on `volatile` to make each round store and load again. Built once more
 * with -DDROP_VOLATILE, the compiler may keep numbers in registers and put stores off.
 *
 * The outcome:
 *
 *                      with volatile                     without
 *     the simulator    right sum, races in every round   wrong sum, the same races
 *     a GPU            right by luck, which may end      right or wrong, as the compiler likes
 *
 * On a GPU, ask compute-sanitizer: its racecheck reports hazards in step 06's kernel,
 * which ends in the same six lines, though the sum comes out right on an H100.
 *
 * Run it:    make notes_lockstep run        make notes_lockstep_no_volatile run
 * Check it:  make notes_lockstep check      make notes_lockstep_no_volatile check
 */
#include "notes_main.h"
#include "notes_rounds.h"

#ifdef DROP_VOLATILE
#define VOLATILE
#else
#define VOLATILE volatile
#endif

/* Adds up each block's blockSize numbers into g_odata[blockIdx.x]; a volatile array. */
template <unsigned int blockSize>
__global__ void reduction_1(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ VOLATILE int sdata[blockSize + ZEROS_BEHIND];
    unsigned int tid = threadIdx.x;

    reduce_to_last_warp<blockSize>(sdata, g_idata, n);
    if (tid < 32) {
        if (blockSize >= 64) sdata[tid] = sdata[tid] + sdata[tid + 32];
        if (blockSize >= 32) sdata[tid] = sdata[tid] + sdata[tid + 16];
        if (blockSize >= 16) sdata[tid] = sdata[tid] + sdata[tid + 8];
        if (blockSize >= 8)  sdata[tid] = sdata[tid] + sdata[tid + 4];
        if (blockSize >= 4)  sdata[tid] = sdata[tid] + sdata[tid + 2];
        if (blockSize >= 2)  sdata[tid] = sdata[tid] + sdata[tid + 1];
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize>
static __device__ void warpReduce(VOLATILE int *sdata, unsigned int tid)
{
    if (blockSize >= 64) sdata[tid] = sdata[tid] + sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] = sdata[tid] + sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] = sdata[tid] + sdata[tid + 8];
    if (blockSize >= 8)  sdata[tid] = sdata[tid] + sdata[tid + 4];
    if (blockSize >= 4)  sdata[tid] = sdata[tid] + sdata[tid + 2];
    if (blockSize >= 2)  sdata[tid] = sdata[tid] + sdata[tid + 1];
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

FOR_EVERY_BLOCK_SIZE(reduction_1_for, reduction_1)
FOR_EVERY_BLOCK_SIZE(reduction_2_for, reduction_2)

int main(int argc, char **argv)
{
    static const struct kernel kernels[] = {
        {"reduction_1", reduction_1_for},
        {"reduction_2", reduction_2_for},
    };
    struct options options = notes_options(argc, argv);

    return run_kernels(&options, kernels, sizeof kernels / sizeof kernels[0]);
}
