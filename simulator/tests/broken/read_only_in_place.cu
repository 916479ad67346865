/*
 * Each thread loads its two elements on the read-only way, by PTX, and stores their sum where the
 * first one was. The twin stores it elsewhere, and a second launch loads that on the same way.
 */
#include "main.h"

static __device__ int load(const int *address)
{
    int value;
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(address));    /* finding: read-only memory written */ /* says: writes what this launch has read as read-only */
    return value;
}

__global__ void add(int *data, int *sums, int half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < half)
        sums[i] = load(data + i) + (i + half < n ? load(data + i + half) : 0);  /* also: read-only memory written */
}

int main(void)
{
    int *data = device_input(N), half = (N + 1) / 2, rest = (half + 1) / 2;
    int *first = data, *second = device_array(rest);
#ifdef SOUND
    first = device_array(half);
#endif
    add<<<BLOCKS, BLOCK>>>(data, first, half, N);
    add<<<BLOCKS, BLOCK>>>(first, second, rest, half);
    return verdict(sum_on_host(second, rest), true_sum(N));
}
