/*
 * Memory pools. All pools of a device share its memory, and return freed memory at once.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/site.h"
#include "cuda_api/devices.h"
#include "cuda_runtime_api.h"
#include "memory/memory.h"
#include "memory/peers.h"

struct CUmemPoolHandle_st {
    uint64_t threshold; /* bytes that a GPU would keep */
    int switches[4];    /* by attribute: when memory may be reused */
    int made;
    int device; /* that it takes memory from */
};

static const struct CUmemPoolHandle_st as_at_first = {0, {0, 1, 1, 1}, 0, 0};
static struct CUmemPoolHandle_st default_pools[DEVICES_MOST];
static cudaMemPool_t current_pools[DEVICES_MOST]; /* NULL: the default one */

static cudaMemPool_t default_pool(int device)
{
    cudaMemPool_t pool = &default_pools[device];
    if (!pool->made) {
        *pool = as_at_first;
        pool->made = 1;
        pool->device = device;
    }
    return pool;
}

static int is_default(cudaMemPool_t pool)
{
    return pool == &default_pools[pool->device];
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return error_set(cudaErrorInvalidValue);
    if (device_check(device))
        return cudaErrorInvalidDevice;
    *pool = default_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (!error && current_pools[device])
        *pool = current_pools[device];
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    if (device_check(device))
        return cudaErrorInvalidDevice;
    if (!pool || pool->device != device)
        return error_set(cudaErrorInvalidValue);
    current_pools[device] = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice ||
        device_check(properties->location.id))
        return error_set(cudaErrorInvalidValue);
    *pool = allocate(sizeof **pool);
    **pool = as_at_first;
    (*pool)->device = properties->location.id;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    if (!pool || is_default(pool))
        return error_set(cudaErrorInvalidValue);
    if (current_pools[pool->device] == pool)
        current_pools[pool->device] = NULL;
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    if (!pool || !value)
        return error_set(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrReleaseThreshold)
        pool->threshold = *(uint64_t *)value;
    else if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
             attribute <= cudaMemPoolReuseAllowInternalDependencies)
        pool->switches[attribute] = *(int *)value;
    else if (attribute != cudaMemPoolAttrReservedMemHigh && attribute != cudaMemPoolAttrUsedMemHigh)
        return error_set(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    if (!pool || !value)
        return error_set(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
        *(uint64_t *)value = pool->threshold;
    } else if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
               attribute <= cudaMemPoolReuseAllowInternalDependencies) {
        *(int *)value = pool->switches[attribute];
    } else { /* the program's memory on the device now; the highest value is not known */
        *(uint64_t *)value = allocation_used(pool->device);
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return pool ? cudaSuccess : error_set(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t count)
{
    if (!pool || !access)
        return error_set(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (access[i].location.type != cudaMemLocationTypeDevice ||
            device_check(access[i].location.id))
            return error_set(cudaErrorInvalidValue);
        int own = access[i].location.id == pool->device;
        if (own && access[i].flags != cudaMemAccessFlagsProtReadWrite)
            return error_set(cudaErrorInvalidValue);
        if (!own && access[i].flags == cudaMemAccessFlagsProtRead)
            return error_set(cudaErrorNotSupported);
    }
    /* peer access is by device, not by pool */
    for (size_t i = 0; i < count; i++)
        if (access[i].flags == cudaMemAccessFlagsProtReadWrite)
            peers_allow(access[i].location.id, pool->device, 1);
    return error_sticky();
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    if (!flags || !pool || !location || location->type != cudaMemLocationTypeDevice ||
        device_check(location->id))
        return error_set(cudaErrorInvalidValue);
    *flags = peers_reach(location->id, pool->device) ? cudaMemAccessFlagsProtReadWrite
                                                     : cudaMemAccessFlagsProtNone;
    return error_sticky();
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    if (!pool)
        return error_set(cudaErrorInvalidValue);
    return cudaMallocAsync(pointer, size, stream);
}
