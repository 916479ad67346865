/*
 * A large launch: each thread clears 16 bytes of an array of 17 MB. In its last block a thread tells
 * by a ticket, of which each lane draws one, that the sum is there; but another one sets the tickets
 * back meanwhile, so that the thread which goes on with the sum may have been told nothing.
 */
#include "main.h"

#define CLEARED (17 << 20) /* bytes */
#define MANY    (CLEARED / (int)sizeof(int4) / BLOCK)

__global__ void clear_and_sum(int4 *cleared, const int *data, int *tickets, int *sum,
                              unsigned int n)
{
    unsigned int t = threadIdx.x;

    cleared[blockIdx.x * blockDim.x + t] = make_int4(0, 0, 0, 0);
    if (blockIdx.x != gridDim.x - 1 || t >= 32)
        return;
    if (t == 4) {
        int total = 0;
        for (unsigned int i = 0; i < n - 1; i++)
            total += data[i];
        *sum = total;                           /* also: race */
        __threadfence();
    }
    atomicAdd(tickets, 1);                      /* also: race */
#ifdef SOUND
    __syncwarp();
#endif
    if (t == 6)
        *tickets = 0;                           /* finding: race */
    if (t == 12) {
        __threadfence();
        *sum += data[n - 1];                    /* finding: race */
    }
}

int main(void)
{
    int *data = device_input(N), *tickets = device_zeros(1), *sum = device_zeros(1);
    int4 *cleared;
    CHECK(cudaMalloc((void **)&cleared, CLEARED));
    clear_and_sum<<<MANY, BLOCK>>>(cleared, data, tickets, sum, N);
    return verdict(sum_on_host(sum, 1), true_sum(N));
}
