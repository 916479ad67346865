/*
 * The last step of a block's sum loads with __ldg what the block has just stored: the barrier orders
 * the two, but the read-only cache may hold what was there before.
 */
#include "main.h"

__global__ void reduce(const int *data, int *partial, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;

    partial[i] = i < n ? __ldg(data + i) : 0;   /* also: read-only memory written */
    __syncthreads();
    if (tid > 0)
        return;
    int sum = 0;
    for (unsigned int k = 0; k < blockDim.x; k++)
#ifdef SOUND
        sum += partial[i + k];
#else
        sum += __ldg(partial + i + k);  /* finding: read-only memory written */ /* says: reads, as read-only, what this launch has written */
#endif
    sums[blockIdx.x] = sum;
}

int main(void)
{
    int *data = device_input(N), *partial = device_array(BLOCKS * BLOCK);
    int *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, partial, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
