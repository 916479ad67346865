/*
 * One warp loads, the other adds, through one buffer and with barriers of PTX for these two: the
 * other says that the buffer is free before it has taken what is there.
 */
#include "main.h"

#define ARRIVE(number) asm volatile("bar.arrive " #number ", 64;" ::: "memory")
#define WAIT(number)   asm volatile("bar.sync " #number ", 64;" ::: "memory")

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int smem[32];
    unsigned int lane = threadIdx.x % 32;
    int sum = 0;

    for (int i = 0; i < N; i += 32)
        if (threadIdx.x < 32) {
            if (i > 0)
                WAIT(2);
            smem[lane] = i + lane < n ? data[i + lane] : 0;     /* finding: race */
            ARRIVE(1);
        } else {
            WAIT(1);
#ifndef SOUND
            if (i + 32 < N)
                ARRIVE(2);
#endif
            sum += smem[31 - lane];                             /* also: race */
#ifdef SOUND
            if (i + 32 < N)
                ARRIVE(2);
#endif
        }
    if (threadIdx.x >= 32)
        atomicAdd(total, sum);
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<1, 64>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
