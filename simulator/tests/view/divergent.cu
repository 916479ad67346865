/*
 * Lanes that part again and again, in a new way each time, at addresses without a pattern: as
 * much text for each step as there can be.
 */
#include <cuda_runtime.h>
#include <stdio.h>

#define THREADS 1024
#define BLOCKS  8
#define ROUNDS  150

__global__ void part(int *data, unsigned seed)
{
    __shared__ int sums[THREADS];
    unsigned random = threadIdx.x * 2654435761u + blockIdx.x + seed;
    int *own = data + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * ROUNDS;
    sums[threadIdx.x] = 0;
    for (int round = 0; round < ROUNDS; round++) {
        random = random * 1664525u + 1013904223u;
        if (random >> 30 & 1)
            sums[threadIdx.x] += (int)random;
        if ((random >> 20 & 7) == 3)
            own[random % ROUNDS] = (int)random;
    }
    own[0] = sums[threadIdx.x];
}

int main()
{
    int *data;
    cudaMalloc(&data, (size_t)BLOCKS * THREADS * ROUNDS * sizeof *data);
    part<<<BLOCKS, THREADS>>>(data, 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
