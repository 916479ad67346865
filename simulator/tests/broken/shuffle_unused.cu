/*
 * Lanes read from others that are not in the mask, but compare first and so use no such value: it
 * is only noted. The twin lets them read their own.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int mask = __ballot_sync(0xffffffff, i < n), lanes = __popc(mask);
    int value = i < n ? data[i] : 0;

    if (i < n)
        for (unsigned int offset = 16; offset > 0; offset >>= 1) {
            unsigned int from = lane + offset;
#ifdef SOUND
            from = from < lanes ? from : lane;
#endif
            int other = __shfl_sync(mask, value, from);         /* note: inactive lane */
            if (lane + offset < lanes)
                value += other;
        }
    sums[i] = lane == 0 ? value : 0;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
