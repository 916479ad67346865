/*
 * Two barriers of parts of a warp: the first orders lanes 0 to 15, the second 15 to 31, so
 * that lane 31 comes after lane 0 by way of lane 15. Without a lane that takes part in both,
 * nothing orders the halves.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int sum;
    unsigned int lane = threadIdx.x;
    int value = 0;

    for (unsigned int i = lane; i < n; i += blockDim.x)
        value += data[i];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0)
        sum = value;                            /* finding: race */
    if (lane <= 15)
        __syncwarp(0x0000ffff);
#ifdef SOUND
    if (lane >= 15)
        __syncwarp(0xffff8000);
#else
    if (lane >= 16)
        __syncwarp(0xffff0000);
#endif
    if (lane == 31)
        *total = sum;                           /* also: race */
}

int main(void)
{
    int *data = device_input(N), *total = device_array(1);
    reduce<<<1, 32>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
