/*
 * A kernel that another one launches gets that one's shared array: nobody but the block that
 * declares it can use it.
 */
#include "main.h"

#define CHILD 32

__global__ void add_up(const int *parts, int *sum)
{
    atomicAdd(sum, parts[threadIdx.x]);        /* finding: out of bounds */ /* says: (a shared array of 128 bytes), which this kernel does not have */
}

__global__ void parts_of(const int *data, int *parts, int *sum, unsigned int n)
{
    __shared__ int part[CHILD];
    int own = 0;
    for (unsigned int i = threadIdx.x; i < n; i += CHILD)
        own += data[i];
    part[threadIdx.x] = own;
    parts[threadIdx.x] = part[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
#ifdef SOUND
        add_up<<<1, CHILD>>>(parts, sum);
#else
        add_up<<<1, CHILD>>>(part, sum);
#endif
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(CHILD), *sum = device_zeros(1);
    parts_of<<<1, CHILD>>>(data, parts, sum, N);
    return verdict(sum_on_host(sum, 1), true_sum(N));
}
