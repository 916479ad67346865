/*
 * Threads that wait for nobody run one after the other on one stack. Prints how many pages of
 * memory a launch of 1024 of them touches first, after a launch of one warp.
 */
#include <cstdio>
#include <sys/resource.h>

__global__ void fill(int *numbers)
{
    numbers[threadIdx.x] = (int)threadIdx.x;
}

static long pages_touched()
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static void launch(int *numbers, int threads)
{
    fill<<<1, threads>>>(numbers);
    cudaDeviceSynchronize();
}

int main()
{
    int *numbers;

    cudaMalloc(&numbers, 1024 * sizeof *numbers);
    launch(numbers, 32);
    long before = pages_touched();
    launch(numbers, 1024);
    printf("%ld\n", pages_touched() - before);
    cudaFree(numbers);
    return 0;
}
