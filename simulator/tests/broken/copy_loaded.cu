/*
 * Each thread copies an element asynchronously, and loads it by cuda::atomic where it was and where
 * it goes. What a copy reads may be loaded meanwhile; what it writes must be waited for.
 */
#include <cuda/atomic>
#include <cuda_pipeline.h>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(int *data, int *total, unsigned int n)
{
    __shared__ int stage[BLOCK];
    unsigned int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    int *from = &data[i < n ? i : 0];
    __pipeline_memcpy_async(&stage[tid], from, 4, i < n ? 0 : 4); /* also: copy not waited for */
    __pipeline_commit();
    cuda::atomic_ref<int, cuda::thread_scope_block> there(*from);
    int expected = there.load(cuda::memory_order_relaxed);
#ifdef SOUND
    __pipeline_wait_prior(0);
#endif
    cuda::atomic_ref<int, cuda::thread_scope_block> here(stage[tid]);
    int value = here.load(cuda::memory_order_relaxed); /* finding: copy not waited for */ /* says: reads 4 bytes that its own asynchronous copy may not have written yet */
    value = block_sum(value == expected ? value : 0);
    if (tid == 0)
        atomicAdd(total, value); /* right sum */
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
