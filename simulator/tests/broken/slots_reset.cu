/*
 * Each lane draws a slot for its element; the last lane sets the counter back for whoever
 * comes next, while others may not have drawn yet.
 */
#include "main.h"

#define LANES 32
#define WARPS ((N + LANES - 1) / LANES)

__global__ void scatter(const int *data, int *slots, unsigned int n)
{
    __shared__ unsigned int used;
    unsigned int lane = threadIdx.x, i = blockIdx.x * LANES + lane;

    if (lane == 0)
        used = 0;
    __syncwarp();
    unsigned int slot = atomicAdd(&used, 1);    /* also: race */
#ifdef SOUND
    __syncwarp();
#endif
    if (lane == LANES - 1)
        used = 0;                               /* finding: race */
    slots[blockIdx.x * LANES + slot] = i < n ? data[i] : 0;
}

int main(void)
{
    int *data = device_input(N), *slots = device_array(WARPS * LANES);
    scatter<<<WARPS, LANES>>>(data, slots, N);
    return verdict(sum_on_host(slots, WARPS * LANES), true_sum(N));
}
