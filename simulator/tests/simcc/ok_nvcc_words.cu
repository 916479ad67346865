// Words and macros of nvcc's that programs rely on.
// out: registers 9, declared 4, macros 1
#include <stdio.h>

#if !defined(__NVCC__) || !defined(__CUDACC__) || !defined(__CUDACC_VER_BUILD__) ||                \
    !defined(__CUDA_ARCH_LIST__) || CUDART_VERSION < 12000
#error "nvcc's macros"
#endif

__global__ void __launch_bounds__(128, 2) __maxnreg__(64) few_registers(int *p) { *p = 9; }
__global__ void __maxnreg__(32) declared(int *p);
__global__ void __maxnreg__(32) declared(int *p) { *p = 4; }

int main()
{
    int *p, first;

    cudaMallocManaged(&p, sizeof *p);
    few_registers<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    first = *p;
    declared<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("registers %d, declared %d, macros %d\n", first, *p, __CUDA_ARCH_LIST__ == 900);
    return 0;
}
