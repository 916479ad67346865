// A launch that forgets its dynamic shared memory, and an atomic on what nobody has set.
// exit: 86
// err: simulator: out of bounds: stops_no_dynamic.cu:12 in reverse
// err: Give the launch as many bytes of dynamic shared memory as the kernel uses, as the third argument
// err: simulator: uninitialised read: stops_no_dynamic.cu:20 in count
// err: new memory holds anything, and zeros only by chance. Set it with cudaMemset
#include <cuda_runtime.h>

__global__ void reverse(int *data)
{
    extern __shared__ int room[];
    room[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = room[31 - threadIdx.x];
}

__global__ void count(int *counter, const int *data)
{
    if (data[threadIdx.x] == 0)
        atomicAdd(counter, 1);
}

int main()
{
    int *data, *counter;
    cudaMalloc(&data, 32 * sizeof *data);
    cudaMemset(data, 0, 32 * sizeof *data);
    reverse<<<1, 32>>>(data);
    cudaMalloc(&counter, sizeof *counter);
    cudaMemset(data, 0, 32 * sizeof *data);
    count<<<1, 32>>>(counter, data);
    return 0;
}
