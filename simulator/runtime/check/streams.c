/*
 * The order of work in streams: see streams.h.
 */
#include "check/streams.h"

#include <stddef.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"

static int asked_for;
static unsigned count;
static struct ordered_stream *streams;
static struct ordered_stream *defaults[DEVICES_MOST];
static struct vector_clock host;

int streams_are_ordered(void)
{
    return (asked_for || settings.devices > 1) && settings.checks && settings_recording();
}

void streams_order(void)
{
    asked_for = 1;
}

struct ordered_stream *streams_make(int device, int is_blocking)
{
    struct ordered_stream *stream = allocate(sizeof *stream);
    stream->number = count++;
    stream->device = device;
    stream->is_blocking = is_blocking;
    stream->next = streams;
    streams = stream;
    return stream;
}

struct ordered_stream *streams_default(int device)
{
    if (!defaults[device])
        defaults[device] = streams_make(device, 1);
    return defaults[device];
}

void streams_begin(struct ordered_stream *stream)
{
    vector_clock_join(&stream->vector_clock, &host);
    if (!stream->is_blocking)
        return;
    struct ordered_stream *others = streams_default(stream->device);
    if (stream != others) {
        vector_clock_join(&stream->vector_clock, &others->vector_clock);
        return;
    }
    for (const struct ordered_stream *other = streams; other; other = other->next)
        if (other->device == stream->device && other->is_blocking)
            vector_clock_join(&stream->vector_clock, &other->vector_clock);
}

void streams_host_waits(const struct vector_clock *clock)
{
    vector_clock_join(&host, clock);
}

void streams_host_waits_for(int device)
{
    for (const struct ordered_stream *stream = streams; stream; stream = stream->next)
        if (stream->device == device)
            vector_clock_join(&host, &stream->vector_clock);
}

const struct vector_clock *streams_host(void)
{
    return &host;
}
