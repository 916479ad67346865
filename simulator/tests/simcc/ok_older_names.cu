// Names that CUDA 12 had and CUDA 13 has not: cudaThread... for cudaDevice...
// An older helper_cuda.h names each error, also the base that errors of a driver were added to.
// out: 8
// out: cudaSuccess, 1048576 bytes of the heap, 0
// out: 0 after the end
// out: cudaErrorApiFailureBase, 10000
#include <stdio.h>

__global__ void twice(int *p) { *p *= 2; }

int main()
{
    int number = 4, *p;
    size_t size = 0;
    cudaFuncCache config = cudaFuncCachePreferL1;
    cudaMalloc(&p, sizeof *p);
    cudaMemcpy(p, &number, sizeof number, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(p);
    cudaThreadSynchronize();
    cudaMemcpy(&number, p, sizeof number, cudaMemcpyDeviceToHost);
    printf("%d\n", number);
    cudaThreadSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    cudaThreadGetLimit(&size, cudaLimitMallocHeapSize);
    cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
    cudaError_t error = cudaThreadGetCacheConfig(&config);
    printf("%s, %zu bytes of the heap, %d\n", cudaGetErrorName(error), size, (int)config);
    cudaThreadExit();
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, p);
    printf("%d after the end\n", attributes.type == cudaMemoryTypeDevice);
    printf("%s, %d\n", cudaGetErrorName(cudaErrorApiFailureBase), (int)cudaErrorApiFailureBase);
    return 0;
}
