/*
 * Copies between host and device. A side that must be device memory has to be within one live
 * allocation. A side that must be the host's must not be device memory. The state of each byte,
 * written or not, is copied, too.
 */
#include "cuda_api/copies.h"

#include <stdio.h>
#include <string.h>

#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "check/describe.h"
#include "check/watched.h"
#include "cuda_api/copied.h"
#include "cuda_api/unwritten.h"
#include "launch/handles.h"
#include "report/findings.h"
#include "memory/host_writes.h"
#include "memory/memory.h"
#include "memory/state_pages.h"
#include "memory/variables.h"
#include "base/settings.h"

static cudaError_t refuse(cudaError_t error, uintptr_t pc, const char *call, const char *why)
{
    copied_forget();
    if (settings.checks)
        finding_on_host(FINDING_INVALID_ARGUMENT, pc, "%s: %s: %s", call, why,
                        cudaGetErrorString(error));
    return error_set(error);
}

/* Memory that a kernel could use: device memory, variables, managed and pinned memory. */
static struct allocation *usable(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    return memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
}

static int only_device(const void *pointer)
{
    return memory_is_a_devices((uintptr_t)pointer);
}

/* Checks one side of a copy. Returns NULL if it is right, else the error in words. */
static const char *wrong_with(const void *pointer, size_t size, int must_be_device, char *text,
                              size_t room)
{
    if (!pointer)
        return "a null pointer";
    struct allocation *a = usable(pointer);
    if (!a && (must_be_device || only_device(pointer))) {
        snprintf(text, room,
                 only_device(pointer) ? "a device address that belongs to no allocation"
                                      : "a host pointer where a device pointer must be");
        return text;
    }
    if (a && a->freed)
        return "memory that was freed";
    if (!must_be_device && only_device(pointer))
        return "a device pointer where a host pointer must be";
    if (a) {
        size_t offset =
            ((uintptr_t)pointer) - (memory_contains((uintptr_t)pointer) ? a->start : a->real);
        if (size > a->size - offset) {
            snprintf(text, room, "%zu byte%s at offset %zu of an allocation of %zu byte%s", size,
                     plural(size), offset, a->size, plural(a->size));
            return text;
        }
    }
    return NULL;
}

/* The state of a usable address, or NULL. */
static uint8_t *state_of(const void *pointer)
{
    struct allocation *a = usable(pointer);
    if (!a || !settings_recording() || !settings.checks)
        return NULL;
    uintptr_t address = (uintptr_t)pointer;
    if (!memory_contains(address))
        address = address - a->real + a->start;
    return memory.state + (address - memory.base);
}

static void mark_written(const void *target, uint8_t *state, size_t size)
{
    struct allocation *a = usable(target);
    if (a->written)
        return;
    state_fill(memory.base + (uintptr_t)(state - memory.state), size, STATE_WRITTEN);
    a->written = size == a->size;
}

/*
 * Copies the state of the source's bytes to the target's, unless the host may write to the target
 * unnoticed.
 */
static void carry_state(const void *target, const void *source, size_t size)
{
    uint8_t *target_state = state_of(target), *source_state = state_of(source);
    if (!target_state)
        return;
    struct allocation *to = usable(target), *from = usable(source);
    if (source_state && memory_contains((uintptr_t)source))
        host_writes_see(from, (uintptr_t)source - from->start, size);
    if (!source_state || from->written || to->kind == ALLOCATION_REGISTERED ||
        to->managed_variable) {
        mark_written(target, target_state, size);
        return;
    }
    memmove(target_state, source_state, size);
    if (to->written)
        memory_touch(to->start, to->size); /* snapshots have no copy of its state */
    to->written = 0;
}

/* Writes down, for the words about the bytes behind, that the host wrote so much and no more. */
static void note_beginning(const void *target, size_t size, uintptr_t pc, const char *call)
{
    struct allocation *a = usable(target);
    if (a && (uintptr_t)target == a->start && size < a->size)
        a->beginning = (struct host_beginning){pc, call, size};
    else if (a)
        a->beginning.size = 0;
}

/* A copy to the host is to be of written device memory: else it is no result. */
static void look_whether_written(const void *target, const void *source, size_t size, uintptr_t pc,
                                 const char *call)
{
    const uint8_t *state = only_device(target) || settings.clock_only ? NULL : state_of(source);
    const struct allocation *from = usable(source);
    if (state && from->kind == ALLOCATION_DEVICE && !from->written)
        unwritten_look(from, source, state, size, pc, call);
}

static cudaError_t check_and_copy(void *target, const void *source, size_t size,
                                  enum cudaMemcpyKind kind, uintptr_t pc, const char *call)
{
    char text[160], why[200];
    if (error_sticky())
        return error_sticky();
    if ((unsigned)kind > cudaMemcpyDefault)
        return refuse(cudaErrorInvalidValue, pc, call, "no such direction");
    if (size == 0)
        return cudaSuccess;
    int to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
                    (kind == cudaMemcpyDefault && only_device(target));
    int from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
                      (kind == cudaMemcpyDefault && only_device(source));
    const char *wrong = wrong_with(target, size, to_device, text, sizeof text);
    if (wrong)
        snprintf(why, sizeof why, "the target is %s", wrong);
    else if ((wrong = wrong_with(source, size, from_device, text, sizeof text)))
        snprintf(why, sizeof why, "the source is %s", wrong);
    if (wrong)
        return refuse(cudaErrorInvalidValue, pc, call, why);
    look_whether_written(target, source, size, pc, call);
    memory_open();
    memmove(target, source, size);
    memory_touch((uintptr_t)target, size);
    memory_close();
    copied_note(source, size, WATCHED_READ, pc, call);
    copied_note(target, size, WATCHED_WRITE, pc, call);
    carry_state(target, source, size);
    note_beginning(target, size, pc, call);
    return cudaSuccess;
}

static cudaError_t check_and_set(void *target, int value, size_t size, uintptr_t pc,
                                 const char *call)
{
    char text[160], why[200];
    if (error_sticky())
        return error_sticky();
    if (size == 0)
        return cudaSuccess;
    const char *wrong = wrong_with(target, size, 1, text, sizeof text);
    if (wrong) {
        snprintf(why, sizeof why, "the target is %s", wrong);
        return refuse(cudaErrorInvalidValue, pc, call, why);
    }
    memory_open();
    memset(target, value, size);
    memory_touch((uintptr_t)target, size);
    memory_close();
    copied_note(target, size, WATCHED_WRITE, pc, call);
    uint8_t *state = state_of(target);
    if (state)
        mark_written(target, state, size);
    note_beginning(target, size, pc, call);
    return cudaSuccess;
}

/*
 * The device whose bytes of a variable are meant by its address: that of the call of
 * cudaGetSymbolAddress. After calls for several devices, and for memory that is no variable: the
 * current one.
 */
static int device_meant(const void *pointer)
{
    struct allocation *a = usable(pointer);
    if (!a || !a->name || a->managed_variable || !a->address_given ||
        (a->address_given & (a->address_given - 1)))
        return current_device();
    return __builtin_ctz((unsigned)a->address_given);
}

cudaError_t copy_bytes_on(int device, void *target, const void *source, size_t size,
                          enum cudaMemcpyKind kind, uintptr_t pc, const char *call)
{
    api_lock();
    variables_show(device);
    cudaError_t error = check_and_copy(target, source, size, kind, pc, call);
    api_unlock();
    return error;
}

/*
 * 1 for a variable's name that stands where a pointer must: on a GPU that is an address of the
 * host's, unless the program has got the device's from cudaGetSymbolAddress.
 */
static int is_name_of_variable(const void *pointer)
{
    const struct allocation *a = pointer ? usable(pointer) : NULL;
    return a && a->name && !a->managed_variable && !a->address_given;
}

static cudaError_t refuse_name(const char *which, uintptr_t pc, const char *call)
{
    char why[160];
    snprintf(
        why, sizeof why,
        "the %s is the name of a variable of the device, which only the calls for symbols take",
        which);
    return refuse(cudaErrorInvalidValue, pc, call, why);
}

cudaError_t copy_bytes(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                       uintptr_t pc, const char *call)
{
    api_lock();
    int device = device_meant(target), in_target = is_name_of_variable(target);
    if (device == current_device())
        device = device_meant(source);
    cudaError_t error = in_target || is_name_of_variable(source)
                            ? refuse_name(in_target ? "target" : "source", pc, call)
                            : copy_bytes_on(device, target, source, size, kind, pc, call);
    api_unlock();
    return error;
}

cudaError_t set_bytes(void *target, int value, size_t size, uintptr_t pc, const char *call)
{
    api_lock();
    variables_show(device_meant(target));
    cudaError_t error = is_name_of_variable(target) ? refuse_name("target", pc, call)
                                                    : check_and_set(target, value, size, pc, call);
    api_unlock();
    return error;
}

/* The address in the arena, or 0 for the host's memory. */
static uintptr_t on_device(const void *pointer)
{
    struct allocation *a = pointer ? usable(pointer) : NULL;
    if (!a || a->kind == ALLOCATION_PINNED || a->kind == ALLOCATION_REGISTERED)
        return 0;
    uintptr_t address = (uintptr_t)pointer;
    return memory_contains(address) ? address : address - a->real + a->start;
}

cudaError_t copy_timed(cudaError_t error, const void *target, const void *source, size_t size,
                       cudaStream_t stream, int waits)
{
    if (error || size == 0) {
        copied_forget();
        return error;
    }
    api_lock(); /* one device is at work at a time */
    uintptr_t to = on_device(target), from = on_device(source);
    const void *of_host = !to ? target : source && !from ? source : NULL;
    enum host_side host_side = !of_host          ? HOST_NONE
                               : usable(of_host) ? HOST_PAGE_LOCKED
                                                 : HOST_PAGEABLE;
    timeline_copy(stream_time_of(stream), to, from, size, host_side, of_host && waits);
    copied_done(stream, of_host && waits);
    api_unlock();
    return error;
}
