/*
 * Read before write, by an atomic: nobody has set the total to 0.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        atomicAdd(total, value);                /* finding: uninitialised read */
}

int main(void)
{
    int *data = device_input(N);
#ifdef SOUND
    int *total = device_zeros(1);
#else
    int *total = device_array(1);
#endif
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
