// Many kernels with large shared arrays: each launch has its own, the stack is none the smaller.
// out: 1275
#include <stdio.h>
template <int number> __global__ void k(int *sum)
{
    __shared__ int array[12 * 1024 - number];
    array[threadIdx.x] = number;
    __syncthreads();
    if (threadIdx.x == 0)
        *sum += array[31];
}
template <int number> void launch(int *sum)
{
    k<number><<<1, 32>>>(sum);
    if constexpr (number > 1)
        launch<number - 1>(sum);
}
int main()
{
    int *sum;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    launch<50>(sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
    return 0;
}
