/*
 * A barrier in two parts: a thread arrives, and reads what the others have stored before it has
 * waited. Nobody waits in arrive; the twin does other work there, and reads behind the wait.
 */
#include <cuda/barrier>

#include "main.h"

#define FEW 3 /* blocks */

__global__ void reverse(const int *data, int *sums)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    __shared__ int element[BLOCK];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;

    if (tid == 0)
        init(&stored, blockDim.x);
    __syncthreads();
    element[tid] = data[i];       /* finding: race */
    auto arrived = stored.arrive();
    int opposite = 0;
#ifndef SOUND
    opposite = element[blockDim.x - 1 - tid];       /* also: race */
#endif
    stored.wait(std::move(arrived));
#ifdef SOUND
    opposite = element[blockDim.x - 1 - tid];
#endif
    sums[i] = opposite;
}

int main(void)
{
    unsigned int n = FEW * BLOCK;
    int *data = device_input(n), *sums = device_array(n);
    reverse<<<FEW, BLOCK>>>(data, sums);
    return verdict(sum_on_host(sums, n), true_sum(n));
}
