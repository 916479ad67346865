/*
 * Several threads store the same value in one word: a race by the letter, whose outcome is
 * always the same. It is noted, no more.
 */
#include "main.h"

__global__ void any_odd(const int *data, int *found, unsigned int n)
{
    __shared__ int any;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        any = 0;
    __syncthreads();
    if (i < n && data[i] % 2 == 1)
#ifdef SOUND
        atomicExch(&any, 1);
#else
        any = 1;                                /* note: race */
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        found[blockIdx.x] = any;
}

int main(void)
{
    int *data = device_input(N), *found = device_array(BLOCKS);
    long long expected = 0;
    for (int block = 0; block < BLOCKS; block++) {
        int any = 0;
        for (int i = block * BLOCK; i < N && i < (block + 1) * BLOCK; i++)
            any |= element(i) % 2;
        expected += any;
    }
    any_odd<<<BLOCKS, BLOCK>>>(data, found, N);
    return verdict(sum_on_host(found, BLOCKS), expected);
}
