/*
 * Neighbouring bytes: each thread updates its own byte of an array of chars,
 * which is no race although four threads share a word. Eight threads that share
 * a byte are one.
 */
#include "main.h"
#include "block_sum.h"

__global__ void count_odd(const int *data, int *sums, unsigned int n)
{
    __shared__ unsigned char odd[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    odd[tid] = 0;
    __syncthreads();
    if (i < n && data[i] % 2 == 1)
#ifdef SOUND
        odd[tid] |= 1;
#else
        odd[tid / 8] |= 1 << tid % 8;           /* finding: race */
#endif
    __syncthreads();
    int value = block_sum(__popc(odd[tid]));
    if (tid == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += element(i) % 2;
    count_odd<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), expected);
}
