// 1000 threads meet at a cuda::barrier of as many as the argument says, or one more; before it, two blocks at one
// in global memory, to which the second comes late.
#include <cstdio>
#include <cstdlib>

#include <cuda/barrier>

using barrier_of_device = cuda::barrier<cuda::thread_scope_device>;

__global__ void make(barrier_of_device *of_both, int threads)
{
    init(of_both, threads);
}

__global__ void late(barrier_of_device *of_both, volatile int *work)
{
    if (blockIdx.x == 1)
        for (int i = 0; i < 10000; i++)
            *work = i;
    of_both->arrive_and_wait();
}

__global__ void meet(int expected)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> of_block;
    if (threadIdx.x == 0)
        init(&of_block, expected);
    __syncthreads();
    for (int round = 0; round < 3; round++)
        of_block.arrive_and_wait();
}

int main(int count, char **arguments)
{
    barrier_of_device *of_both;
    int *work;
    cudaMalloc(&of_both, sizeof *of_both);
    cudaMalloc(&work, sizeof *work);
    make<<<1, 1>>>(of_both, 2);
    late<<<2, 1>>>(of_both, work);
    meet<<<1, 1000>>>(count > 1 ? atoi(arguments[1]) : 1001);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
