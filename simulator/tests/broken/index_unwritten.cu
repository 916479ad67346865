/*
 * The lanes of a warp take a place in a list that the last one asks for, without a barrier: they
 * read the place before it is there, and go far out of bounds.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ long long place[BLOCK / 32];
    __shared__ int used;
    unsigned int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    if (tid == 0)
        used = 0;
    __syncthreads();
    if (lane == 31)
        place[warp] = atomicAdd(&used, 32);
#ifdef SOUND
    __syncwarp();
#endif
    long long first = place[warp]; /* finding: uninitialised read */
    sums[blockIdx.x * blockDim.x + first + lane] = i < n ? data[i] : 0; /* finding: out of bounds */
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
