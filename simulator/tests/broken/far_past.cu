/*
 * Every second element is read, from an array that holds as many as are read: half of the reads are
 * past its end, and some of them hit the next array, whose atomics are right.
 */
#include "main.h"

#define READS  256
#define COUNTS 4

__global__ void sum_even(const int *data, int *counts, int *sums)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    atomicAdd(&counts[i % COUNTS], 1);
    sums[i] = data[2 * i];       /* finding: out of bounds */
}

int main(void)
{
#ifdef SOUND
    int *data = device_input(2 * READS);
#else
    int *data = device_input(READS);
#endif
    int *counts = device_zeros(READS), *sums = device_array(READS);
    sum_even<<<2, READS / 2>>>(data, counts, sums);
    long long sum = sum_on_host(counts, COUNTS);
    if (sum_on_host(sums, READS) < 0)
        sum = -1;
    return verdict(sum, READS);
}
