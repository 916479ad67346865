/*
 * cub::CachingDeviceAllocator: here each allocation is cudaMalloc's, and none is kept.
 */
#ifndef SIM_CUB_UTIL_ALLOCATOR_CUH
#define SIM_CUB_UTIL_ALLOCATOR_CUH

#include "util_debug.cuh"

namespace cub {

/* The sizes of its bins have no effect. */
struct CachingDeviceAllocator {
    CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = 0, size_t = 0, bool = false) {}
    explicit CachingDeviceAllocator(bool = false) {}

    cudaError_t DeviceAllocate(void **memory, size_t bytes, cudaStream_t = 0)
    {
        return cudaMalloc(memory, bytes ? bytes : 1);
    }
    cudaError_t DeviceAllocate(int, void **memory, size_t bytes, cudaStream_t stream = 0)
    {
        return DeviceAllocate(memory, bytes, stream);
    }
    cudaError_t DeviceFree(void *memory) { return cudaFree(memory); }
    cudaError_t DeviceFree(int, void *memory) { return cudaFree(memory); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};

}

#endif
