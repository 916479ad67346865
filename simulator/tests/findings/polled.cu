/*
 * Three blocks of 512 threads meet at a cuda::barrier ten times, where all poll one word; and a
 * race: their first threads store into a word that the first block has read.
 */
#include <cuda/barrier>

__global__ void kernel(int *numbers)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int part[512];

    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    part[threadIdx.x] = numbers[threadIdx.x]; /* read */
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        barrier.arrive_and_wait();
    }
    if (threadIdx.x == 0)
        numbers[0] = part[0]; /* written */
}

int main(void)
{
    int *numbers;

    cudaMalloc(&numbers, 512 * sizeof(int));
    cudaMemset(numbers, 1, 512 * sizeof(int));
    kernel<<<3, 512>>>(numbers);
    return cudaDeviceSynchronize();
}
