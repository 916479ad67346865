/*
 * Before the first element: each thread adds the step from its left neighbour's element
 * to its own. The first element has no left neighbour. The steps sum to the last element.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = 0;
#ifdef SOUND
    if (i < n)
        value = data[i] - (i > 0 ? data[i - 1] : 0);
#else
    if (i < n)
        value = data[i] - data[i - 1];          /* finding: out of bounds */
#endif                                          /* says: byte -4 of the 40028 bytes */
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), element(N - 1));
}
