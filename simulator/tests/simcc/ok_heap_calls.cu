// cudaMalloc and cudaFree in kernels take memory of the heap, as malloc and free do.
// out: 0 1 4 9 16
// out: too much: cudaErrorMemoryAllocation
// out: on the host: 7
#include <cstdio>

__host__ __device__ int *make(int value)
{
    int *made = nullptr;

    return cudaMalloc(&made, sizeof *made) == cudaSuccess ? made : nullptr;
}

__global__ void squares(int *results)
{
    int *own;

    if (cudaMalloc((void **)&own, 2 * sizeof(int)) != cudaSuccess)
        return;
    own[1] = threadIdx.x * threadIdx.x;
    results[threadIdx.x] = own[1];
    cudaFree(own);
    int *another = make(3);
    *another = 3;
    cudaFree(another);
}

__global__ void takes_too_much(cudaError_t *error)
{
    char *much;

    *error = cudaMalloc(&much, (size_t)1 << 40);
}

int main()
{
    int *d_results, results[5], seven = 7;
    cudaError_t *d_error, error;

    cudaMalloc(&d_results, sizeof results);
    squares<<<1, 5>>>(d_results);
    cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", results[0], results[1], results[2], results[3], results[4]);
    cudaMalloc(&d_error, sizeof error);
    takes_too_much<<<1, 1>>>(d_error);
    cudaMemcpy(&error, d_error, sizeof error, cudaMemcpyDeviceToHost);
    printf("too much: %s\n", cudaGetErrorName(error));
    int *on_host = make(0);
    cudaMemcpy(on_host, &seven, sizeof seven, cudaMemcpyHostToDevice);
    seven = 0;
    cudaMemcpy(&seven, on_host, sizeof seven, cudaMemcpyDeviceToHost);
    printf("on the host: %d\n", seven);
    cudaFree(on_host);
}
