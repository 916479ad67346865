/*
 * Block 0 hands block 1 a part of the input round by round, through one buffer and a flag that
 * counts the rounds. Block 1 waits for each round. Block 0 must wait, too, until block 1 has taken
 * the round before: else it writes what block 1 still reads.
 */
#include "main.h"

__device__ volatile unsigned int filled, taken;

__global__ void reduce(const int *data, int *buffer, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x, rounds = (n + BLOCK - 1) / BLOCK;
    int sum = 0;
    for (unsigned int round = 1; round <= rounds; round++) {
        unsigned int i = (round - 1) * BLOCK + tid;
        if (blockIdx.x == 0) {
#ifdef SOUND
            if (tid == 0)
                while (taken < round - 1)
                    ;
            __syncthreads();
            __threadfence();
#endif
            buffer[tid] = i < n ? data[i] : 0;      /* finding: race between blocks */
            __threadfence();
            __syncthreads();
            if (tid == 0)
                filled = round;
        } else {
            if (tid == 0)
                while (filled < round)
                    ;
            __syncthreads();
            __threadfence();
            sum += buffer[tid];                     /* also: race between blocks */
            __threadfence();
            __syncthreads();
            if (tid == 0)
                taken = round;
        }
    }
    if (blockIdx.x == 1)
        sums[tid] = sum;                            /* wrong sum */
}

int main(void)
{
    int *data = device_input(N), *buffer = device_array(BLOCK), *sums = device_array(BLOCK);
    reduce<<<2, BLOCK>>>(data, buffer, sums, N);
    return verdict(sum_on_host(sums, BLOCK), true_sum(N));
}
