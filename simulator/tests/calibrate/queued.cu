/*
 * A kernel that is timed between two events behind another that keeps the device busy; once to warm up and
 * once more, which is the time that is printed, in microseconds. usage: queued NUMBERS
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void fill(int *data, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        data[idx] = (int)idx;
}

__global__ void sumPairs(const int *in, int *out, unsigned int n)
{
    __shared__ int smem[512];
    unsigned int idx = blockIdx.x * 1024 + threadIdx.x;

    smem[threadIdx.x] = (idx < n ? in[idx] : 0) + (idx + 512 < n ? in[idx + 512] : 0);
    __syncthreads();
    for (unsigned int stride = 256; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            smem[threadIdx.x] += smem[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    unsigned int n = argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 10) : 1 << 20, other = 1 << 24;
    int *data, *sums, *busy;
    cudaEvent_t start, stop;
    float milliseconds = 0;

    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&sums, (n / 1024 + 1) * sizeof(int));
    cudaMalloc(&busy, other * sizeof(int));
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    fill<<<(n + 511) / 512, 512>>>(data, n);
    for (int run = 0; run < 2; run++) {
        fill<<<other / 512, 512>>>(busy, other); // larger than L2: what was there is gone
        cudaEventRecord(start);
        sumPairs<<<(n + 1023) / 1024, 512>>>(data, sums, n);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&milliseconds, start, stop);
    }
    printf("%.3f\n", 1000 * milliseconds);
    return 0;
}
