/*
 * Memory with rows and layers: see layers.h.
 */
#include "cuda_api/layers.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/errors.h"
#include "base/site.h"
#include "cuda_api/copied.h"
#include "cuda_api/copies.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "memory/memory.h"

/* One side of a copy: its start, and the distances of rows and layers. */
struct side {
    char *start;
    size_t pitch, layer;
};

static struct side side_of(cudaArray_const_t array, const struct cudaPitchedPtr *pointer,
                           const struct cudaPos *position, size_t element)
{
    struct side side;
    if (array) {
        side.pitch = array->extent.width * element;
        side.layer = side.pitch * (array->extent.height ? array->extent.height : 1);
        side.start = array->memory;
    } else {
        side.pitch = pointer->pitch;
        side.layer = pointer->pitch * pointer->ysize;
        side.start = pointer->ptr;
        element = 1;
    }
    side.start += position->x * element + position->y * side.pitch + position->z * side.layer;
    return side;
}

cudaError_t layers_copy(const struct cudaMemcpy3DParms *copy, cudaStream_t stream, int waits,
                        uintptr_t pc, const char *call)
{
    if (!copy || !copy->srcArray == !copy->srcPtr.ptr || !copy->dstArray == !copy->dstPtr.ptr)
        return error_set(cudaErrorInvalidValue);
    cudaArray_const_t array = copy->srcArray ? copy->srcArray : copy->dstArray;
    size_t element = array ? array->element : 1;
    size_t width = copy->extent.width * element;
    struct side from = side_of(copy->srcArray, &copy->srcPtr, &copy->srcPos, element);
    struct side to = side_of(copy->dstArray, &copy->dstPtr, &copy->dstPos, element);
    cudaError_t error = cudaSuccess;
    memory_open(); /* once, and not for each row */
    for (size_t z = 0; z < copy->extent.depth && !error; z++)
        for (size_t y = 0; y < copy->extent.height && !error; y++)
            error = copy_bytes(to.start + z * to.layer + y * to.pitch,
                               from.start + z * from.layer + y * from.pitch, width, copy->kind, pc,
                               call);
    memory_close();
    if (error)
        return error;
    return copy_timed(error_sticky(), to.start, from.start,
                      width * copy->extent.height * copy->extent.depth, stream, waits);
}

cudaError_t set_elements(void *target, unsigned value, unsigned size, size_t count, uintptr_t pc,
                         const char *call)
{
    if (size == 1)
        return set_bytes(target, (int)value, count, pc, call);
    char *values = allocate(count * size + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(values + i * size, &value, size);
    cudaError_t error = copy_bytes(target, values, count * size, cudaMemcpyHostToDevice, pc, call);
    free(values);
    return error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    return layers_copy(parameters, NULL, 1, CALLER, "cudaMemcpy3D");
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpy3DAsync");
    if (!error && parameters && graph_of_stream(stream)) {
        graph_append(stream, cudaGraphNodeTypeMemcpy, CALLER)->copy = *parameters;
        return cudaSuccess;
    }
    return error ? error : layers_copy(parameters, stream, 0, CALLER, "cudaMemcpy3DAsync");
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    size_t pitch = 0;
    void *memory = NULL;
    if (!pointer)
        return error_set(cudaErrorInvalidValue);
    cudaError_t error =
        cudaMallocPitch(&memory, &pitch, extent.width, extent.height * extent.depth);
    if (!error)
        *pointer = make_cudaPitchedPtr(memory, pitch, extent.width, extent.height);
    return error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent)
{
    for (size_t z = 0; z < extent.depth; z++) {
        for (size_t y = 0; y < extent.height; y++) {
            cudaError_t error =
                set_bytes((char *)pointer.ptr + (z * pointer.ysize + y) * pointer.pitch, value,
                          extent.width, CALLER, "cudaMemset3D");
            if (error)
                return error;
        }
    }
    copied_done(NULL, 0);
    return error_sticky();
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemset3DAsync");
    return error ? error : cudaMemset3D(pointer, value, extent);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

static cudaError_t make_array(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags, uintptr_t pc)
{
    if (!array || !format || !extent.width ||
        (flags & ~(unsigned)(cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                             cudaArrayTextureGather)))
        return error_set(cudaErrorInvalidValue);
    if ((flags & cudaArrayLayered) && !extent.depth)
        return error_set(cudaErrorInvalidValue);
    if ((flags & cudaArrayCubemap) &&
        (extent.width != extent.height || !extent.depth || extent.depth % 6 ||
         (extent.depth != 6 && !(flags & cudaArrayLayered))))
        return error_set(cudaErrorInvalidValue);
    cudaArray_t made = allocate(sizeof *made);
    made->format = *format;
    made->extent = extent;
    made->flags = flags;
    made->element = (size_t)(format->x + format->y + format->z + format->w) / 8;
    size_t elements =
        extent.width * (extent.height ? extent.height : 1) * (extent.depth ? extent.depth : 1);
    cudaError_t error = device_memory((void **)&made->memory, elements * made->element, pc);
    if (error) {
        free(made);
        return error;
    }
    *array = made;
    return cudaSuccess;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags)
{
    return make_array(array, format, extent, flags, CALLER);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags)
{
    return make_array(array, format, make_cudaExtent(width, height, 0), flags, CALLER);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    cudaError_t error = cudaFree(array->memory);
    free(array);
    return error;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
{
    if (!array)
        return error_set(cudaErrorInvalidResourceHandle);
    if (format)
        *format = array->format;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    if (!format || !array)
        return error_set(cudaErrorInvalidValue);
    *format = array->format;
    return error_sticky();
}

/* Copies rows between an array and other memory; x and width in bytes. */
static cudaError_t copy_rows(cudaArray_const_t array, size_t x, size_t y, void *other, size_t pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind, int to_array,
                             uintptr_t pc, const char *call, cudaStream_t stream, int waits)
{
    if (!array)
        return error_set(cudaErrorInvalidResourceHandle);
    size_t row = array->extent.width * array->element;
    size_t rows = array->extent.height ? array->extent.height : 1;
    if (x + width > row || y + height > rows || (height > 1 && width > pitch))
        return error_set(cudaErrorInvalidValue);
    char *start = array->memory + y * row + x;
    for (size_t i = 0; i < height; i++) {
        char *there = (char *)other + i * pitch, *here = start + i * row;
        cudaError_t error =
            copy_bytes(to_array ? here : there, to_array ? there : here, width, kind, pc, call);
        if (error)
            return error;
    }
    return copy_timed(error_sticky(), to_array ? start : other, to_array ? other : start,
                      width * height, stream, waits);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                                size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_rows(target, x, y, (void *)source, pitch, width, height, kind, 1, CALLER,
                     "cudaMemcpy2DToArray", NULL, 1);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, size_t x, size_t y, const void *source,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpy2DToArrayAsync");
    return error ? error
                 : copy_rows(target, x, y, (void *)source, pitch, width, height, kind, 1, CALLER,
                             "cudaMemcpy2DToArrayAsync", stream, 0);
}

cudaError_t cudaMemcpy2DFromArray(void *target, size_t pitch, cudaArray_const_t source, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_rows(source, x, y, target, pitch, width, height, kind, 0, CALLER,
                     "cudaMemcpy2DFromArray", NULL, 1);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *target, size_t pitch, cudaArray_const_t source,
                                       size_t x, size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpy2DFromArrayAsync");
    return error ? error
                 : copy_rows(source, x, y, target, pitch, width, height, kind, 0, CALLER,
                             "cudaMemcpy2DFromArrayAsync", stream, 0);
}

/* Copies size bytes, which may continue in the array's next rows. */
static cudaError_t copy_run(cudaArray_const_t array, size_t x, size_t y, void *other, size_t size,
                            enum cudaMemcpyKind kind, int to_array, uintptr_t pc, const char *call)
{
    if (!array)
        return error_set(cudaErrorInvalidResourceHandle);
    size_t row = array->extent.width * array->element;
    size_t rows = array->extent.height ? array->extent.height : 1;
    char *start = array->memory + y * row + x;
    if (y * row + x + size > rows * row)
        return error_set(cudaErrorInvalidValue);
    return copy_timed(
        copy_bytes(to_array ? start : other, to_array ? other : start, size, kind, pc, call),
        to_array ? start : other, to_array ? other : start, size, NULL, 1);
}

cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                              size_t size, enum cudaMemcpyKind kind)
{
    return copy_run(target, x, y, (void *)source, size, kind, 1, CALLER, "cudaMemcpyToArray");
}

cudaError_t cudaMemcpyFromArray(void *target, cudaArray_const_t source, size_t x, size_t y,
                                size_t size, enum cudaMemcpyKind kind)
{
    return copy_run(source, x, y, target, size, kind, 0, CALLER, "cudaMemcpyFromArray");
}
