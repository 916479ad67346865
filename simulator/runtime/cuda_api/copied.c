/*
 * The bytes that copies touch: see copied.h.
 */
#include "cuda_api/copied.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "launch/ordered.h"
#include "memory/memory.h"

static _Thread_local struct {
    struct watched_range *ranges;
    size_t count;
    struct work_name name;
} call;

uintptr_t copied_place(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    const struct allocation *a = memory_contains(address) ? NULL : allocation_of_host(address);
    return a ? address - a->real + a->start : address;
}

void copied_note(const void *pointer, size_t size, unsigned how, uintptr_t pc, const char *name)
{
    if (!streams_are_ordered())
        return;
    uintptr_t start = copied_place(pointer);
    call.ranges = allocate_again(call.ranges, (call.count + 1) * sizeof *call.ranges);
    call.ranges[call.count++] = (struct watched_range){start, start + size, how};
    call.name.pc = pc;
    snprintf(call.name.text, sizeof call.name.text, "%s", name);
}

void copied_forget(void)
{
    free(call.ranges);
    call.ranges = NULL;
    call.count = 0;
}

/* ---- Ranges in order ------------------------------------------------------------------------- */

static int compare_ranges(const void *first, const void *second)
{
    const struct watched_range *a = first, *b = second;
    return a->start < b->start ? -1 : a->start > b->start;
}

static int compare_addresses(const void *first, const void *second)
{
    const uintptr_t *a = first, *b = second;
    return *a < *b ? -1 : *a > *b;
}

/* Splits overlapping ranges wherever one of them begins or ends. */
static struct watched_range *cut(const struct watched_range *ranges, size_t *count)
{
    size_t edges = 2 * *count, parts = 0;
    uintptr_t *edge = allocate(edges * sizeof *edge);
    struct watched_range *cut = allocate(edges * sizeof *cut);
    for (size_t i = 0; i < *count; i++) {
        edge[2 * i] = ranges[i].start;
        edge[2 * i + 1] = ranges[i].end;
    }
    qsort(edge, edges, sizeof *edge, compare_addresses);
    for (size_t e = 0; e + 1 < edges; e++) {
        unsigned how = 0;
        for (size_t i = 0; i < *count && edge[e] < edge[e + 1]; i++)
            if (ranges[i].start <= edge[e] && ranges[i].end >= edge[e + 1])
                how |= ranges[i].how;
        if (how)
            cut[parts++] = (struct watched_range){edge[e], edge[e + 1], how};
    }
    free(edge);
    *count = parts;
    return cut;
}

struct watched_range *copied_in_order(struct watched_range *ranges, size_t *count)
{
    int overlap = 0;
    qsort(ranges, *count, sizeof *ranges, compare_ranges);
    for (size_t i = 1; i < *count; i++)
        overlap |= ranges[i].start < ranges[i - 1].end;
    if (!overlap)
        return ranges;
    struct watched_range *parts = cut(ranges, count);
    free(ranges);
    return parts;
}

/* ---- The work -------------------------------------------------------------------------------- */

/*
 * The devices whose memory the ranges are in. A copy in a default stream waits for the default
 * streams of all these.
 */
static unsigned devices_of(const struct watched_range *ranges, size_t count)
{
    unsigned devices = 0;
    for (size_t i = 0; i < count; i++)
        if (memory_is_a_devices(ranges[i].start))
            devices |= 1u << memory_device(ranges[i].start);
    return devices;
}

static void done(struct ordered_stream *stream, unsigned others)
{
    size_t count = call.count;
    struct watched_range *ranges = copied_in_order(call.ranges, &count);
    call.ranges = NULL;
    call.count = 0;
    for (int device = 0; device < settings.devices; device++)
        if (others >> device & 1) {
            streams_begin(streams_default(device));
            vector_clock_join(&stream->vector_clock, &streams_default(device)->vector_clock);
        }
    stream_work_done(stream, &call.name, ranges, count);
    for (int device = 0; device < settings.devices; device++)
        if (others >> device & 1)
            vector_clock_join(&streams_default(device)->vector_clock, &stream->vector_clock);
}

/*
 * 1 if a range writes to pageable host memory. Such copies return only when they are done,
 * asynchronous ones, too.
 */
static int is_to_pageable(const struct watched_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ranges[i].how == WATCHED_WRITE && !memory_contains(ranges[i].start))
            return 1;
    return 0;
}

void copied_done(cudaStream_t stream, int waits)
{
    if (!call.count)
        return;
    api_lock();
    struct ordered_stream *ordered = ordered_of(stream, current_device());
    streams_begin(ordered);
    waits |= is_to_pageable(call.ranges, call.count);
    done(ordered, stream_is_default(stream) ? devices_of(call.ranges, call.count) : 0);
    if (waits)
        streams_host_waits(&ordered->vector_clock);
    api_unlock();
}
