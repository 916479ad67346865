/*
 * Three blocks one after the other: each waits for the number that the block before it stores, and
 * the last adds up the sums of all. Block 1 does not acquire what it waits for, and its store ends
 * block 0's signal: block 2 sees block 1's sum, and block 0's by chance. The twin adds 1: an atomic
 * that also reads passes on what it finds.
 */
#include <cuda/atomic>

#include "main.h"
#include "block_sum.h"

#define FEW 3 /* blocks */

__device__ cuda::atomic<unsigned int, cuda::thread_scope_device> done;

__global__ void reduce(const int *data, int *sums, int *total)
{
    int sum = block_sum(data[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x != 0)
        return;
    sums[blockIdx.x] = sum;         /* finding: race between blocks */
    while (done.load(blockIdx.x < FEW - 1 ? cuda::memory_order_relaxed
                                          : cuda::memory_order_acquire) != blockIdx.x)
        ;
#ifdef SOUND
    done.fetch_add(1, cuda::memory_order_release);
#else
    done.store(blockIdx.x + 1, cuda::memory_order_release);
#endif
    if (blockIdx.x == FEW - 1)
        for (unsigned int block = 0; block < FEW; block++)
            *total += sums[block];  /* also: race between blocks */
}

int main(void)
{
    unsigned int n = FEW * BLOCK;
    int *data = device_input(n), *sums = device_array(FEW), *total = device_zeros(1);
    reduce<<<FEW, BLOCK>>>(data, sums, total);
    return verdict(sum_on_host(total, 1), true_sum(n));
}
