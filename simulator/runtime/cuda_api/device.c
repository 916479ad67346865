/*
 * The host API's questions about devices, and settings that change nothing here.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "base/current_device.h"
#include "base/device.h"
#include "base/device_limits.h"
#include "launch/heap.h"
#include "launch/ordered.h"
#include "cuda_api/devices.h"
#include "cuda_api/texture_limits.h"
#include "base/errors.h"
#include "clock/timeline.h"
#include "memory/memory.h"

#define VERSION 13000 /* CUDA 13.0, as 1000 x major + 10 x minor */

/* Of each device. */
static size_t limits[DEVICES_MOST][cudaLimitPersistingL2CacheSize + 1] = {
    [0 ... DEVICES_MOST - 1] = {
        [cudaLimitStackSize] = 1024,
        [cudaLimitPrintfFifoSize] = 1 << 20,
        [cudaLimitDevRuntimeSyncDepth] = 2,
        [cudaLimitDevRuntimePendingLaunchCount] = 2048,
        [cudaLimitMaxL2FetchGranularity] = 64,
        [cudaLimitPersistingL2CacheSize] = 0,
    }};

/* CUDA says in whole bytes and kilohertz what the tables have in KiB and MHz. */
static int bytes(double kibibytes)
{
    return (int)kibibytes * 1024;
}

static int kilohertz(double megahertz)
{
    return (int)lround(megahertz * 1000);
}

/* How many float operations take the time of one on doubles. */
static int double_ratio(void)
{
    return (int)lround(device.double_issue / device.float_issue);
}

/* An argument that must not be NULL; also gives back a damaged context's error. */
static cudaError_t check_pointer(const void *pointer)
{
    if (error_sticky())
        return error_sticky();
    return error_set(pointer ? cudaSuccess : cudaErrorInvalidValue);
}

/* Of these three, what H100 and H200 say (docs/results/h100/attributes.txt); older ones have none.
 */
static int persisting_size(void)
{
    return device.major >= 9 ? bytes(device.l2_size) / 8 * 5 : 0;
}

static int access_window(void)
{
    return device.major >= 9 ? 128 << 20 : 0;
}

static int copy_engines(void)
{
    return device.major >= 9 ? 3 : 1;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int ordinal)
{
    if (!properties)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal))
        return cudaErrorInvalidDevice;
    *properties = (struct cudaDeviceProp){
        .totalGlobalMem = (size_t)device.memory << 20,
        .sharedMemPerBlock = DEVICE_SHARED_DEFAULT,
        .regsPerBlock = (int)device.registers,
        .warpSize = SIM_WARP_SIZE,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = DEVICE_THREADS_IN_BLOCK,
        .maxThreadsDim = {DEVICE_BLOCK_XY_MOST, DEVICE_BLOCK_XY_MOST, DEVICE_BLOCK_Z_MOST},
        .maxGridSize = {DEVICE_GRID_X_MOST, DEVICE_GRID_YZ_MOST, DEVICE_GRID_YZ_MOST},
        .totalConstMem = DEVICE_CONSTANT_SIZE,
        .major = device.major,
        .minor = device.minor,
        .pciBusID = ordinal,
        .textureAlignment = 512,
        .multiProcessorCount = (int)device.multiprocessors,
        .canMapHostMemory = 1,
        .concurrentKernels = 1,
        .asyncEngineCount = copy_engines(),
        .persistingL2CacheMaxSize = persisting_size(),
        .accessPolicyMaxWindowSize = access_window(),
        .unifiedAddressing = 1,
        .memoryBusWidth = (int)device.bus_width,
        .l2CacheSize = bytes(device.l2_size),
        .maxThreadsPerMultiProcessor = (int)device.threads,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = (int)device.global_in_l1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = bytes(device.shared_size),
        .regsPerMultiprocessor = (int)device.registers,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .canUseHostPointerForRegisteredMem = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = bytes(device.shared_opt_in),
        .maxBlocksPerMultiProcessor = (int)device.blocks,
        .reservedSharedMemPerBlock = (int)device.shared_reserved,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
        /* what CUDA 13 has taken out */
        .clockRate = kilohertz(device.clock_limit),
        .memoryClockRate = kilohertz(device.memory_clock),
        .deviceOverlap = 1,
        .singleToDoublePrecisionPerfRatio = double_ratio(),
    };
    texture_limits_set(properties);
    snprintf(properties->name, sizeof properties->name, "%s", device.name);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int ordinal)
{
    if (!value)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal))
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
    case cudaDevAttrPciBusId: *value = ordinal; break;
    case cudaDevAttrWarpSize: *value = SIM_WARP_SIZE; break;
    case cudaDevAttrMaxPitch: *value = 2147483647; break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = (int)device.registers; break;
    case cudaDevAttrTextureAlignment: *value = 512; break;
    case cudaDevAttrMultiProcessorCount: *value = (int)device.multiprocessors; break;
    case cudaDevAttrAsyncEngineCount: *value = copy_engines(); break;
    case cudaDevAttrMaxPersistingL2CacheSize: *value = persisting_size(); break;
    case cudaDevAttrMaxAccessPolicyWindowSize: *value = access_window(); break;
    case cudaDevAttrL2CacheSize: *value = bytes(device.l2_size); break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = (int)device.threads; break;
    case cudaDevAttrComputeCapabilityMajor: *value = device.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = device.minor; break;
    case cudaDevAttrClockRate: *value = kilohertz(device.clock_limit); break;
    case cudaDevAttrMemoryClockRate: *value = kilohertz(device.memory_clock); break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = (int)device.bus_width; break;
    case cudaDevAttrGlobalL1CacheSupported: *value = (int)device.global_in_l1; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = bytes(device.shared_size); break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = bytes(device.shared_opt_in); break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = (int)device.blocks; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: *value = (int)device.shared_reserved; break;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported: *value = 1; break;
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeMode:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrCooperativeMultiDeviceLaunch:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrSparseCudaArraySupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrTimelineSemaphoreInteropSupported:
    case cudaDevAttrGPUDirectRDMASupported:
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
    case cudaDevAttrGPUDirectRDMAWritesOrdering:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
    case cudaDevAttrDeferredMappingCudaArraySupported:
    case cudaDevAttrIpcEventSupport:
    case cudaDevAttrNumaConfig:
    case cudaDevAttrClusterLaunch: *value = 0; break;
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId: *value = -1; break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: *value = double_ratio(); break;
    default:
        if (texture_limit(attribute) < 0)
            return error_set(cudaErrorInvalidValue);
        *value = texture_limit(attribute);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int ordinal)
{
    if (!text || length < 13)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal))
        return cudaErrorInvalidDevice;
    snprintf(text, (size_t)length, "0000:%02x:00.0", (unsigned)ordinal);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *ordinal, const char *text)
{
    unsigned domain, bus, place;
    int count = 0;
    if (!ordinal || !text)
        return error_set(cudaErrorInvalidValue);
    if (sscanf(text, "%x:%x:%x", &domain, &bus, &place) != 3)
        return error_set(cudaErrorInvalidValue);
    cudaGetDeviceCount(&count);
    if (domain || place || bus >= (unsigned)count)
        return error_set(cudaErrorInvalidDevice);
    *ordinal = (int)bus;
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
    ordered_host_waits_for_device(current_device());
    timeline_host_waits_for_all(current_device());
    return error_sticky();
}

cudaError_t cudaDeviceReset(void)
{
    ordered_host_waits_for_device(current_device());
    allocation_free_all(current_device());
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

/* Where the current device's limit is kept; NULL if there is no such limit. */
static size_t *place_of_limit(enum cudaLimit limit)
{
    if (limit == cudaLimitMallocHeapSize)
        return &heap_limits[current_device()];
    return (unsigned)limit <= cudaLimitPersistingL2CacheSize ? &limits[current_device()][limit]
                                                             : NULL;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    size_t *place = place_of_limit(limit);
    if (!place)
        return error_set(cudaErrorInvalidValue);
    if (limit == cudaLimitDevRuntimeSyncDepth && device.major >= 9)
        return error_set(cudaErrorUnsupportedLimit); /* kernels wait for none that they launch */
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

/* The names that CUDA gave them when a host thread had the device to itself. */
#define OLDER_NAME_OF(name) __attribute__((alias(#name)))
cudaError_t cudaThreadSynchronize(void) OLDER_NAME_OF(cudaDeviceSynchronize);
cudaError_t cudaThreadExit(void) OLDER_NAME_OF(cudaDeviceReset);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
    OLDER_NAME_OF(cudaDeviceSetLimit);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
    OLDER_NAME_OF(cudaDeviceGetLimit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
    OLDER_NAME_OF(cudaDeviceSetCacheConfig);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
    OLDER_NAME_OF(cudaDeviceGetCacheConfig);

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
