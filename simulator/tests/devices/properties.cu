/*
 * Prints what the device says of itself, by properties and by attributes, and what it makes of
 * launches with much shared memory and of cooperative ones. A GPU prints alike.
 */
#include <stdio.h>

__global__ void dynamic()
{
    extern __shared__ int shared[];
    shared[threadIdx.x] = 1;
}

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

static void show_properties(void)
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("name %s\ncapability %d.%d\nmultiprocessors %d\nmemory %zu\nl2 %d\nbus %d\nthreads %d\n"
           "blocks %d\nshared %zu %zu %zu %zu\nregisters %d %d\nl1 %d\nblock %d\n",
           p.name, p.major, p.minor, p.multiProcessorCount, p.totalGlobalMem >> 20, p.l2CacheSize,
           p.memoryBusWidth, p.maxThreadsPerMultiProcessor, p.maxBlocksPerMultiProcessor,
           p.sharedMemPerBlock, p.sharedMemPerBlockOptin, p.sharedMemPerMultiprocessor,
           p.reservedSharedMemPerBlock, p.regsPerBlock, p.regsPerMultiprocessor,
           p.globalL1CacheSupported, p.maxThreadsPerBlock);
}

static void show_attributes(void)
{
    printf("clock %d\nmemory clock %d\n", attribute(cudaDevAttrClockRate),
           attribute(cudaDevAttrMemoryClockRate));
    printf("attributes %d.%d %d %d %d %d %d %d %d %d %d %d %d\n",
           attribute(cudaDevAttrComputeCapabilityMajor),
           attribute(cudaDevAttrComputeCapabilityMinor), attribute(cudaDevAttrMultiProcessorCount),
           attribute(cudaDevAttrL2CacheSize), attribute(cudaDevAttrGlobalMemoryBusWidth),
           attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
           attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
           attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
           attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
           attribute(cudaDevAttrReservedSharedMemoryPerBlock),
           attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
           attribute(cudaDevAttrMaxRegistersPerBlock),
           attribute(cudaDevAttrGlobalL1CacheSupported));
}

/* Of blocks with that number of threads and that shared memory, if they may. */
static void show_occupancy(int threads, int kibibytes)
{
    int blocks = -1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, threads, kibibytes * 1024);
    printf("fit %d threads %d KiB: %d\n", threads, kibibytes, blocks);
}

int main(void)
{
    show_properties();
    show_attributes();

    show_occupancy(32, 0);
    show_occupancy(192, 0);
    show_occupancy(1024, 0);
    show_occupancy(64, 10);
    size_t dynamic_bytes;
    cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic_bytes, dynamic, 7, 64);
    printf("shared for each of 7: %zu\n", dynamic_bytes);

    int bytes = 65 * 1024;
    cudaError_t allowed =
        cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    printf("65 KiB: %s", cudaGetErrorName(allowed));
    cudaGetLastError();
    dynamic<<<1, 32, bytes>>>();
    printf(", launch %s\n", cudaGetErrorName(cudaGetLastError()));

    int multiprocessors = attribute(cudaDevAttrMultiProcessorCount), fit;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, dynamic, 1024, 4096);
    for (int more = 0; more < 2; more++) {
        cudaError_t error = cudaLaunchCooperativeKernel(
            (const void *)dynamic, multiprocessors * fit + more, 1024, NULL, 4096, 0);
        printf("cooperative, %d more: %s\n", more, cudaGetErrorName(error));
        cudaGetLastError();
    }
    return 0;
}
