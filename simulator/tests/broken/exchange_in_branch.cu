/*
 * Half a warp adds up with a mask of all its lanes; the others go around that, and still do
 * something behind it. In the twin they come, too, with nothing.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x, lane = tid % 32;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    unsigned int value = i < n ? data[i] : 0, sum = 0;

    value += __shfl_xor_sync(0xffffffff, value, 16);
#ifdef SOUND
    sum = __reduce_add_sync(0xffffffff, lane < 16 ? value : 0);
#else
    if (lane < 16)
        sum = __reduce_add_sync(0xffffffff, value);     /* finding: mask mismatch */
    /* says: went around the call, and has exited */
#endif
    sums[i] = lane == 0 ? sum : 0;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
