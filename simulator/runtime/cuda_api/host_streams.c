/*
 * Streams and events. All work is done at once; its modelled time is the clock's.
 */
#include "base/current_device.h"
#include "base/errors.h"
#include "base/settings.h"
#include "base/site.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "launch/ordered.h"
#include "report/findings.h"
#include "sim/sim.h"

static struct handle *event_of(cudaEvent_t event)
{
    return (struct handle *)event;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    if (error_sticky())
        return error_sticky();
    if (!stream || (flags != cudaStreamDefault && flags != cudaStreamNonBlocking))
        return error_set(cudaErrorInvalidValue);
    struct handle *handle = handle_make(HANDLE_STREAM);
    streams_order();
    handle->flags = flags;
    handle->synchronization = cudaSyncPolicyAuto;
    handle->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority; // as CUDA cuts it
    *stream = (cudaStream_t)handle;
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
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamDestroy");
    if (error)
        return error;
    if (stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return error_set(cudaErrorInvalidResourceHandle);
    ((struct handle *)stream)->destroyed = 1;
    return cudaSuccess;
}

void sim_check_stream(void *stream)
{
    if (stream_check(stream, CALLER, "a launch") || stream_device(stream) == current_device())
        return;
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, CALLER,
                        "a launch: the stream is device %d's, but the current device is %d: %s",
                        stream_device(stream), current_device(),
                        cudaGetErrorString(cudaErrorInvalidResourceHandle));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamGetFlags");
    if (!error && !flags)
        return error_set(cudaErrorInvalidValue);
    if (!error)
        *flags = stream_is_default(stream) ? cudaStreamDefault : ((struct handle *)stream)->flags;
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamGetPriority");
    if (!error && !priority)
        return error_set(cudaErrorInvalidValue);
    if (!error)
        *priority = stream_is_default(stream) ? 0 : ((struct handle *)stream)->priority;
    return error;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamSetAttribute");
    if (error)
        return error;
    if (!value)
        return error_set(cudaErrorInvalidValue);
    if (stream_is_default(stream))
        return cudaSuccess;
    struct handle *handle = (struct handle *)stream;
    if (attribute == cudaStreamAttributePriority)
        handle->priority = value->priority;
    else if (attribute == cudaStreamAttributeAccessPolicyWindow)
        handle->window = value->accessPolicyWindow;
    else if (attribute == cudaStreamAttributeSynchronizationPolicy)
        handle->synchronization = value->syncPolicy;
    return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value)
{
    static const struct handle of_default = {.synchronization = cudaSyncPolicyAuto};
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamGetAttribute");
    if (error)
        return error;
    const struct handle *handle =
        stream_is_default(stream) ? &of_default : (const struct handle *)stream;
    if (!value)
        return error_set(cudaErrorInvalidValue);
    *value = (cudaStreamAttrValue){.pad = {0}};
    if (attribute == cudaStreamAttributePriority)
        value->priority = handle->priority;
    else if (attribute == cudaStreamAttributeAccessPolicyWindow)
        value->accessPolicyWindow = handle->window;
    else if (attribute == cudaStreamAttributeSynchronizationPolicy)
        value->syncPolicy = handle->synchronization;
    else
        return error_set(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamGetDevice");
    if (!error && !device)
        return error_set(cudaErrorInvalidValue);
    if (!error)
        *device = stream_device(stream);
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *number)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamGetId");
    if (!error && !number)
        return error_set(cudaErrorInvalidValue);
    if (!error)
        *number = (uintptr_t)stream;
    return error;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size,
                                     unsigned int flags)
{
    (void)size;
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamAttachMemAsync");
    if (error)
        return error;
    if (!pointer || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
                     flags != cudaMemAttachSingle))
        return error_set(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return error_sticky();
}

/* The host asks for the end of work that is only written down: that spoils the capture. */
static cudaError_t refuse_capturing(cudaStream_t stream, const char *call, uintptr_t pc)
{
    graph_of_stream(stream)->is_spoilt = 1;
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc, "%s: the stream is being captured: %s", call,
                        cudaGetErrorString(cudaErrorStreamCaptureUnsupported));
    return error_set(cudaErrorStreamCaptureUnsupported);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamSynchronize");
    if (!error && graph_of_stream(stream))
        return refuse_capturing(stream, "cudaStreamSynchronize", CALLER);
    if (!error) {
        ordered_host_waits_for_stream(stream);
        timeline_host_waits(stream_time_of(stream)->ready);
    }
    return error;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamQuery");
    if (error)
        return error;
    if (graph_of_stream(stream))
        return refuse_capturing(stream, "cudaStreamQuery", CALLER);
    const struct stream_time *times = stream_time_of(stream);
    if (!timeline_is_done(times->ready, times->own_work))
        return cudaErrorNotReady; /* which is no error: it is not remembered */
    timeline_host_learns(times->ready);
    ordered_host_waits_for_stream(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)flags;
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamWaitEvent");
    if (!error)
        error = handle_check(event, HANDLE_EVENT, CALLER, "cudaStreamWaitEvent");
    if (!error && event_of(event)->capturing && !stream_is_default(stream))
        graph_capture_wait(stream, event);
    else if (!error) {
        ordered_wait(stream, event_of(event));
        timeline_wait(stream_time_of(stream), event_of(event)->time);
    }
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags)
{
    if (flags || !callback)
        return error_set(cudaErrorInvalidValue);
    cudaError_t error = stream_check(stream, CALLER, "cudaStreamAddCallback");
    if (!error)
        ordered_host_waits_for_stream(stream);
    if (error != cudaErrorInvalidResourceHandle)
        callback(stream, error, userData);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *userData)
{
    if (!function)
        return error_set(cudaErrorInvalidValue);
    cudaError_t error = stream_check(stream, CALLER, "cudaLaunchHostFunc");
    if (!error && graph_of_stream(stream))
        graph_append(stream, cudaGraphNodeTypeHost, CALLER)->host =
            (struct cudaHostNodeParams){function, userData};
    else if (!error) {
        ordered_host_waits_for_stream(stream);
        function(userData);
    }
    return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    if (error_sticky())
        return error_sticky();
    if (!event)
        return error_set(cudaErrorInvalidValue);
    struct handle *handle = handle_make(HANDLE_EVENT);
    handle->flags = flags;
    *event = (cudaEvent_t)handle;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t error = handle_check(event, HANDLE_EVENT, CALLER, "cudaEventDestroy");
    if (error)
        return error;
    event_of(event)->destroyed = 1;
    return cudaSuccess;
}

static cudaError_t refuse_event(cudaEvent_t event, cudaStream_t stream, uintptr_t pc)
{
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc,
                        "cudaEventRecord: the event was created for device %d, the stream is "
                        "device %d's: %s",
                        event_of(event)->device, stream_device(stream),
                        cudaGetErrorString(cudaErrorInvalidResourceHandle));
    return error_set(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = handle_check(event, HANDLE_EVENT, CALLER, "cudaEventRecord");
    if (!error)
        error = stream_check(stream, CALLER, "cudaEventRecord");
    if (!error && event_of(event)->device != stream_device(stream))
        return refuse_event(event, stream, CALLER);
    if (!error) {
        event_of(event)->recorded = 1;
        graph_capture_record(event, stream);
        event_of(event)->time = timeline_record(stream_time_of(stream));
        event_of(event)->own_work = stream_time_of(stream)->own_work;
        ordered_record(event_of(event), stream);
    }
    return error;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t error = handle_check(event, HANDLE_EVENT, CALLER, "cudaEventSynchronize");
    if (!error) {
        ordered_host_waits_for_event(event_of(event));
        timeline_host_waits(event_of(event)->time);
    }
    return error;
}

static int is_done(const struct handle *event)
{
    return !event->recorded || timeline_is_done(event->time, event->own_work);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    cudaError_t error = handle_check(event, HANDLE_EVENT, CALLER, "cudaEventQuery");
    if (!error && !is_done(event_of(event)))
        return cudaErrorNotReady; /* which is no error: it is not remembered */
    if (!error) {
        timeline_host_learns(event_of(event)->time);
        ordered_host_waits_for_event(event_of(event));
    }
    return error;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    cudaError_t error = handle_check(start, HANDLE_EVENT, CALLER, "cudaEventElapsedTime");
    if (!error)
        error = handle_check(end, HANDLE_EVENT, CALLER, "cudaEventElapsedTime");
    if (error)
        return error;
    if (!milliseconds)
        return error_set(cudaErrorInvalidValue);
    const struct handle *first = event_of(start), *last = event_of(end);
    if (!first->recorded || !last->recorded || first->device != last->device ||
        ((first->flags | last->flags) & cudaEventDisableTiming))
        return error_set(cudaErrorInvalidResourceHandle);
    if (settings.checks && (!timeline_host_knows(last->time) || !timeline_host_knows(first->time)))
        note_on_host(FINDING_NOT_DONE, CALLER,
                     "cudaEventElapsedTime: the host has not waited for an event: if it is not "
                     "over, no time is stored: %s",
                     cudaGetErrorString(cudaErrorNotReady));
    if (!is_done(last) || !is_done(first))
        return cudaErrorNotReady;
    timeline_seen();
    *milliseconds = (float)((last->time - first->time) / 1e6);
    return cudaSuccess;
}
