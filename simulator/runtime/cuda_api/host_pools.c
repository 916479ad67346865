/*
 * Memory pools: all have the device's memory, and free memory goes back to it at once.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/errors.h"
#include "base/site.h"
#include "cuda_runtime_api.h"

struct CUmemPoolHandle_st {
    uint64_t threshold; /* bytes that a GPU would keep */
    int switches[4];    /* by attribute: what may be used again when */
};

static struct CUmemPoolHandle_st default_pool = {0, {0, 1, 1, 1}};
static cudaMemPool_t current_pool = &default_pool;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return error_set(cudaErrorInvalidValue);
    if (device != 0)
        return error_set(cudaErrorInvalidDevice);
    *pool = &default_pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (!error)
        *pool = current_pool;
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    if (device != 0)
        return error_set(cudaErrorInvalidDevice);
    if (!pool)
        return error_set(cudaErrorInvalidValue);
    current_pool = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0)
        return error_set(cudaErrorInvalidValue);
    *pool = allocate(sizeof **pool);
    **pool = default_pool;
    (*pool)->threshold = 0;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    if (!pool || pool == &default_pool)
        return error_set(cudaErrorInvalidValue);
    if (current_pool == pool)
        current_pool = &default_pool;
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
    size_t free_now, total;
    if (!pool || !value)
        return error_set(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
        *(uint64_t *)value = pool->threshold;
    } else if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
               attribute <= cudaMemPoolReuseAllowInternalDependencies) {
        *(int *)value = pool->switches[attribute];
    } else { /* what the program has of the device's memory now; its most is not known */
        cudaMemGetInfo(&free_now, &total);
        *(uint64_t *)value = total - free_now;
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return pool ? cudaSuccess : error_set(cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    if (!pool)
        return error_set(cudaErrorInvalidValue);
    return cudaMallocAsync(pointer, size, stream);
}
