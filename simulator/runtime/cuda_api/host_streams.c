/*
 * Streams and events: everything is done at once, so they only have to exist.
 */
#include <stdlib.h>

#include "base/errors.h"

#define STREAM_MAGIC 0x5354524d
#define EVENT_MAGIC 0x45564e54

struct CUstream_st {
    int magic;
};
struct CUevent_st {
    int magic;
    int recorded;
    unsigned flags;
};

static cudaError_t check_stream(cudaStream_t stream)
{
    if (error_sticky())
        return error_sticky();
    int known = stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
                stream->magic == STREAM_MAGIC;
    return error_set(known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

static cudaError_t check_event(cudaEvent_t event)
{
    if (error_sticky())
        return error_sticky();
    return error_set(event && event->magic == EVENT_MAGIC ? cudaSuccess
                                                          : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    (void)priority;
    if (error_sticky())
        return error_sticky();
    if (!stream || (flags != cudaStreamDefault && flags != cudaStreamNonBlocking))
        return error_set(cudaErrorInvalidValue);
    *stream = malloc(sizeof **stream);
    if (!*stream)
        return error_set(cudaErrorMemoryAllocation);
    (*stream)->magic = STREAM_MAGIC;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    cudaError_t error = check_stream(stream);
    if (error)
        return error;
    if (stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return error_set(cudaErrorInvalidResourceHandle);
    stream->magic = 0;
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return check_stream(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return check_stream(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    cudaError_t error = check_stream(stream);
    return error ? error : check_event(event);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags)
{
    if (flags || !callback)
        return error_set(cudaErrorInvalidValue);
    cudaError_t error = check_stream(stream);
    if (error != cudaErrorInvalidResourceHandle)
        callback(stream, error, userData);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *userData)
{
    if (!function)
        return error_set(cudaErrorInvalidValue);
    cudaError_t error = check_stream(stream);
    if (!error)
        function(userData);
    return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    if (error_sticky())
        return error_sticky();
    if (!event)
        return error_set(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return error_set(cudaErrorMemoryAllocation);
    (*event)->magic = EVENT_MAGIC;
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t error = check_event(event);
    if (error)
        return error;
    event->magic = 0;
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = check_event(event);
    if (!error)
        error = check_stream(stream);
    if (!error)
        event->recorded = 1;
    return error;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return check_event(event);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return check_event(event);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    cudaError_t error = check_event(start);
    if (!error)
        error = check_event(end);
    if (error)
        return error;
    if (!milliseconds)
        return error_set(cudaErrorInvalidValue);
    if (!start->recorded || !end->recorded || ((start->flags | end->flags) &
                                               cudaEventDisableTiming))
        return error_set(cudaErrorInvalidResourceHandle);
    *milliseconds = 0;
    return cudaSuccess;
}
