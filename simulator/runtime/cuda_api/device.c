/*
 * The host API's functions about a device as a whole: its bus id, its limits, waiting for it, and
 * settings that change nothing here.
 */
#include <stdio.h>

#include "cuda_runtime_api.h"
#include "base/current_device.h"
#include "base/device.h"
#include "launch/heap.h"
#include "launch/ordered.h"
#include "cuda_api/devices.h"
#include "base/errors.h"
#include "clock/timeline.h"
#include "memory/memory.h"

#define VERSION 13000 /* CUDA 13.0, as 1000 x major + 10 x minor */

/* Limits, by device. */
static size_t limits[DEVICES_MOST][cudaLimitPersistingL2CacheSize + 1] = {
    [0 ... DEVICES_MOST - 1] = {
        [cudaLimitStackSize] = 1024,
        [cudaLimitPrintfFifoSize] = 1 << 20,
        [cudaLimitDevRuntimeSyncDepth] = 2,
        [cudaLimitDevRuntimePendingLaunchCount] = 2048,
        [cudaLimitMaxL2FetchGranularity] = 64,
        [cudaLimitPersistingL2CacheSize] = 0,
    }};

/* An error if the pointer is NULL, or if the context is damaged. */
static cudaError_t check_pointer(const void *pointer)
{
    if (error_sticky())
        return error_sticky();
    return error_set(pointer ? cudaSuccess : cudaErrorInvalidValue);
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
    unsigned domain, bus, slot;
    int count = 0;
    if (!ordinal || !text)
        return error_set(cudaErrorInvalidValue);
    if (sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3)
        return error_set(cudaErrorInvalidValue);
    cudaGetDeviceCount(&count);
    if (domain || slot || bus >= (unsigned)count)
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

/* The current device's limit; NULL if there is no such limit. */
static size_t *limit_of_device(enum cudaLimit limit)
{
    if (limit == cudaLimitMallocHeapSize)
        return &heap_limits[current_device()];
    return (unsigned)limit <= cudaLimitPersistingL2CacheSize ? &limits[current_device()][limit]
                                                             : NULL;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    size_t *stored = limit_of_device(limit);
    if (!stored)
        return error_set(cudaErrorInvalidValue);
    if (limit == cudaLimitDevRuntimeSyncDepth && device.major >= 9)
        return error_set(cudaErrorUnsupportedLimit); /* kernels cannot wait for their children */
    *stored = value;
    return error_sticky();
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    const size_t *stored = limit_of_device(limit);
    if (!value || !stored)
        return error_set(cudaErrorInvalidValue);
    *value = *stored;
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

/* CUDA's older names, from when each host thread had a context of its own. */
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
