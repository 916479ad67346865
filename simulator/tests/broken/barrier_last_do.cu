/*
 * The last statement is a loop whose rounds are fewer for the threads above, and each round has a
 * barrier, by the block's group. The twin's barrier stands where all come by.
 */
#include <cooperative_groups.h>

#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    unsigned int tid = threadIdx.x, stride = BLOCK / 2;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    block.sync();
    do {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        if (tid == 0 && stride == 1)
            sums[blockIdx.x] = smem[0];
        block.sync(); /* finding: barrier not reached by all threads */
        stride /= 2;
#ifdef SOUND
    } while (stride > 0);
#else
    } while (stride > 0 && tid < 2 * stride);
#endif
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
