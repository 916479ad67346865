#include "clock/timeline.h"

#include <math.h>
#include <stdio.h>

#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/operations.h"
#include "base/settings.h"
#include "clock/recording.h"
#include "memory/touched.h"

static struct {
    struct stream_time default_stream;
    double all; /* the end of all streams */
} times[DEVICES_MOST];
static _Thread_local double host;  /* the time of this host thread, */
static _Thread_local double first; /* that of the others when it began, */
static _Thread_local int has_begun;
static _Thread_local double seen_host, seen_latest; /* both at its last call of timeline_waited */
static _Atomic double latest;                       /* of all host threads */
static _Atomic double learnt; /* the end of the latest work that they know to be done */

static void host_goes_to(double time)
{
    if (!has_begun)
        first = latest;
    has_begun = 1;
    host = time;
    latest = fmax(latest, time);
}

double timeline_waited(void)
{
    double all = latest, own = has_begun ? fmax(host, first) : all;
    double waited = fmax(own - seen_host, all - seen_latest);
    seen_host = own;
    seen_latest = all;
    return waited;
}

struct stream_time *timeline_default_stream(int device)
{
    times[device].default_stream.device = device;
    return &times[device].default_stream;
}

/* The time at which the stream can begin new work that the host gives it now. */
static double start_of(const struct stream_time *stream, double call)
{
    host_goes_to(host + call);
    const struct stream_time *others = &times[stream->device].default_stream;
    double start = fmax(host, stream->ready);
    return fmax(start, stream == others ? times[stream->device].all : others->ready);
}

/* The host thread's own work so far, in nanoseconds. */
static double own_work(void)
{
    return (double)api_time_outside(0);
}

static void end_at(struct stream_time *stream, double end)
{
    stream->own_work = own_work();
    stream->ready = end;
    times[stream->device].all = fmax(times[stream->device].all, end);
}

void timeline_kernel(struct stream_time *stream, const struct launch_time *time)
{
    if (settings_clock())
        end_at(stream, start_of(stream, device.host_call) + device.launch_gap + time->kernel);
}

static int is_between_devices(uintptr_t to, uintptr_t from)
{
    return memory_is_a_devices(to) && memory_is_a_devices(from) &&
           memory_device(to) != memory_device(from);
}

/* Between host and device, in bytes per nanosecond. */
static double bus_bandwidth(int is_to_device, enum host_side host_side)
{
    if (host_side == HOST_PAGE_LOCKED)
        return device.bus_bandwidth;
    return is_to_device ? device.pageable_to_device : device.pageable_to_host;
}

static double copy_time(uintptr_t to, uintptr_t from, size_t size, enum host_side host_side)
{
    struct touched_launch l2 = touched_by_copy(to, from, size, (uint64_t)(device.l2_size * 1024));
    double bytes = (double)size;
    if (host_side)
        return device.bus_latency + bytes / bus_bandwidth(to != 0, host_side);
    if (is_between_devices(to, from))
        return device.copy_start + bytes / device.peer_bandwidth;
    double share = from ? device.copy_share : device.fill_share;
    double memory =
        (double)(l2.missed + l2.written_back) / (device_peak_bandwidth(&device) * share) * 1e9;
    double cache = bytes * (from ? 2 : 1) / (device.l2_total * device.clock) * 1000;
    return device.copy_start + fmax(memory, cache);
}

void timeline_copy(struct stream_time *stream, uintptr_t to, uintptr_t from, size_t size,
                   enum host_side host_side, int waits)
{
    if (!settings_clock())
        return;
    device_at_work = stream->device;
    end_at(stream, start_of(stream, device.host_call) + copy_time(to, from, size, host_side));
    if (waits || host_side == HOST_PAGEABLE)
        timeline_host_waits(stream->ready);
}

double timeline_begin(struct stream_time *stream)
{
    return settings_clock() ? start_of(stream, device.host_call) : 0;
}

void timeline_end(struct stream_time *stream, double end)
{
    if (settings_clock())
        end_at(stream, end);
}

void timeline_busy(double nanoseconds)
{
    struct stream_time *stream = timeline_default_stream(current_device());
    if (settings_clock())
        end_at(stream, start_of(stream, device.host_call) + nanoseconds);
}

void timeline_cool(void)
{
    device_at_work = current_device();
    if (settings_clock())
        touched_cool();
}

double timeline_empty_launch(void)
{
    return settings_clock() ? device.launch : 0;
}

double timeline_record(struct stream_time *stream)
{
    if (!settings_clock())
        return 0;
    double end = start_of(stream, 0) + device.launch - device.launch_gap;
    end_at(stream, end);
    recording_mark();
    return end;
}

void timeline_wait(struct stream_time *stream, double until)
{
    stream->ready = fmax(stream->ready, until);
}

void timeline_host_waits(double until)
{
    host_goes_to(fmax(host, until));
}

#define QUERY 250 /* nanoseconds: cudaEventQuery, calibrate/recordings/h100/host.csv */

int timeline_is_done(double time, double own_work_then)
{
    if (!settings_clock() || host + own_work() - own_work_then >= time)
        return 1;
    host_goes_to(host + QUERY);
    return 0;
}

void timeline_host_learns(double time)
{
    learnt = fmax(learnt, time);
}

int timeline_host_knows(double time)
{
    return !settings_clock() || fmax(latest, learnt) >= time;
}

void timeline_host_waits_for_all(int number)
{
    timeline_host_waits(times[number].all);
}

double timeline_now(void)
{
    return times[device_at_work].all;
}

static _Atomic int time_was_seen, marked;
static const char *_Atomic bound_of, *_Atomic fetched_by;

void timeline_seen(void)
{
    if (!time_was_seen && settings_clock())
        time_was_seen = 1; /* a store only once: many threads may get here at a time */
}

void timeline_is_bound(const char *of)
{
    bound_of = of;
}

void timeline_fetched(const char *kernel)
{
    fetched_by = kernel;
}

void timeline_marks_itself(void)
{
    marked = 1;
}

void timeline_note(void)
{
    int reported =
        settings_clock() && (settings.report == REPORT_CLOCK || settings.report == REPORT_LINES);
    if (time_was_seen && !marked)
        fprintf(stderr, "simulator: times are modelled: %s (docs/clock.md)\n", device.name);
    if (time_was_seen && bound_of)
        fprintf(stderr,
                "simulator: times of %s are lower bounds: no kernel of its is modelled "
                "(docs/programs.md)\n",
                bound_of);
    if ((time_was_seen || reported) && fetched_by)
        fprintf(stderr,
                "simulator: one block of %s has fetched all work with a counter: the time of that "
                "launch is not to be trusted (docs/clock.md)\n",
                fetched_by);
    if ((time_was_seen || reported) && !program_operations.count)
        fprintf(stderr, "simulator: modelled times lack the operations between accesses: "
                        "this program has no table of them (docs/clock.md)\n");
}
