/*
 * Two launches that read what was set before, from memory that begins with a page, or OFFSET bytes
 * behind one: within_page OFFSET. Few blocks walk over all of it.
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#define NUMBERS (300 * 1024)
#define BLOCKS  8
#define BLOCK   256

template <int launch> __global__ void read(int *sums, const int4 *fours)
{
    unsigned int stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned int i = first; i < NUMBERS / 4; i += stride)
        sum += fours[i].x + fours[i].y + fours[i].z + fours[i].w;
    sums[first] = sum;
}

int main(int argc, char **argv)
{
    size_t offset = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    char *memory;
    int *sums;
    cudaMalloc((void **)&memory, NUMBERS * sizeof(int) + 4096);
    cudaMalloc((void **)&sums, BLOCKS * BLOCK * sizeof(int));
    cudaMemset(memory + offset, 0, NUMBERS * sizeof(int));
    read<1><<<BLOCKS, BLOCK>>>(sums, (const int4 *)(memory + offset));
    read<2><<<BLOCKS, BLOCK>>>(sums, (const int4 *)(memory + offset));
    cudaDeviceSynchronize();
    return cudaGetLastError() != cudaSuccess;
}
