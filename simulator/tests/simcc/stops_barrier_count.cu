// A barrier that expects all threads of the block, and half of them arrive.
// settings: SIM_LIMIT=10M
// exit: 86
// err: endless launch: stops_barrier_count.cu:18 in wait
// err: waits at a barrier where 32 of 64 have arrived
#include <cuda/barrier>

__global__ void wait(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> half;
    unsigned int t = threadIdx.x;

    if (t == 0)
        init(&half, blockDim.x);
    __syncthreads();
    if (t < 32) {
        out[t] = t;
        half.arrive_and_wait();
    }
}

int main()
{
    int *out;

    cudaMalloc(&out, 128);
    wait<<<1, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
