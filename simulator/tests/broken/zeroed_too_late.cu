/*
 * A block's counter is set to 0 without a barrier: thread 0 counts its own element right,
 * but others may have counted theirs before.
 */
#include "main.h"

__global__ void count_odd(const int *data, int *counts, unsigned int n)
{
    __shared__ int count;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        count = 0;                              /* finding: race */
#ifdef SOUND
    __syncthreads();
#endif
    if (i < n && data[i] % 2 == 1)
        atomicAdd(&count, 1);                   /* also: race */
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}

int main(void)
{
    int *data = device_input(N), *counts = device_array(BLOCKS);
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += element(i) % 2;
    count_odd<<<BLOCKS, BLOCK>>>(data, counts, N);
    return verdict(sum_on_host(counts, BLOCKS), expected);
}
