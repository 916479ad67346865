/*
 * The number of rounds is counted in __constant__ memory, through a pointer.
 */
#include "main.h"
#include "block_sum.h"

#ifdef SOUND
__device__ int rounds;
#else
__constant__ int rounds;
#endif

__device__ void count(int *number)
{
    atomicAdd(number, 1);   /* finding: constant memory written */ /* says: rounds + 0 bytes */
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = value;
        count(&rounds);
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict_or_error(sums, BLOCKS);
}
