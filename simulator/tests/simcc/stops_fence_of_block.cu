// The last block reads what the others wrote, in a thread that did not draw the ticket: a fence is
// missing between the ticket and the barrier.
// out: 28
// exit: 86
// err: race between blocks: stops_fence_of_block.cu:26 and stops_fence_of_block.cu:16 in sums
// err: Put __threadfence() between the atomic and the read, in the thread that executes the atomic
#include <cstdio>

__device__ unsigned int tickets;

__global__ void sums(int *parts, int *sum)
{
    __shared__ bool is_last;

    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x;
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    for (unsigned int i = 0; threadIdx.x == 33 && i < gridDim.x; i++)
        // on lines of their own: the read is the one that is found
        *sum = (i > 0 ? *sum : 0) +
               parts[i];
}

int main()
{
    int *d_parts, *d_sum, sum;

    cudaMalloc(&d_parts, 8 * sizeof(int));
    cudaMalloc(&d_sum, sizeof sum);
    sums<<<8, 64>>>(d_parts, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
