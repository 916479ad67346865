/*
 * Output and sums that depend on the order of blocks and lanes: they must come
 * out the same whatever the number of host threads. With an argument, also a
 * racy kernel.
 */
#include <stdio.h>
#include <cooperative_groups.h>

__device__ unsigned int tickets;
__device__ float float_sum;
__device__ int flags[64];

__global__ void sum_floats(unsigned int *order)
{
    atomicAdd(&float_sum, 1.0f / (1 + blockIdx.x * blockDim.x + threadIdx.x));
    if (threadIdx.x == 0) {
        order[blockIdx.x] = atomicAdd(&tickets, 1);
        if (blockIdx.x % 50 == 0)
            printf("block %u of %u has ticket %u\n", blockIdx.x, gridDim.x,
                   order[blockIdx.x]);
    }
}

/* Each block waits for the one after it: works only if blocks take turns. */
__global__ void wait_for_next(int *result)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (atomicAdd(&flags[blockIdx.x + 1], 0) == 0)
                ;
        result[blockIdx.x] = blockIdx.x;
        atomicExch(&flags[blockIdx.x], 1);
    }
}

/* A barrier of the whole grid between writing and reading another block's number. */
__global__ void rotate(int *numbers, int *result)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int round = 0; round < 3; round++) {
        numbers[i] = i + round;
        cooperative_groups::this_grid().sync();
        result[i] = numbers[(i + blockDim.x) % n];
        cooperative_groups::this_grid().sync();
    }
}

__global__ void last_block_adds(const int *in, volatile int *sums, unsigned int *count, int *total)
{
    __shared__ bool last;
    int sum = 0;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 64; i++)
            sum += in[blockIdx.x * 64 + i];
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += sums[i];
        *total = sum;
        *count = 0;
    }
}

__global__ void racy(int *data)
{
    data[threadIdx.x] = blockIdx.x;                 /* blocks race for the same words */
    data[64 + (threadIdx.x ^ 32)] += threadIdx.x;   /* and so do warps */
}

int main(int argc, char **argv)
{
    unsigned int *order;
    int *result;
    (void)argv;
    cudaMallocManaged(&order, 2000 * sizeof *order);
    cudaMallocManaged(&result, 4096 * sizeof *result);
    cudaMemset(result, 0, 4096 * sizeof *result);
    sum_floats<<<2000, 96>>>(order);
    cudaDeviceSynchronize();
    float sum;
    cudaMemcpyFromSymbol(&sum, float_sum, sizeof sum);
    printf("sum %.9g\n", sum);
    int in_order = 0;
    for (unsigned int i = 0; i < 2000; i++)
        in_order += order[i] == i;
    printf("%d tickets in order\n", in_order);

    wait_for_next<<<50, 32>>>(result);
    printf("waiting: %s, %d\n", cudaGetErrorName(cudaDeviceSynchronize()), result[49]);

    int *numbers = result + 2048;
    void *arguments[] = {&numbers, &result};
    cudaError_t error = cudaLaunchCooperativeKernel((const void *)rotate, dim3(16), dim3(64),
                                                    arguments, 0, 0);
    printf("grid barrier: %s, %d %d\n", cudaGetErrorName(error), result[0], result[1023]);

    int *in, *sums, *total;
    unsigned int *count;
    cudaMallocManaged(&in, 64 * 100 * sizeof *in);
    cudaMallocManaged(&sums, 100 * sizeof *sums);
    cudaMallocManaged(&count, sizeof *count);
    cudaMallocManaged(&total, sizeof *total);
    for (int i = 0; i < 64 * 100; i++)
        in[i] = i % 10;
    *count = 0;
    last_block_adds<<<100, 64>>>(in, sums, count, total);
    printf("last block: %s, %d\n", cudaGetErrorName(cudaDeviceSynchronize()), *total);

    if (argc > 1) {
        racy<<<20, 64>>>(result);
        printf("racy: %s, %d %d\n", cudaGetErrorName(cudaDeviceSynchronize()), result[5],
               result[70]);
    }
    return 0;
}
