/*
 * Shuffle from an inactive lane: the mask is right, but the lanes of a partial
 * warp also read from those that are not in it.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef SOUND
    unsigned int last = (n + 31) / 32 * 32;     /* whole warps only */
#else
    unsigned int last = n;
#endif
    unsigned int mask = __ballot_sync(0xffffffff, i < last);
    if (i < last) {
        int value = i < n ? data[i] : 0;
        for (int offset = 16; offset > 0; offset >>= 1)
            value += __shfl_down_sync(mask, value, offset); /* finding: inactive lane */
        if (threadIdx.x % 32 == 0)
            atomicAdd(total, value);
    }
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
