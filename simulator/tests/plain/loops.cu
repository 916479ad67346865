/* Kernels whose threads run as a loop with --plain, and threads in the midst of it that wait. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };
__managed__ unsigned int seen[MOST];
__managed__ int flag;

__device__ unsigned int linear()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__global__ void indices()
{
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    seen[block * blockDim.x * blockDim.y * blockDim.z + linear()] +=
        1 + threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z;
}

/* One thread in seven waits, alone, and some have gone before. */
__global__ void some_wait()
{
    unsigned int lane = threadIdx.x % 32;
    if (threadIdx.x % 5 == 4)
        return;
    if (threadIdx.x % 7 == 3)
        __syncwarp(1u << lane);
    seen[threadIdx.x] += threadIdx.x;
}

/* The first threads leave; the others meet. */
__global__ void late_barrier()
{
    __shared__ unsigned int left[256];
    left[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 40)
        return;
    __syncthreads();
    seen[threadIdx.x] = left[295 - threadIdx.x];
}

/* The first thread waits for the last of its warp. */
__global__ void spin()
{
    if (threadIdx.x == 0)
        while (atomicAdd(&flag, 0) == 0)
            ;
    if (threadIdx.x == 31)
        atomicExch(&flag, 1);
    atomicAdd(&seen[threadIdx.x % 8], 1u);
}

__global__ void child(unsigned int from)
{
    atomicAdd(&seen[from], threadIdx.x);
}

/* Launched by some of the threads, and called by all. */
__global__ void parent()
{
    if (threadIdx.x % 3 == 0)
        child<<<1, 10>>>(threadIdx.x);
    atomicAdd(&seen[100 + threadIdx.x % 2], 1u);
}

__global__ void wild(unsigned int *nowhere)
{
    if (threadIdx.x == 37)
        *nowhere = 1;
}

__global__ void trap()
{
    if (threadIdx.x == 37)
        __trap();
    seen[threadIdx.x]++;
}

static void print(const char *name)
{
    unsigned long long sum = 0;
    cudaError_t error = cudaDeviceSynchronize();
    for (unsigned int i = 0; i < MOST; i++)
        sum = sum * 31 + seen[i];
    printf("%s: %s, %llx\n", name, cudaGetErrorString(error), sum);
    memset(seen, 0, sizeof seen);
    flag = 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "wild")) {
        wild<<<2, 64>>>((unsigned int *)64);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    if (argc > 1) {
        trap<<<1, 64>>>();
        return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
    }
    for (int round = 0; round < 2; round++) {
        indices<<<dim3(3, 2), dim3(7, 5, 3)>>>();
        print("indices");
        indices<<<4, 1024>>>();
        print("large blocks");
        some_wait<<<1, 1000>>>();
        print("some wait");
        late_barrier<<<1, 256>>>();
        print("late barrier");
        spin<<<3, 64>>>();
        print("spin");
        parent<<<1, 70>>>();
        print("launches");
    }
    return 0;
}
