/*
 * Half a warp adds up with a mask of all its lanes, the other half does something else instead, and
 * nothing stands behind that. In the twin all come.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x, lane = tid % 32;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    unsigned int value = i < n ? data[i] : 0;

    value += __shfl_xor_sync(0xffffffff, value, 16);
#ifdef SOUND
    value = __reduce_add_sync(0xffffffff, lane < 16 ? value : 0);
#endif
    if (lane < 16)
#ifdef SOUND
        sums[i] = lane == 0 ? value : 0;
#else
        sums[i] = __reduce_add_sync(0xffffffff, value) * (lane == 0); /* finding: mask mismatch */
                                                                      /* says: went around the call, and has exited */
#endif
    else
        sums[i] = 0;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
