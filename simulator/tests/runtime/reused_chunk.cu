/*
 * Two small arrays lie where a large one lay that was freed: what a launch is run again with, as it
 * has a race, is what they held, not what the large one did. Wants so little memory
 * (SIM_MEMORY=1M) that addresses are used again. Prints how many of the first array's elements are
 * not 1.
 */
#include <cstdio>

#define LARGE (200 << 10) /* ints: most of the memory */
#define SMALL 1024

__global__ void fill(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + 7;
}

__global__ void count_up(int *first, int *second)
{
    first[blockIdx.x * blockDim.x + threadIdx.x]++;
    second[0] = blockIdx.x; /* blocks race */
}

int main()
{
    static int host[SMALL], varied[SMALL];
    int *large, *first, *second, wrong = 0;
    for (int i = 0; i < SMALL; i++)
        varied[i] = i;
    for (int i = 0; i < 1000; i++) { /* other sizes: they get addresses that were never used, first */
        cudaMalloc(&large, (i < 500 ? LARGE - 1 - i : SMALL + 1 + i) * sizeof *large);
        cudaFree(large);
    }
    cudaMalloc(&large, LARGE * sizeof *large);
    fill<<<LARGE / 256, 256>>>(large);
    fill<<<1, 256>>>(large);
    cudaMemset(large, 0, LARGE * sizeof *large);
    fill<<<1, 256>>>(large + LARGE - 256);
    cudaFree(large);
    cudaMalloc(&first, SMALL * sizeof *first);
    cudaMalloc(&second, SMALL * sizeof *second);
    cudaMemset(first, 0, SMALL * sizeof *first);
    cudaMemcpy(second, varied, sizeof varied, cudaMemcpyHostToDevice);
    count_up<<<SMALL / 256, 256>>>(first, second);
    cudaMemcpy(host, first, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < SMALL; i++)
        wrong += host[i] != 1;
    printf("%d are wrong, the large array lay %s\n", wrong, first == large ? "there" : "elsewhere");
    return 0;
}
