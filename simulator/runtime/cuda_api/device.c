/*
 * The host API's questions about devices, and settings that change nothing here.
 */
#include <stdio.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "base/device_limits.h"
#include "launch/heap.h"
#include "base/errors.h"
#include "base/settings.h"
#include "memory/memory.h"

#define VERSION 13000 /* CUDA 13.0, as 1000 x major + 10 x minor */

static size_t limits[] = {
    [cudaLimitStackSize] = 1024,           [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64, [cudaLimitPersistingL2CacheSize] = 0,
};

static cudaError_t check_device(int device)
{
    return error_set(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

/* An argument that must not be NULL; also gives back a damaged context's error. */
static cudaError_t check_pointer(const void *pointer)
{
    if (error_sticky())
        return error_sticky();
    return error_set(pointer ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return error_set(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return error_set(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return check_device(device);
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
{
    (void)deviceFlags;
    (void)flags;
    return check_device(device);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties;
    return cudaGetDevice(device);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    if (!properties)
        return error_set(cudaErrorInvalidValue);
    if (check_device(device))
        return cudaErrorInvalidDevice;
    *properties = (struct cudaDeviceProp){
        .name = DEVICE_NAME,
        .totalGlobalMem = settings.memory,
        .sharedMemPerBlock = DEVICE_SHARED_DEFAULT,
        .regsPerBlock = DEVICE_REGISTERS,
        .warpSize = SIM_WARP_SIZE,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = DEVICE_THREADS_IN_BLOCK,
        .maxThreadsDim = {DEVICE_BLOCK_XY_MOST, DEVICE_BLOCK_XY_MOST, DEVICE_BLOCK_Z_MOST},
        .maxGridSize = {DEVICE_GRID_X_MOST, DEVICE_GRID_YZ_MOST, DEVICE_GRID_YZ_MOST},
        .totalConstMem = DEVICE_CONSTANT_SIZE,
        .major = 9,
        .textureAlignment = 512,
        .multiProcessorCount = DEVICE_MULTIPROCESSORS,
        .canMapHostMemory = 1,
        .concurrentKernels = 1,
        .asyncEngineCount = 1,
        .unifiedAddressing = 1,
        .l2CacheSize = DEVICE_L2_SIZE,
        .maxThreadsPerMultiProcessor = DEVICE_THREADS_PER_MULTIPROCESSOR,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = DEVICE_SHARED_PER_MULTIPROCESSOR,
        .regsPerMultiprocessor = DEVICE_REGISTERS,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .canUseHostPointerForRegisteredMem = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = DEVICE_SHARED_OPT_IN,
        .maxBlocksPerMultiProcessor = DEVICE_BLOCKS_PER_MULTIPROCESSOR,
        .reservedSharedMemPerBlock = DEVICE_SHARED_RESERVED,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 0,
    };
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (!value)
        return error_set(cudaErrorInvalidValue);
    if (check_device(device))
        return cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = DEVICE_THREADS_IN_BLOCK; break;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY: *value = DEVICE_BLOCK_XY_MOST; break;
    case cudaDevAttrMaxBlockDimZ: *value = DEVICE_BLOCK_Z_MOST; break;
    case cudaDevAttrMaxGridDimX: *value = (int)DEVICE_GRID_X_MOST; break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: *value = DEVICE_GRID_YZ_MOST; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = DEVICE_SHARED_DEFAULT; break;
    case cudaDevAttrTotalConstantMemory: *value = DEVICE_CONSTANT_SIZE; break;
    case cudaDevAttrWarpSize: *value = SIM_WARP_SIZE; break;
    case cudaDevAttrMaxPitch: *value = 2147483647; break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = DEVICE_REGISTERS; break;
    case cudaDevAttrTextureAlignment: *value = 512; break;
    case cudaDevAttrMultiProcessorCount: *value = DEVICE_MULTIPROCESSORS; break;
    case cudaDevAttrL2CacheSize: *value = DEVICE_L2_SIZE; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = DEVICE_THREADS_PER_MULTIPROCESSOR; break;
    case cudaDevAttrComputeCapabilityMajor: *value = 9; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        *value = DEVICE_SHARED_PER_MULTIPROCESSOR;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = DEVICE_SHARED_OPT_IN; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = DEVICE_BLOCKS_PER_MULTIPROCESSOR; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: *value = DEVICE_SHARED_RESERVED; break;
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported: *value = 1; break;
    /* Clocks and bus width among them: the simulator has no bandwidth. */
    case cudaDevAttrClockRate:
    case cudaDevAttrMemoryClockRate:
    case cudaDevAttrGlobalMemoryBusWidth:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeMode:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrPciBusId:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrComputeCapabilityMinor:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrClusterLaunch: *value = 0; break;
    default: return error_set(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    if (!text || length < 13)
        return error_set(cudaErrorInvalidValue);
    if (check_device(device))
        return cudaErrorInvalidDevice;
    snprintf(text, (size_t)length, "0000:00:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return error_sticky();
}

cudaError_t cudaDeviceSynchronize(void)
{
    return error_sticky();
}

cudaError_t cudaDeviceReset(void)
{
    allocation_free_all();
    error_reset();
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    (void)flags;
    return error_sticky();
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (check_pointer(flags))
        return cudaErrorInvalidValue;
    *flags = cudaDeviceScheduleAuto;
    return cudaSuccess;
}

/* Where the limit is kept; NULL if there is no such limit. */
static size_t *place_of_limit(enum cudaLimit limit)
{
    if (limit == cudaLimitMallocHeapSize)
        return &heap_limit;
    return (unsigned)limit < sizeof limits / sizeof *limits ? &limits[limit] : NULL;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    size_t *place = place_of_limit(limit);
    if (!place)
        return error_set(cudaErrorInvalidValue);
    *place = value;
    return error_sticky();
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    const size_t *place = place_of_limit(limit);
    if (!value || !place)
        return error_set(cudaErrorInvalidValue);
    *value = *place;
    return error_sticky();
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    (void)config;
    return error_sticky();
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    cudaError_t error = check_pointer(config);
    if (!error)
        *config = cudaFuncCachePreferNone;
    return error;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return error_sticky();
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    cudaError_t error = check_pointer(config);
    if (!error)
        *config = cudaSharedMemBankSizeFourByte;
    return error;
}

cudaError_t cudaDeviceCanAccessPeer(int *possible, int device, int peer)
{
    if (!possible)
        return error_set(cudaErrorInvalidValue);
    if (device != 0 || peer != 0)
        return error_set(cudaErrorInvalidDevice);
    *possible = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    (void)peer;
    (void)flags;
    return error_set(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return error_set(cudaErrorInvalidDevice);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return error_set(cudaErrorInvalidValue);
    *version = VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaProfilerStart(void)
{
    return error_sticky();
}

cudaError_t cudaProfilerStop(void)
{
    return error_sticky();
}
