/*
 * A lock that the lanes of a warp take in turn. Without a fence after taking it, a lane may
 * have read the sum before it has the lock.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int lock, sum;
    int value = 0;

    for (unsigned int i = threadIdx.x; i < n; i += blockDim.x)
        value += data[i];
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncwarp();
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
#ifdef SOUND
    __threadfence();
#endif
    sum += value;                               /* finding: race */
    __threadfence();
    atomicExch(&lock, 0);
    __syncwarp();
    if (threadIdx.x == 0)
        *total = sum;
}

int main(void)
{
    int *data = device_input(N), *total = device_array(1);
    reduce<<<1, 32>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
