/*
 * The handles lie in blocks of memory and are never reused, so that a destroyed one is
 * recognised when it is used again.
 */
#include "launch/handles.h"

#include "base/allocate.h"
#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/settings.h"
#include "report/findings.h"

#define HANDLES_IN_BLOCK 1024

struct block {
    struct handle handles[HANDLES_IN_BLOCK];
    unsigned used;
    struct block *next;
};
static struct block *blocks;

struct handle *handle_make(enum handle_kind kind)
{
    api_lock();
    if (!blocks || blocks->used == HANDLES_IN_BLOCK) {
        struct block *block = allocate(sizeof *block);
        block->next = blocks;
        blocks = block;
    }
    struct handle *handle = &blocks->handles[blocks->used++];
    handle->kind = kind;
    handle->device = handle->stream_time.device = current_device();
    api_unlock();
    return handle;
}

/* The handle at that address, or NULL. */
static const struct handle *find(const void *pointer)
{
    const struct handle *found = NULL;
    api_lock();
    for (const struct block *block = blocks; block && !found; block = block->next) {
        uintptr_t offset = (uintptr_t)pointer - (uintptr_t)block->handles;
        if (offset < block->used * sizeof *found && offset % sizeof *found == 0)
            found = pointer;
    }
    api_unlock();
    return found;
}

void handles_forget_capture(cudaGraph_t graph)
{
    api_lock();
    for (struct block *block = blocks; block; block = block->next)
        for (unsigned i = 0; i < block->used; i++)
            if (block->handles[i].capturing == graph)
                block->handles[i].capturing = NULL;
    api_unlock();
}

static int is_alive(const struct handle *handle, enum handle_kind kind)
{
    return handle && handle->kind == kind && !handle->destroyed;
}

cudaError_t handle_check(const void *pointer, enum handle_kind kind, uintptr_t pc, const char *call)
{
    const struct handle *handle = find(pointer);
    const char *what = kind == HANDLE_STREAM ? "stream" : "event";
    if (error_sticky())
        return error_sticky();
    if (is_alive(handle, kind))
        return cudaSuccess;
    if (pointer && settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc, "%s: the %s %s: %s", call, what,
                        handle && handle->kind == kind ? "was destroyed" : "was never created",
                        cudaGetErrorString(cudaErrorInvalidResourceHandle));
    return error_set(cudaErrorInvalidResourceHandle);
}

int stream_is_default(cudaStream_t stream)
{
    return stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
           stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget;
}

int stream_known(cudaStream_t stream)
{
    return stream_is_default(stream) || is_alive(find(stream), HANDLE_STREAM);
}

int stream_device(cudaStream_t stream)
{
    return stream_is_default(stream) ? current_device() : ((struct handle *)stream)->device;
}

struct stream_time *stream_time_of(cudaStream_t stream)
{
    return stream_is_default(stream) ? timeline_default_stream(current_device())
                                     : &((struct handle *)stream)->stream_time;
}

cudaError_t stream_check(cudaStream_t stream, uintptr_t pc, const char *call)
{
    if (stream_is_default(stream))
        return error_sticky();
    return handle_check(stream, HANDLE_STREAM, pc, call);
}
