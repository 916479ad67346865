/*
 * Surfaces: objects that the host creates, and the addresses of their elements.
 */
#include <stdlib.h>

#include "base/allocate.h"
#include "base/errors.h"
#include "launch/repeat.h"
#include "cuda_api/layers.h"

struct surface {
    struct cudaResourceDesc resource;
    char *memory;
    long size[3];  /* bytes of a row, rows, layers */
    long pitch[3]; /* bytes between neighbours, by dimension */
};

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return error_set(cudaErrorInvalidValue);
    const struct cudaArray *array = resource->res.array.array;
    if (!array || !(array->flags & cudaArraySurfaceLoadStore))
        return error_set(cudaErrorInvalidValue);
    struct surface *surface = allocate(sizeof *surface);
    surface->resource = *resource;
    surface->memory = array->memory;
    surface->size[0] = (long)(array->extent.width * array->element);
    surface->size[1] = array->extent.height ? (long)array->extent.height : 1;
    surface->size[2] = array->extent.depth ? (long)array->extent.depth : 1;
    surface->pitch[0] = 1;
    surface->pitch[1] = surface->size[0];
    surface->pitch[2] = surface->pitch[1] * surface->size[1];
    *object = (cudaSurfaceObject_t)(uintptr_t)surface;
    return error_sticky();
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    free((void *)(uintptr_t)object);
    repeat_forget(); /* a new object may get its address */
    return error_sticky();
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    if (!resource || !object)
        return error_set(cudaErrorInvalidValue);
    *resource = ((const struct surface *)(uintptr_t)object)->resource;
    return error_sticky();
}

void *sim_surface_find(cudaSurfaceObject_t object, int bytes, int x, int y, int z,
                       enum cudaSurfaceBoundaryMode mode)
{
    const struct surface *surface = (const struct surface *)(uintptr_t)object;
    long at[3] = {x, y, z};
    char *element = surface->memory;

    for (int d = 0; d < 3; d++) {
        long last = surface->size[d] - (d == 0 ? bytes : 1);
        if (at[d] < 0 || at[d] > last) {
            if (mode == cudaBoundaryModeZero)
                return NULL;
            if (mode == cudaBoundaryModeTrap)
                return surface->memory + surface->pitch[2] * surface->size[2];
            at[d] = at[d] < 0 ? 0 : last;
        }
        element += at[d] * surface->pitch[d];
    }
    return element;
}
