/*
 * One warp stores, arrives and goes on; the other one arrives later, and takes that for enough: it
 * reads before it has waited. Nothing but chance makes it the last.
 */
#include <cuda/barrier>

#include "main.h"

#define WARP 32

__global__ void hand_over(const int *data, int *sum, unsigned int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int part[WARP];
    unsigned int lane = threadIdx.x % WARP;
    int own = 0;

    if (threadIdx.x == 0)
        init(&full, blockDim.x);
    __syncthreads();
    if (threadIdx.x < WARP) {
        for (unsigned int i = lane; i < n; i += WARP)
            own += data[i];
        part[lane] = own;                 /* finding: race */
        (void)full.arrive();
        return;
    }
    auto arrived = full.arrive();
#ifdef SOUND
    full.wait(std::move(arrived));
#endif
    atomicAdd(sum, part[lane]);                       /* also: race */ /* says: Wait at the cuda::barrier before this access */
}

int main(void)
{
    int *data = device_input(N), *sum = device_zeros(1);
    hand_over<<<1, 2 * WARP>>>(data, sum, N);
    return verdict(sum_on_host(sum, 1), true_sum(N));
}
