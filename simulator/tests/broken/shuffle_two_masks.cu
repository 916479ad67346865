/*
 * The halves of a warp add up by themselves, but one of them names the whole warp. The other half
 * names itself, and leaves.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    int value = i < n ? data[i] : 0;

#ifdef SOUND
    const unsigned int lower = 0x0000ffff;
#else
    const unsigned int lower = 0xffffffff;
#endif
    if (tid % 32 < 16)
        for (int offset = 8; offset > 0; offset >>= 1)
            value += __shfl_xor_sync(lower, value, offset); /* finding: mask mismatch */
    /* says: called the same with another mask meanwhile, and has exited */
    else
        for (int offset = 8; offset > 0; offset >>= 1)
            value += __shfl_xor_sync(0xffff0000, value, offset);
    if (tid % 16 == 0)
        atomicAdd(&sums[blockIdx.x], value);
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    CHECK(cudaMemset(sums, 0, BLOCKS * sizeof(int)));
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
