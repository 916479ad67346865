/*
 * One warp of a block loads, the other adds, through one buffer: the first does not wait until the
 * other has taken what is there.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int smem[32];
    __shared__ volatile int filled, taken;
    unsigned int lane = threadIdx.x % 32;
    int sum = 0;

    if (threadIdx.x == 0)
        filled = taken = 0;
    __syncthreads();
    for (int i = 0; i < N; i += 32)
        if (threadIdx.x < 32) {
#ifdef SOUND
            if (lane == 0)
                while (taken < i)
                    ;
            __syncwarp();
            __threadfence_block();
#endif
            smem[lane] = i + lane < n ? data[i + lane] : 0;     /* finding: race */
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                filled = i + 32;
        } else {
            if (lane == 0)
                while (filled < i + 32)
                    ;
            __syncwarp();
            __threadfence_block();
            sum += smem[lane];                                  /* also: race */
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                taken = i + 32;
        }
    /* says: or let the warp that goes on wait for a signal */
    atomicAdd(total, sum);
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<1, 64>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
