/*
 * Work of streams: see stream_work.h. An entry stays until the host knows that the work is done.
 */
#include "check/stream_work.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "check/describe.h"
#include "memory/memory.h"
#include "report/lines.h"

struct work {
    struct ordered_stream *stream;
    uint32_t number; /* of the stream's work */
    struct work_name name;
    struct watched_range *ranges; /* in ascending order */
    size_t count;
    struct work *next;
};

static struct work *works;

/* 1 if all future work comes after this. */
static int is_done(const struct work *work)
{
    return vector_clock_has(streams_host(), work->stream->number, work->number);
}

static void forget_done(void)
{
    for (struct work **link = &works; *link;) {
        struct work *work = *link;
        if (!is_done(work)) {
            link = &work->next;
            continue;
        }
        *link = work->next;
        free(work->ranges);
        free(work);
    }
}

/* Each device has its own bytes of a variable, at the same address. */
static int is_a_variable(uintptr_t address)
{
    const struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    return a && a->name && !a->managed_variable;
}

/* Atomics do not race with each other, if they are atomic for both. */
static int conflict(const struct work *one, unsigned how, const struct work *other,
                    unsigned other_how)
{
    unsigned atomics = WATCHED_ATOMIC | WATCHED_SYSTEM;
    unsigned changes = WATCHED_WRITE | WATCHED_MADE | WATCHED_FREED | atomics;
    if (!(how & changes) && !(other_how & changes))
        return 0;
    if ((how & ~atomics) || (other_how & ~atomics))
        return 1;
    return one->stream->device != other->stream->device && ((how | other_how) & WATCHED_ATOMIC);
}

static const char *verb(unsigned how, int past)
{
    if (how & WATCHED_MADE)
        return past ? "allocated" : "allocates";
    if (how & WATCHED_FREED)
        return past ? "freed" : "frees";
    if (how & WATCHED_WRITE)
        return past ? "wrote" : "writes";
    if (how & (WATCHED_ATOMIC | WATCHED_SYSTEM))
        return past ? "updated with atomics" : "updates with atomics";
    return past ? "read" : "reads";
}

static uintptr_t place_of(const struct work_name *name)
{
    return name->pc ? name->pc : lines_place(name->file, name->line);
}

/* 1 for two nodes of a graph: its launches come one after the other. */
static int in_one_graph(const struct work *work, const struct work *earlier)
{
    return work->stream->graph && work->stream->graph == earlier->stream->graph;
}

static void report(const struct work *work, unsigned how, const struct work *earlier,
                   unsigned earlier_how, uintptr_t start, uintptr_t end)
{
    char location[256];
    name_address(NULL, start, location, sizeof location);
    finding_on_host_at(
        FINDING_RACE_BETWEEN_STREAMS, in_one_graph(work, earlier) ? graph_advice() : NULL,
        place_of(&work->name), place_of(&earlier->name),
        "%s on device %d %s what %s on device %d %s: %zu byte%s from %s", work->name.text,
        work->stream->device, verb(how, 0), earlier->name.text, earlier->stream->device,
        verb(earlier_how, 1), (size_t)(end - start), plural(end - start), location);
}

/* Reports the first bytes on which both race. */
static void compare(const struct work *work, const struct work *earlier)
{
    size_t i = 0, k = 0;
    while (i < work->count && k < earlier->count) {
        const struct watched_range *a = &work->ranges[i], *b = &earlier->ranges[k];
        uintptr_t start = a->start > b->start ? a->start : b->start;
        uintptr_t end = a->end < b->end ? a->end : b->end;
        if (start < end && conflict(work, a->how, earlier, b->how) &&
            (work->stream->device == earlier->stream->device || !is_a_variable(start))) {
            report(work, a->how, earlier, b->how, start, end);
            return;
        }
        if (a->end <= b->end)
            i++;
        else
            k++;
    }
}

void stream_work_done(struct ordered_stream *stream, const struct work_name *name,
                      struct watched_range *ranges, size_t count)
{
    struct work *work = allocate(sizeof *work);
    forget_done();
    *work = (struct work){stream, ++stream->work, *name, ranges, count, works};
    vector_clock_add(&stream->vector_clock, stream->number, work->number);
    for (const struct work *earlier = works; earlier; earlier = earlier->next)
        if (!vector_clock_has(&stream->vector_clock, earlier->stream->number, earlier->number))
            compare(work, earlier);
    works = work;
}

void stream_work_forget(uintptr_t start, size_t size)
{
    for (struct work *work = works; work; work = work->next) {
        size_t kept = 0;
        for (size_t i = 0; i < work->count; i++)
            if (work->ranges[i].end <= start || work->ranges[i].start >= start + size)
                work->ranges[kept++] = work->ranges[i];
        work->count = kept;
    }
}
