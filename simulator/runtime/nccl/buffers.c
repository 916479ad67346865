/*
 * Buffers of calls: see buffers.h.
 */
#include "nccl/buffers.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/api_lock.h"
#include "base/settings.h"
#include "check/describe.h"
#include "memory/host_writes.h"
#include "memory/memory.h"
#include "memory/variables.h"

static struct allocation *allocation_around(const void *buffer)
{
    uintptr_t address = (uintptr_t)buffer;
    return memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
}

/* Bytes from the allocation's start to the buffer. */
static size_t offset_in(const struct allocation *a, const void *buffer)
{
    uintptr_t address = (uintptr_t)buffer;
    return address - (memory_contains(address) ? a->start : a->real);
}

static const char *look_at(const void *buffer, size_t size, int device, char *text,
                           size_t text_size)
{
    if (!buffer)
        return "a null pointer";
    struct allocation *a = allocation_around(buffer);
    if (!a)
        return memory_is_a_devices((uintptr_t)buffer)
                   ? "a device address that belongs to no allocation"
                   : "a pointer to the host's memory, where the device's must be";
    if (a->freed)
        return "memory that was freed";
    size_t offset = offset_in(a, buffer);
    if (memory_is_a_devices(a->start) && a->device != device)
        snprintf(text, text_size, "memory of device %d, but the rank's device is %d", a->device,
                 device);
    else if (size > a->size - offset)
        snprintf(text, text_size,
                 "too small: %zu byte%s at offset %zu of an allocation of %zu byte%s", size,
                 plural(size), offset, a->size, plural(a->size));
    else
        return NULL;
    return text;
}

/* The state of each byte, or NULL. */
static uint8_t *state_of(const void *buffer)
{
    struct allocation *a = allocation_around(buffer);
    if (!settings_recording() || !settings.checks)
        return NULL;
    return memory.state + (a->start - memory.base) + offset_in(a, buffer);
}

static size_t find_unwritten(const void *buffer, size_t size, size_t element)
{
    const uint8_t *state = state_of(buffer);
    struct allocation *a = allocation_around(buffer);
    host_writes_see(a, offset_in(a, buffer), size);
    for (size_t at = 0; state && at < size; at += element) {
        size_t byte = 0;
        while (byte < element && state[at + byte] != STATE_WRITTEN)
            byte++;
        if (byte == element)
            return at;
    }
    return size;
}

const char *buffer_wrong(const void *buffer, size_t size, int device, char *text, size_t text_size)
{
    api_lock();
    const char *wrong = look_at(buffer, size, device, text, text_size);
    api_unlock();
    return wrong;
}

size_t buffer_unwritten(const void *buffer, size_t size, size_t element)
{
    api_lock();
    size_t offset = find_unwritten(buffer, size, element);
    api_unlock();
    return offset;
}

static void copy(void *target, const void *source, size_t size, int device)
{
    api_lock();
    variables_show(device);
    memory_open();
    memcpy(target, source, size);
    memory_touch((uintptr_t)target, size);
    memory_close();
    api_unlock();
}

void buffer_read(char *bytes, const void *buffer, size_t size, int device)
{
    copy(bytes, buffer, size, device);
}

void buffer_write(void *buffer, const char *bytes, size_t size, int device)
{
    api_lock();
    copy(buffer, bytes, size, device);
    uint8_t *state = state_of(buffer);
    if (state)
        memset(state, STATE_WRITTEN, size);
    api_unlock();
}
