/*
 * Which launch has written an array: see written.h.
 *
 * A launch may be looked at several times, at first with blocks side by side. The first store to
 * an array in a look replaces what an earlier look has noted, so that the words do not depend on
 * how far that came.
 */
#include "check/written.h"

#include <pthread.h>
#include <stdio.h>

#include "base/allocate.h"
#include "base/worker.h"
#include "report/kernel.h"
#include "report/lines.h"

/* What this host thread has noted last: of further stores there is nothing to note. */
static _Thread_local struct {
    uint64_t look;
    uintptr_t start;
    size_t array_size;
    unsigned smallest, largest;
} noted;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(struct allocation *a, const struct run *run)
{
    const struct sim_launch *launch = run->launch;
    if (a->writer.launch != run->launch_number)
        a->before = a->writer;
    a->writer = (struct writer){.launch = run->launch_number,
                                .look = run->number,
                                .kernel = run->kernel->name,
                                .file = launch->file,
                                .line = launch->line,
                                .blocks = run->blocks,
                                .threads = run->threads,
                                .smallest = a->before.smallest,
                                .largest = a->before.largest};
}

static void widen(struct writer *writer, unsigned smallest, unsigned largest)
{
    if (!writer->smallest || smallest < writer->smallest)
        writer->smallest = smallest;
    if (largest > writer->largest)
        writer->largest = largest;
}

/* Another array than that noted last, or another size. */
static void note(const struct run *run, uintptr_t address, unsigned size)
{
    struct allocation *a = allocation_find(address);
    if (!a)
        return;
    pthread_mutex_lock(&lock);
    if (a->writer.look != run->number)
        take(a, run);
    widen(&a->writer, size, size);
    noted.look = run->number;
    noted.start = a->start;
    noted.array_size = a->size;
    noted.smallest = a->writer.smallest;
    noted.largest = a->writer.largest;
    pthread_mutex_unlock(&lock);
}

void written_note(struct worker *worker, uintptr_t address, unsigned size)
{
    if (noted.look != worker->run->number || address - noted.start >= noted.array_size ||
        size < noted.smallest || size > noted.largest)
        note(worker->run, address, size);
}

const struct writer *written_last(const struct allocation *a, const struct run *run)
{
    const struct writer *writer =
        run && a->writer.launch == run->launch_number ? &a->before : &a->writer;
    return writer->launch ? writer : NULL;
}

const char *written_name(const struct writer *writer, char *text, size_t size)
{
    char place[256] = "";
    text[0] = 0;
    if (!writer)
        return text;
    if (writer->file) {
        struct line line = line_of(lines_place(writer->file, writer->line));
        snprintf(place, sizeof place, " at %s:%d", line.file, line.number);
    }
    snprintf(
        text, size,
        "; the last launch that wrote new bytes there, %s%s, had %llu threads: %llu block%s of %u",
        writer->kernel, place, (unsigned long long)(writer->blocks * writer->threads),
        (unsigned long long)writer->blocks, writer->blocks == 1 ? "" : "s", writer->threads);
    return text;
}

const struct host_beginning *written_too_little(const struct allocation *a, const struct run *run,
                                                unsigned access_size)
{
    const struct host_beginning *beginning = &a->beginning;
    return access_size > 1 && beginning->size && beginning->size * access_size == a->size &&
                   !written_last(a, run)
               ? beginning
               : NULL;
}

const char *written_too_little_name(const struct host_beginning *beginning, char *text, size_t size)
{
    struct line line = line_of(beginning->pc);
    snprintf(text, size, "; %s at %s:%d wrote %zu bytes, as many as there are elements",
             beginning->call, line.file, line.number, beginning->size);
    return text;
}

struct written *written_by(const struct run *run, size_t *number)
{
    size_t count, found = 0;
    struct allocation **list = allocation_list(&count);
    struct written *written = allocate((count + 1) * sizeof *written);
    for (size_t i = 0; i < count; i++)
        if (list[i]->writer.look == run->number)
            written[found++] =
                (struct written){list[i]->start, list[i]->writer.smallest, list[i]->writer.largest};
    *number = found;
    return written;
}

void written_again(const struct run *run, const struct written *written, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct allocation *a = allocation_find(written[i].start);
        if (!a)
            continue;
        take(a, run);
        widen(&a->writer, written[i].smallest, written[i].largest);
    }
}
