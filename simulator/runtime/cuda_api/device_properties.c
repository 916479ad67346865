/*
 * The host API's questions about devices: properties and attributes.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "cuda_runtime_api.h"
#include "base/device.h"
#include "base/device_limits.h"
#include "base/errors.h"
#include "cuda_api/devices.h"
#include "cuda_api/texture_limits.h"

/* CUDA's units are whole bytes and kilohertz; the tables have KiB and MHz. */
static int bytes(double kibibytes)
{
    return (int)kibibytes * 1024;
}

static int kilohertz(double megahertz)
{
    return (int)lround(megahertz * 1000);
}

/* The throughput of float operations over that of double operations. */
static int double_ratio(void)
{
    return (int)lround(device.double_issue / device.float_issue);
}

/*
 * The next three: values of H100 and H200 (calibrate/recordings/h100/attributes.txt). Older devices
 * have none.
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

/* All properties but the name. */
static struct cudaDeviceProp properties_of(int ordinal)
{
    struct cudaDeviceProp properties = {
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
        /* removed in CUDA 13 */
        .clockRate = kilohertz(device.clock_limit),
        .memoryClockRate = kilohertz(device.memory_clock),
        .deviceOverlap = 1,
        .singleToDoublePrecisionPerfRatio = double_ratio(),
    };
    texture_limits_set(&properties);
    return properties;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int ordinal)
{
    if (!properties)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal))
        return cudaErrorInvalidDevice;
    *properties = properties_of(ordinal);
    snprintf(properties->name, sizeof properties->name, "%s", device.name);
    return cudaSuccess;
}

/* The attributes that are properties, too. CanFlushRemoteWrites and those of NUMA are not. */
#define IN(member)                                                                                 \
    offsetof(struct cudaDeviceProp, member), sizeof(((struct cudaDeviceProp *)0)->member)
static const struct {
    enum cudaDeviceAttr attribute;
    size_t offset, size; /* of the property, an int or a size_t; bytes */
} properties_by_attribute[] = {
    {cudaDevAttrMaxThreadsPerBlock, IN(maxThreadsPerBlock)},
    {cudaDevAttrMaxBlockDimX, IN(maxThreadsDim[0])},
    {cudaDevAttrMaxBlockDimY, IN(maxThreadsDim[1])},
    {cudaDevAttrMaxBlockDimZ, IN(maxThreadsDim[2])},
    {cudaDevAttrMaxGridDimX, IN(maxGridSize[0])},
    {cudaDevAttrMaxGridDimY, IN(maxGridSize[1])},
    {cudaDevAttrMaxGridDimZ, IN(maxGridSize[2])},
    {cudaDevAttrMaxSharedMemoryPerBlock, IN(sharedMemPerBlock)},
    {cudaDevAttrTotalConstantMemory, IN(totalConstMem)},
    {cudaDevAttrWarpSize, IN(warpSize)},
    {cudaDevAttrMaxPitch, IN(memPitch)},
    {cudaDevAttrMaxRegistersPerBlock, IN(regsPerBlock)},
    {cudaDevAttrClockRate, IN(clockRate)},
    {cudaDevAttrTextureAlignment, IN(textureAlignment)},
    {cudaDevAttrGpuOverlap, IN(deviceOverlap)},
    {cudaDevAttrMultiProcessorCount, IN(multiProcessorCount)},
    {cudaDevAttrKernelExecTimeout, IN(kernelExecTimeoutEnabled)},
    {cudaDevAttrIntegrated, IN(integrated)},
    {cudaDevAttrCanMapHostMemory, IN(canMapHostMemory)},
    {cudaDevAttrComputeMode, IN(computeMode)},
    {cudaDevAttrConcurrentKernels, IN(concurrentKernels)},
    {cudaDevAttrEccEnabled, IN(ECCEnabled)},
    {cudaDevAttrPciBusId, IN(pciBusID)},
    {cudaDevAttrPciDeviceId, IN(pciDeviceID)},
    {cudaDevAttrTccDriver, IN(tccDriver)},
    {cudaDevAttrMemoryClockRate, IN(memoryClockRate)},
    {cudaDevAttrGlobalMemoryBusWidth, IN(memoryBusWidth)},
    {cudaDevAttrL2CacheSize, IN(l2CacheSize)},
    {cudaDevAttrMaxThreadsPerMultiProcessor, IN(maxThreadsPerMultiProcessor)},
    {cudaDevAttrAsyncEngineCount, IN(asyncEngineCount)},
    {cudaDevAttrUnifiedAddressing, IN(unifiedAddressing)},
    {cudaDevAttrPciDomainId, IN(pciDomainID)},
    {cudaDevAttrComputeCapabilityMajor, IN(major)},
    {cudaDevAttrComputeCapabilityMinor, IN(minor)},
    {cudaDevAttrStreamPrioritiesSupported, IN(streamPrioritiesSupported)},
    {cudaDevAttrGlobalL1CacheSupported, IN(globalL1CacheSupported)},
    {cudaDevAttrLocalL1CacheSupported, IN(localL1CacheSupported)},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, IN(sharedMemPerMultiprocessor)},
    {cudaDevAttrMaxRegistersPerMultiprocessor, IN(regsPerMultiprocessor)},
    {cudaDevAttrManagedMemory, IN(managedMemory)},
    {cudaDevAttrIsMultiGpuBoard, IN(isMultiGpuBoard)},
    {cudaDevAttrMultiGpuBoardGroupID, IN(multiGpuBoardGroupID)},
    {cudaDevAttrHostNativeAtomicSupported, IN(hostNativeAtomicSupported)},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, IN(singleToDoublePrecisionPerfRatio)},
    {cudaDevAttrPageableMemoryAccess, IN(pageableMemoryAccess)},
    {cudaDevAttrConcurrentManagedAccess, IN(concurrentManagedAccess)},
    {cudaDevAttrComputePreemptionSupported, IN(computePreemptionSupported)},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, IN(canUseHostPointerForRegisteredMem)},
    {cudaDevAttrCooperativeLaunch, IN(cooperativeLaunch)},
    {cudaDevAttrCooperativeMultiDeviceLaunch, IN(cooperativeMultiDeviceLaunch)},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, IN(sharedMemPerBlockOptin)},
    {cudaDevAttrHostRegisterSupported, IN(hostRegisterSupported)},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, IN(pageableMemoryAccessUsesHostPageTables)},
    {cudaDevAttrDirectManagedMemAccessFromHost, IN(directManagedMemAccessFromHost)},
    {cudaDevAttrMaxBlocksPerMultiprocessor, IN(maxBlocksPerMultiProcessor)},
    {cudaDevAttrMaxPersistingL2CacheSize, IN(persistingL2CacheMaxSize)},
    {cudaDevAttrMaxAccessPolicyWindowSize, IN(accessPolicyMaxWindowSize)},
    {cudaDevAttrReservedSharedMemoryPerBlock, IN(reservedSharedMemPerBlock)},
    {cudaDevAttrSparseCudaArraySupported, IN(sparseCudaArraySupported)},
    {cudaDevAttrHostRegisterReadOnlySupported, IN(hostRegisterReadOnlySupported)},
    {cudaDevAttrTimelineSemaphoreInteropSupported, IN(timelineSemaphoreInteropSupported)},
    {cudaDevAttrMemoryPoolsSupported, IN(memoryPoolsSupported)},
    {cudaDevAttrGPUDirectRDMASupported, IN(gpuDirectRDMASupported)},
    {cudaDevAttrGPUDirectRDMAFlushWritesOptions, IN(gpuDirectRDMAFlushWritesOptions)},
    {cudaDevAttrGPUDirectRDMAWritesOrdering, IN(gpuDirectRDMAWritesOrdering)},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, IN(memoryPoolSupportedHandleTypes)},
    {cudaDevAttrClusterLaunch, IN(clusterLaunch)},
    {cudaDevAttrDeferredMappingCudaArraySupported, IN(deferredMappingCudaArraySupported)},
    {cudaDevAttrIpcEventSupport, IN(ipcEventSupported)},
};

static int property(const struct cudaDeviceProp *properties, size_t offset, size_t size)
{
    const char *member = (const char *)properties + offset;
    return size == sizeof(int) ? *(const int *)member : (int)*(const size_t *)member;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int ordinal)
{
    if (!value)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal))
        return cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrNumaConfig: *value = 0; return cudaSuccess;
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId: *value = -1; return cudaSuccess;
    default: break;
    }
    struct cudaDeviceProp properties = properties_of(ordinal);
    for (size_t i = 0; i < sizeof properties_by_attribute / sizeof *properties_by_attribute; i++)
        if (properties_by_attribute[i].attribute == attribute) {
            *value = property(&properties, properties_by_attribute[i].offset,
                              properties_by_attribute[i].size);
            return cudaSuccess;
        }
    if (texture_limit(attribute) < 0)
        return error_set(cudaErrorInvalidValue);
    *value = texture_limit(attribute);
    return cudaSuccess;
}
