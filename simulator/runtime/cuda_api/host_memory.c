/*
 * The host API's memory: allocated, registered, freed, asked about.
 */
#include <stdio.h>

#include "base/api_lock.h"
#include "base/current_device.h"
#include "check/race.h"
#include "check/stream_work.h"
#include "cuda_api/layers.h"
#include "cuda_api/devices.h"
#include "cuda_api/copied.h"
#include "cuda_api/graph_memory.h"
#include "base/errors.h"
#include "base/site.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "report/findings.h"
#include "memory/memory.h"
#include "base/settings.h"

#define PITCH 512 /* bytes */

static cudaError_t allocate_filled(void **pointer, int device, size_t size, int is_filled,
                                   enum allocation_kind kind, uintptr_t pc)
{
    if (error_sticky())
        return error_sticky();
    if (!pointer)
        return error_set(cudaErrorInvalidValue);
    *pointer = NULL;
    if (size == 0)
        return kind == ALLOCATION_MANAGED ? error_set(cudaErrorInvalidValue) : cudaSuccess;
    struct allocation *allocation = allocation_make(device, size, is_filled, kind, pc);
    if (!allocation) {
        allocation_failure =
            (struct allocation_failure){"an allocation", size, "SIM_MEMORY", settings.memory, pc};
        if (kind != ALLOCATION_PINNED)
            note_on_host(FINDING_OUT_OF_MEMORY, pc,
                         "%zu bytes are asked for, and of the %zu that the simulated device has "
                         "%zu are in use",
                         size, settings.memory, allocation_used(device));
        return error_set(cudaErrorMemoryAllocation);
    }
    *pointer = (void *)allocation->start;
    return cudaSuccess;
}

static cudaError_t allocate(void **pointer, int device, size_t size, enum allocation_kind kind,
                            uintptr_t pc)
{
    return allocate_filled(pointer, device, size, 1, kind, pc);
}

/* Notes the call that allocated the memory, for findings. */
static cudaError_t made_by(cudaError_t error, void *const *pointer, const char *call)
{
    api_lock();
    struct allocation *a = error || !*pointer ? NULL : allocation_find((uintptr_t)*pointer);
    if (a)
        a->call = call;
    api_unlock();
    return error;
}

/*
 * Frees an allocation of one of two kinds. Any other pointer is an error and a finding. waits:
 * waits for the device first.
 */
static cudaError_t check_and_release(void *pointer, enum allocation_kind kind,
                                     enum allocation_kind or_kind, int waits, uintptr_t pc,
                                     const char *call)
{
    if (error_sticky())
        return error_sticky();
    if (!pointer)
        return cudaSuccess;
    uintptr_t address = (uintptr_t)pointer;
    struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    const char *wrong = !a                                      ? "is no allocation of its kind"
                        : a->freed                              ? "was freed already"
                        : a->start != address                   ? "is not the allocation's start"
                        : a->kind != kind && a->kind != or_kind ? "is no allocation of its kind"
                                                                : NULL;
    if (wrong) {
        if (settings.checks)
            finding_on_host(FINDING_INVALID_ARGUMENT, pc, "%s: the pointer %s", call, wrong);
        return error_set(cudaErrorInvalidValue);
    }
    if (waits && streams_are_ordered())
        streams_host_waits_for(a->device);
    stream_work_forget(a->start, a->size);
    allocation_free(a);
    race_forget(a->start, a->size);
    return cudaSuccess;
}

static cudaError_t release(void *pointer, enum allocation_kind kind, enum allocation_kind or_kind,
                           int waits, uintptr_t pc, const char *call)
{
    api_lock();
    cudaError_t error = check_and_release(pointer, kind, or_kind, waits, pc, call);
    api_unlock();
    return error;
}

cudaError_t device_memory(void **pointer, size_t size, uintptr_t pc)
{
    return allocate(pointer, current_device(), size, ALLOCATION_DEVICE, pc);
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, current_device(), size, ALLOCATION_DEVICE, CALLER);
}

int sim_malloc_unfilled(void **pointer, size_t size)
{
    return allocate_filled(pointer, current_device(), size, 0, ALLOCATION_MANAGED, CALLER);
}

void sim_place_allocations(size_t behind)
{
    memory.behind = behind;
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMallocAsync");
    if (error)
        return error;
    if (graph_of_stream(stream) && pointer && size)
        return made_by(graph_memory_capture(pointer, size, stream, CALLER), pointer,
                       "cudaMallocAsync");
    error = made_by(allocate(pointer, stream_device(stream), size, ALLOCATION_DEVICE, CALLER),
                    pointer, "cudaMallocAsync");
    if (!error && *pointer) {
        copied_note(*pointer, size, WATCHED_MADE, CALLER, "cudaMallocAsync");
        copied_done(stream, 0);
    }
    return error;
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return error_set(cudaErrorInvalidValue);
    return allocate(pointer, current_device(), size, ALLOCATION_MANAGED, CALLER);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return error_set(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return made_by(allocate(pointer, current_device(), *pitch * height, ALLOCATION_DEVICE, CALLER),
                   pointer, "cudaMallocPitch");
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, current_device(), size, ALLOCATION_PINNED, CALLER);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    if (flags &
        ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return error_set(cudaErrorInvalidValue);
    return made_by(allocate(pointer, current_device(), size, ALLOCATION_PINNED, CALLER), pointer,
                   "cudaHostAlloc");
}

cudaError_t cudaFree(void *pointer)
{
    return release(pointer, ALLOCATION_DEVICE, ALLOCATION_MANAGED, 1, CALLER, "cudaFree");
}

/* The bytes of the allocation that begins there, 0 if there is none. */
static size_t size_of_allocation(const void *pointer)
{
    api_lock();
    uintptr_t address = (uintptr_t)pointer;
    const struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    size_t size = a && !a->freed && a->start == address ? a->size : 0;
    api_unlock();
    return size;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaFreeAsync");
    if (error)
        return error;
    if (graph_of_stream(stream))
        return graph_memory_capture_free(pointer, stream);
    size_t size = size_of_allocation(pointer);
    if (size) {
        copied_note(pointer, size, WATCHED_FREED, CALLER, "cudaFreeAsync");
        copied_done(stream, 0);
    }
    return free_device_memory(pointer, CALLER, "cudaFreeAsync");
}

cudaError_t free_device_memory(void *pointer, uintptr_t pc, const char *call)
{
    return release(pointer, ALLOCATION_DEVICE, ALLOCATION_MANAGED, 0, pc, call);
}

cudaError_t cudaFreeHost(void *pointer)
{
    return release(pointer, ALLOCATION_PINNED, ALLOCATION_PINNED, 1, CALLER, "cudaFreeHost");
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)
{
    (void)flags;
    if (!pointer || !size)
        return error_set(cudaErrorInvalidValue);
    if (allocation_of_host((uintptr_t)pointer) || memory_contains((uintptr_t)pointer))
        return error_set(cudaErrorHostMemoryAlreadyRegistered);
    if (!allocation_stand_in((uintptr_t)pointer, size, ALLOCATION_REGISTERED, NULL, CALLER))
        return error_set(cudaErrorMemoryAllocation);
    return error_sticky();
}

cudaError_t cudaHostUnregister(void *pointer)
{
    struct allocation *a = allocation_of_host((uintptr_t)pointer);
    if (!a || a->kind != ALLOCATION_REGISTERED || a->real != (uintptr_t)pointer)
        return error_set(cudaErrorHostMemoryNotRegistered);
    allocation_free(a);
    return error_sticky();
}

/* The live allocation of host memory that kernels may use, or NULL. */
static struct allocation *usable_host_memory(const void *host)
{
    uintptr_t address = (uintptr_t)host;
    struct allocation *a =
        memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
    if (!a || a->freed || (a->kind != ALLOCATION_PINNED && a->kind != ALLOCATION_REGISTERED))
        return NULL;
    return a;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    if (!device || flags || !usable_host_memory(host))
        return error_set(cudaErrorInvalidValue);
    *device = host;
    return error_sticky();
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    if (!flags || !usable_host_memory(host))
        return error_set(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return error_sticky();
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    if (error_sticky())
        return error_sticky();
    if (!free || !total)
        return error_set(cudaErrorInvalidValue);
    *total = settings.memory;
    *free = settings.memory - allocation_used(current_device());
    return cudaSuccess;
}

/* 1 for a variable: each device has its own bytes at the same address. */
static int is_variable(const struct allocation *a)
{
    return a->kind == ALLOCATION_VARIABLE || a->kind == ALLOCATION_CONSTANT;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    if (!attributes)
        return error_set(cudaErrorInvalidValue);
    uintptr_t address = (uintptr_t)pointer;
    struct allocation *a =
        memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
    *attributes = (struct cudaPointerAttributes){.device = cudaInvalidDeviceId};
    if (!a || a->freed) {
        attributes->hostPointer = (void *)pointer;
        return error_sticky();
    }
    attributes->device = is_variable(a) ? current_device() : a->device;
    attributes->devicePointer = (void *)pointer;
    switch (a->kind) {
    case ALLOCATION_DEVICE:
    case ALLOCATION_VARIABLE:
    case ALLOCATION_CONSTANT: attributes->type = cudaMemoryTypeDevice; break;
    case ALLOCATION_MANAGED:
        attributes->type = cudaMemoryTypeManaged;
        attributes->hostPointer = (void *)pointer;
        break;
    default: attributes->type = cudaMemoryTypeHost; attributes->hostPointer = (void *)pointer;
    }
    return error_sticky();
}

/* An error unless the memory is managed: only such memory can be prefetched, or take advice. */
static cudaError_t check_managed(const void *pointer, size_t size, struct cudaMemLocation location)
{
    uintptr_t address = (uintptr_t)pointer;
    struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    if (!a || a->freed || a->kind != ALLOCATION_MANAGED || size > a->size - (address - a->start))
        return error_set(cudaErrorInvalidValue);
    if (location.type == cudaMemLocationTypeDevice && device_check(location.id))
        return cudaErrorInvalidDevice;
    return error_sticky();
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemPrefetchAsync");
    if (error)
        return error;
    if (flags)
        return error_set(cudaErrorInvalidValue);
    return check_managed(pointer, size, location);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    (void)advice;
    return check_managed(pointer, size, location);
}
