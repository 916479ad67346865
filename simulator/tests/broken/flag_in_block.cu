/*
 * A flag within a block: a thread of another warp waits until the sum is there. It needs a
 * fence of its own between seeing the flag and reading the sum.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ volatile int ready;
    __shared__ int sum;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        ready = 0;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0) {
        sum = value;                            /* also: race */
        __threadfence_block();
        ready = 1;
    }
    if (threadIdx.x == 32) {
        while (!ready)
            ;
#ifdef SOUND
        __threadfence_block();
#endif
        sums[blockIdx.x] = sum;                 /* finding: race */
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
