/*
 * Atomics of 4 and of 8 bytes on the same total: each is atomic among its like only.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, unsigned long long *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x % 2 == 0)
        atomicAdd(total, (unsigned long long)value);    /* also: race between blocks */
    else
#ifdef SOUND
        atomicAdd(total, (unsigned long long)value);
#else
        atomicAdd((unsigned int *)total, (unsigned int)value);  /* finding: race between blocks */
#endif                                                          /* says: atomics of one size */
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(2);
    reduce<<<BLOCKS, BLOCK>>>(data, (unsigned long long *)total, N);
    return verdict(sum_on_host(total, 2), true_sum(N));
}
