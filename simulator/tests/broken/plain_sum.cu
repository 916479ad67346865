/*
 * A total without an atomic: all threads of all blocks add to one word. Within a block
 * that is a race, too, but the cure is one.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
#ifdef SOUND
        atomicAdd(total, data[i]);
#else
        *total += data[i];                      /* finding: race between blocks */
#endif
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
