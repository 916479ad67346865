/*
 * The host API's copies of bytes and rows, and the functions that set them: at once, in a stream,
 * or as the node of a graph.
 */
#include "base/errors.h"
#include "base/site.h"
#include "cuda_api/copies.h"
#include "launch/graph.h"
#include "launch/handles.h"

cudaError_t cudaMemset(void *pointer, int value, size_t size)
{
    return copy_timed(set_bytes(pointer, value, size, CALLER, "cudaMemset"), pointer, NULL, size,
                      NULL, 0);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemsetAsync");
    if (error)
        return error;
    if (graph_of_stream(stream)) {
        graph_append(stream, cudaGraphNodeTypeMemset, CALLER)->set =
            (struct cudaMemsetParams){pointer, size, (unsigned)value & 255, 1, size, 1};
        return cudaSuccess;
    }
    return copy_timed(set_bytes(pointer, value, size, CALLER, "cudaMemsetAsync"), pointer, NULL,
                      size, stream, 0);
}

static cudaError_t set_rows(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            cudaStream_t stream, uintptr_t pc, const char *call)
{
    if (width > pitch)
        return error_set(cudaErrorInvalidValue);
    for (size_t row = 0; row < height; row++) {
        cudaError_t error = set_bytes((char *)pointer + row * pitch, value, width, pc, call);
        if (error)
            return error;
    }
    return copy_timed(error_sticky(), pointer, NULL, width * height, stream, 0);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return set_rows(pointer, pitch, value, width, height, NULL, CALLER, "cudaMemset2D");
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemset2DAsync");
    if (error)
        return error;
    if (graph_of_stream(stream)) {
        graph_append(stream, cudaGraphNodeTypeMemset, CALLER)->set =
            (struct cudaMemsetParams){pointer, pitch, (unsigned)value & 255, 1, width, height};
        return cudaSuccess;
    }
    return set_rows(pointer, pitch, value, width, height, stream, CALLER, "cudaMemset2DAsync");
}

cudaError_t cudaMemcpy(void *target, const void *source, size_t size, enum cudaMemcpyKind kind)
{
    return copy_timed(copy_bytes(target, source, size, kind, CALLER, "cudaMemcpy"), target, source,
                      size, NULL, 1);
}

cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpyAsync");
    if (error)
        return error;
    if (graph_of_stream(stream)) {
        graph_append(stream, cudaGraphNodeTypeMemcpy, CALLER)->copy =
            (struct cudaMemcpy3DParms){.srcPtr = {(void *)source, size, size, 1},
                                       .dstPtr = {target, size, size, 1},
                                       .extent = {size, 1, 1},
                                       .kind = kind};
        return cudaSuccess;
    }
    return copy_timed(copy_bytes(target, source, size, kind, CALLER, "cudaMemcpyAsync"), target,
                      source, size, stream, 0);
}

static cudaError_t copy_rows(void *target, size_t targetPitch, const void *source,
                             size_t sourcePitch, size_t width, size_t height,
                             enum cudaMemcpyKind kind, uintptr_t pc, const char *call)
{
    if (width > targetPitch || width > sourcePitch)
        return error_set(cudaErrorInvalidPitchValue);
    for (size_t row = 0; row < height; row++) {
        cudaError_t error =
            copy_bytes((char *)target + row * targetPitch, (const char *)source + row * sourcePitch,
                       width, kind, pc, call);
        if (error)
            return error;
    }
    return error_sticky();
}

cudaError_t cudaMemcpy2D(void *target, size_t targetPitch, const void *source, size_t sourcePitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_timed(copy_rows(target, targetPitch, source, sourcePitch, width, height, kind,
                                CALLER, "cudaMemcpy2D"),
                      target, source, width * height, NULL, 1);
}

cudaError_t cudaMemcpy2DAsync(void *target, size_t targetPitch, const void *source,
                              size_t sourcePitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpy2DAsync");
    if (error)
        return error;
    if (graph_of_stream(stream)) {
        graph_append(stream, cudaGraphNodeTypeMemcpy, CALLER)->copy =
            (struct cudaMemcpy3DParms){.srcPtr = {(void *)source, sourcePitch, width, height},
                                       .dstPtr = {target, targetPitch, width, height},
                                       .extent = {width, height, 1},
                                       .kind = kind};
        return cudaSuccess;
    }
    return copy_timed(copy_rows(target, targetPitch, source, sourcePitch, width, height, kind,
                                CALLER, "cudaMemcpy2DAsync"),
                      target, source, width * height, stream, 0);
}
