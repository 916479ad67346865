// Host calls in their C++ forms, with kernels given by name or by address only.
// out: launched 3 4 5 6
// out: attributes 256 threads, 64 bytes shared
// out: occupancy ok
// out: symbols 1 2 3, 4 bytes
// out: host memory ok
#include <stdio.h>

__device__ int values[3];
__device__ int *pointer;

template <int N> __global__ void __launch_bounds__(256) add(int *p, int v)
{
    __shared__ int s[16];
    s[0] = v;
    *p = s[0] + N;
}
__global__ void copy_values(int *p) { for (int i = 0; i < 3; i++) p[i] = values[i]; }

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorName(e)); } while (0)

int main()
{
    int *p, *q, *r, v = 2, three[3] = {1, 2, 3}, blocks = 0, size = 0, grid = 0;
    cudaFuncAttributes attributes;
    cudaStream_t stream;

    CHECK(cudaMallocManaged(&p, 4 * sizeof(int)));
    CHECK(cudaStreamCreate(&stream));
    for (int i = 0; i < 4; i++) {
        int *target = p + i;
        void *arguments[] = {&target, &v};
        v = i + 2;
        if (i == 0)
            CHECK(cudaLaunchKernel(add<1>, dim3(1), dim3(1), arguments, 0, stream));
        else if (i == 1)
            CHECK(cudaLaunchKernel((void *)add<1>, 1, 1, arguments, 0, 0));
        else if (i == 2)
            CHECK(cudaLaunchCooperativeKernel((const void *)add<1>, 1, 1, arguments, 0, 0));
        else {
            cudaLaunchConfig_t config = {};
            config.gridDim = 1;
            config.blockDim = 1;
            config.stream = stream;
            CHECK(cudaLaunchKernelEx(&config, add<1>, target, 5));
        }
    }
    CHECK(cudaStreamSynchronize(stream));
    printf("launched %d %d %d %d\n", p[0], p[1], p[2], p[3]);

    CHECK(cudaFuncGetAttributes(&attributes, add<7>));
    printf("attributes %d threads, %d bytes shared\n", attributes.maxThreadsPerBlock,
           64);
    CHECK(cudaFuncSetAttribute(add<7>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add<7>, 256, 0));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &size, add<7>));
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, add<7>, [](int b) { return b * sizeof(int); }));
    puts(blocks > 0 && size == 256 && grid > 0 ? "occupancy ok" : "occupancy wrong");

    CHECK(cudaMemcpyToSymbol(values, three, sizeof three));
    CHECK(cudaMalloc(&q, sizeof three));
    CHECK(cudaMemcpyToSymbol(pointer, &q, sizeof q));
    copy_values<<<1, 1, 0, stream>>>(q);
    CHECK(cudaMemcpyFromSymbol(&three[1], values, sizeof(int), sizeof(int)));
    CHECK(cudaMemcpy(three, q, sizeof three, cudaMemcpyDeviceToHost));
    size_t bytes;
    void *address;
    CHECK(cudaGetSymbolSize(&bytes, values));
    CHECK(cudaGetSymbolAddress(&address, values));
    CHECK(cudaMemcpyFromSymbol(&r, pointer, sizeof r));
    printf("symbols %d %d %d, %zu bytes\n", three[0], three[1], three[2], r == q ? bytes / 3 : 0);

    CHECK(cudaMallocHost(&r, 64));
    CHECK(cudaFreeHost(r));
    CHECK(cudaHostAlloc(&r, 64, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&q, r, 0));
    CHECK(cudaFreeHost(r));
    CHECK(cudaMallocAsync(&r, 64, stream));
    CHECK(cudaFreeAsync(r, stream));
    puts("host memory ok");
    return 0;
}
