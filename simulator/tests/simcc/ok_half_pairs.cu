// Atomics on pairs of halves: each of the two is atomic by itself, beside atomics on one of them.
// out: half: 96 96
// out: bfloat16: 96 96
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class one, class two> __global__ void count(two *pair)
{
    one unit = 1.0f;

    if (blockIdx.x == 0)
        atomicAdd(pair, two{unit, unit});
    else
        atomicAdd((one *)pair + threadIdx.x % 2, unit);
}

template <class one, class two> void run(const char *name)
{
    two *pair, sum;

    cudaMalloc(&pair, sizeof *pair);
    cudaMemset(pair, 0, sizeof *pair);
    count<one><<<2, 64>>>(pair);
    cudaMemcpy(&sum, pair, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%s: %g %g\n", name, (float)sum.x, (float)sum.y);
    cudaFree(pair);
}

int main()
{
    run<__half, __half2>("half");
    run<__nv_bfloat16, __nv_bfloat162>("bfloat16");
}
