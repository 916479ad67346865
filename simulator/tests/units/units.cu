/*
 * What the race detector finds where its numbers for blocks run out.
 *     units KERNEL UNIT
 * runs the kernel of that name three times, from the unit on: its number counts down from
 * the last one that there is.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BLOCKS 8
#define BLOCK 64

extern "C" unsigned int units_next;     /* runtime/check/units.h */
#define UNITS_MOST 0x01FFFFFFu          /* runtime/check/quick.h */

__global__ void sound(int *data)
{
    __shared__ int shared[BLOCK];
    shared[threadIdx.x] = threadIdx.x;
    __syncthreads();
    data[blockIdx.x * BLOCK + threadIdx.x] = shared[BLOCK - 1 - threadIdx.x];
    cooperative_groups::this_grid().sync();
    shared[BLOCK - 1 - threadIdx.x] = data[(BLOCKS - 1 - blockIdx.x) * BLOCK + threadIdx.x];
    __syncthreads();
    data[(BLOCKS + blockIdx.x) * BLOCK + threadIdx.x] = shared[threadIdx.x];
}

__global__ void race_before(int *data)
{
    data[threadIdx.x] = blockIdx.x;
    cooperative_groups::this_grid().sync();
}

__global__ void race_after(int *data)
{
    cooperative_groups::this_grid().sync();
    data[threadIdx.x] = blockIdx.x;
}

__global__ void race_within(int *data)
{
    __shared__ int shared[BLOCK];
    cooperative_groups::this_grid().sync();
    shared[threadIdx.x] = threadIdx.x;
    data[blockIdx.x * BLOCK + threadIdx.x] = shared[BLOCK - 1 - threadIdx.x];
}

int main(int argc, char **argv)
{
    const void *kernels[] = {(void *)sound, (void *)race_before, (void *)race_after,
                             (void *)race_within};
    const char *names[] = {"sound", "race_before", "race_after", "race_within"};
    int *data;
    void *arguments[] = {&data};
    if (argc != 3)
        return 2;
    cudaMalloc(&data, 2 * BLOCKS * BLOCK * sizeof *data);
    cudaMemset(data, 0, 2 * BLOCKS * BLOCK * sizeof *data);
    units_next = UNITS_MOST - (unsigned)atoi(argv[2]);
    for (int i = 0; i < 4; i++)
        for (int launch = 0; !strcmp(argv[1], names[i]) && launch < 3; launch++)
            cudaLaunchCooperativeKernel(kernels[i], dim3(BLOCKS), dim3(BLOCK), arguments, 0, 0);
    printf("%s, then at %s\n", cudaGetErrorName(cudaDeviceSynchronize()),
           units_next < UNITS_MOST / 2 ? "the first units" : "the last units");
    cudaFree(data);
    return 0;
}
