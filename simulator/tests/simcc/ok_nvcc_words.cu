// Words, macros and manners of nvcc's that programs rely on.
// out: bounds 9, declared 4, macros 1, goes on 7
#include <stdio.h>

#if !defined(__NVCC__) || !defined(__CUDACC__) || !defined(__CUDACC_VER_BUILD__) ||                \
    !defined(__CUDA_ARCH_LIST__) || CUDART_VERSION < 12000
#error "nvcc's macros"
#endif

__global__ void __launch_bounds__(128, 2) bounded(int *p) { *p = 9; }
__global__ void __maxnreg__(32) declared(int *p);
__global__ void __maxnreg__(32) declared(int *p) { *p = 4; }

// A comment behind a backslash; and std::numeric_limits without its header.
constexpr int none = (int)std::numeric_limits<unsigned>::min();

__global__ void goes_on(int *p)
{
    *p = 3 + \ // goes on
         4 - \ /* and on */
             none + none\ // and ends
        ;
}

int main()
{
    int *p, first, second;

    cudaMallocManaged(&p, sizeof *p);
    bounded<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    first = *p;
    declared<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    second = *p;
    goes_on<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("bounds %d, declared %d, macros %d, goes on %d\n", first, second,
           __CUDA_ARCH_LIST__ == 900, *p);
    return 0;
}
