/*
 * Keeps the snapshot in one buffer, allocation after allocation, which grows
 * when needed. The addresses of the list do not change while a kernel runs.
 */
#define _GNU_SOURCE
#include "memory/snapshot.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "memory/memory.h"
#include "memory/peers.h"

static char *buffer;
static size_t capacity;

/* The launch may change it. */
static int is_reached(const struct allocation *a)
{
    return !a->freed && (!memory_is_a_devices(a->start) || peers_reach(device_at_work, a->device));
}

/* Bytes stay written: the state of what is all written cannot change. */
static int with_state(const struct allocation *allocation)
{
    return settings_recording() && settings.checks && !allocation->written;
}

static size_t size_needed(void)
{
    size_t count, size = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (is_reached(list[i]))
            size += list[i]->size * (with_state(list[i]) ? 2 : 1);
    return size;
}

static void make_room(size_t size)
{
    if (size <= capacity)
        return;
    if (buffer)
        munmap(buffer, capacity);
    capacity = (size + (size_t)(2 << 20) - 1) & ~(size_t)((2 << 20) - 1);
    buffer = allocate_pages(
        capacity, " for a copy of the device's memory; SIM_CHECKS=0 SIM_THREADS=1 needs none");
    madvise(buffer, capacity, MADV_HUGEPAGE);
}

/* Copies between memory and the buffer; save: which way. */
static void copy(char **place, void *bytes, size_t size, int save)
{
    if (save)
        memcpy(*place, bytes, size);
    else if (memcmp(bytes, *place, size)) /* constants may lie where nothing can be written */
        memcpy(bytes, *place, size);
    *place += size;
}

static void copy_all(int save)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    char *place = buffer;
    memory_open();
    for (size_t i = 0; i < count; i++) {
        struct allocation *a = list[i];
        if (!is_reached(a))
            continue;
        copy(&place, (void *)a->real, a->size, save);
        if (with_state(a))
            copy(&place, memory.state + (a->start - memory.base), a->size, save);
    }
    memory_close();
}

void snapshot_take(void)
{
    make_room(size_needed());
    copy_all(1);
}

void snapshot_restore(void)
{
    copy_all(0);
}
