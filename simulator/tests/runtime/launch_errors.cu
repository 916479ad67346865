/*
 * Launches and calls that must be refused, and with which error: prints a line
 * for each, which a GPU prints alike. (Prints names of error codes.)
 */
#include <stdio.h>

__global__ void empty()
{
}

__global__ void __launch_bounds__(128) bounded()
{
}

__global__ void dynamic()
{
    extern __shared__ int shared[];
    shared[threadIdx.x] = 1;
}

static void show(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

/* What the launch just made left behind, by both ways to ask. */
static void launched(const char *what)
{
    cudaError_t peeked = cudaPeekAtLastError(), got = cudaGetLastError();
    printf("%s: %s%s, then %s\n", what, cudaGetErrorName(got),
           peeked == got ? "" : " (but peeked another)", cudaGetErrorName(cudaGetLastError()));
}

int main(void)
{
    empty<<<1, 1024>>>();
    launched("1024 threads");
    empty<<<1, 1025>>>();
    launched("1025 threads");
    empty<<<1, dim3(32, 32, 2)>>>();
    launched("32 x 32 x 2 threads");
    empty<<<1, dim3(1, 1, 65)>>>();
    launched("65 threads in z");
    empty<<<1, 0>>>();
    launched("no threads");
    empty<<<0, 1>>>();
    launched("no blocks");
    empty<<<dim3(1, 65536), 1>>>();
    launched("65536 blocks in y");
    empty<<<dim3(1, 65535), 1>>>();
    launched("65535 blocks in y");
    bounded<<<1, 256>>>();
    launched("more threads than __launch_bounds__");
    dynamic<<<1, 32, 48 * 1024>>>();
    launched("48 KiB of dynamic shared memory");
    dynamic<<<1, 32, 48 * 1024 + 4>>>();
    launched("more than 48 KiB");
    show("opting in to 64 KiB",
         cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
    dynamic<<<1, 32, 64 * 1024>>>();
    launched("64 KiB after opting in");
    show("opting in to 228 KiB",
         cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024));
    cudaGetLastError();

    int *device = NULL, host[4] = {0};
    show("cudaMalloc of more than there is", cudaMalloc(&device, (size_t)1 << 50));
    launched("the same");
    show("cudaMalloc of nothing", cudaMalloc(&device, 0));
    show("cudaFree(NULL)", cudaFree(NULL));
    show("cudaMalloc", cudaMalloc(&device, sizeof host));
    show("cudaMemcpy of no known kind", cudaMemcpy(device, host, 4, (cudaMemcpyKind)7));
    show("cudaMemset past the end", cudaMemset(device, 0, (size_t)1 << 40));
    show("device 1000", cudaSetDevice(1000));
    int value;
    show("an unknown attribute", cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    show("cudaGetDeviceCount(NULL)", cudaGetDeviceCount(NULL));
    cudaEvent_t start, end;
    float milliseconds;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    show("events that were not recorded", cudaEventElapsedTime(&milliseconds, start, end));
    cudaEventRecord(start);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    show("events that were", cudaEventElapsedTime(&milliseconds, start, end));
    show("freeing", cudaFree(device));
    show("freeing twice", cudaFree(device));
    cudaGetLastError();
    void *arguments[1] = {NULL};
    show("cudaLaunchKernel of no kernel",
         cudaLaunchKernel((const void *)host, dim3(1), dim3(1), arguments, 0, 0));
    show("cudaLaunchKernel", cudaLaunchKernel((const void *)empty, dim3(1), dim3(1), arguments,
                                              0, 0));
    show("a cooperative launch that is too large",
         cudaLaunchCooperativeKernel((const void *)empty, dim3(100000), dim3(1024), arguments,
                                     0, 0));
    cudaGetLastError();
    show("at last", cudaDeviceSynchronize());
    return 0;
}
