/*
 * Each thread copies its elements to shared memory in two stages, and waits for one copy less than
 * it should: what it adds in the last round may not be there yet.
 */
#include <cuda_pipeline.h>

#include "main.h"
#include "block_sum.h"

#define STAGES 4 /* rounds of the copies; two of them are under way */

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int stage[2][BLOCK];
    unsigned int tid = threadIdx.x, from = blockIdx.x * STAGES * BLOCK + tid;
    int value = 0;
    for (unsigned int round = 0; round <= STAGES; round++) {
        if (round < STAGES) {
            unsigned int i = from + round * BLOCK;
            __pipeline_memcpy_async(&stage[round % 2][tid], &data[i < n ? i : 0], 4, /* also: copy not waited for */
                                    i < n ? 0 : 4);
            __pipeline_commit();
        }
        if (round == 0)
            continue;
#ifdef SOUND
        __pipeline_wait_prior(round < STAGES ? 1 : 0);
#else
        __pipeline_wait_prior(1);
#endif
        value += stage[(round - 1) % 2][tid];   /* finding: copy not waited for */
    }
    value = block_sum(value);
    if (tid == 0)
        atomicAdd(total, value);
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<(BLOCKS + STAGES - 1) / STAGES, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
