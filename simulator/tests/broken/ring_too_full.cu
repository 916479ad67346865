/*
 * One block hands its partial sums to another through a ring of four places, and takes a fifth for
 * free that is not.
 */
#include "main.h"

#define PLACES 4

__device__ volatile int filled, taken;

__global__ void reduce(const int *data, int *ring, int *total, unsigned int n)
{
    for (unsigned int i = 0; i < BLOCKS; i++)
        if (blockIdx.x == 0) {
            int sum = 0;
            for (unsigned int k = i * BLOCK; k < (i + 1) * BLOCK && k < n; k++)
                sum += data[k];
#ifdef SOUND
            while (i - taken >= PLACES)
                ;
#else
            while (i - taken > PLACES)
                ;
#endif
            __threadfence();
            ring[i % PLACES] = sum;             /* finding: race between blocks */
            __threadfence();
            filled = i + 1;
        } else {
            while (filled <= i)
                ;
            __threadfence();
            *total += ring[i % PLACES];         /* also: race between blocks */
            __threadfence();
            taken = i + 1;
        }
}

int main(void)
{
    int *data = device_input(N), *ring = device_array(PLACES), *total = device_zeros(1);
    reduce<<<2, 1>>>(data, ring, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
