#include "clock/memory_system.h"

#include <math.h>

#include "base/worker.h"
#include "clock/memory_parts.h"
#include "clock/writers.h"

void memory_system_open(struct memory_system *system, const struct device *device, double sharing,
                        double resident_shared, double resident_warps,
                        const struct touched_launch *touched)
{
    *system = (struct memory_system){
        .device = device, .sharing = sharing, .resident_warps = resident_warps * sharing};
    double l1_lines = (device->l1_size * 1024 - resident_shared) / TRACE_LINE;
    double missed = (double)touched->missed, written = (double)touched->written_back;
    double mixture = missed + written > 0 ? written / (missed + written) : 0;
    double mixed = 2 * fmin(mixture, 1 - mixture);
    double share = device->memory_share - (device->memory_share - device->mixed_share) * mixed;
    system->memory_queue =
        device->memory_queue + (device->mixed_queue - device->memory_queue) * mixed;
    double cycles_per_second = device->clock * 1e6;
    system->memory_rate = device_peak_bandwidth(device) * share / cycles_per_second / sharing;
    system->extra_per_sector = missed > 0 ? SECTOR * written / missed : 0;
    system->l2_rate = device->l2_total / sharing < device->l2_bandwidth ? device->l2_total / sharing
                                                                        : device->l2_bandwidth;
    system->l2_part = fmin(fmax(sharing / device->multiprocessors, device->l2_alone), 1);
    /* A sector written in part is read, merged and written, if it has to leave L2. */
    system->partial_bytes =
        (double)touched->bytes > device->l2_size * 1024 ? SECTOR * device->partial_write : 0;
    window_open(&system->window, (size_t)device->sectors_under_way);
    line_cache_open(&system->l1, l1_lines > 16 ? (size_t)l1_lines : 16);
    line_list_open(&system->seen);
    line_sharing_open(&system->line_sharing, device->atomic_unit_bytes);
    line_list_open(&system->units);
    line_list_open(&system->swapped);
    line_list_open(&system->summed);
    line_list_open(&system->shared_sums);
    line_list_open(&system->writers);
    line_list_open(&system->packed_l1);
    line_list_open(&system->packed_l2);
}

void memory_system_close(struct memory_system *system)
{
    window_close(&system->window);
    line_cache_close(&system->l1);
    line_list_close(&system->seen);
    line_sharing_close(&system->line_sharing);
    line_list_close(&system->units);
    line_list_close(&system->swapped);
    line_list_close(&system->summed);
    line_list_close(&system->shared_sums);
    line_list_close(&system->writers);
    line_list_close(&system->packed_l1);
    line_list_close(&system->packed_l2);
}

void memory_system_know(struct memory_system *system, const struct sample *sample,
                        const double *follows)
{
    double warps = sample->trace[0].warps, all = (double)sample->blocks * warps;
    double at_once = fmin(system->resident_warps, all);
    system->mean_warps = at_once * (1 - at_once / all / 2);
    line_sharing_find(&system->line_sharing, sample, follows, at_once / warps);
    if (system->partial_bytes > 0) {
        writers_find(&system->writers, sample);
        system->left_partial = writers_leave(&system->writers, sample);
    }
}

static void load_line(struct memory_system *system, const struct requester *requester,
                      const struct trace_line *line, enum access_to_l2 access, int past_l1,
                      double now, struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = memory_key(requester, line);
    unsigned wanted = line->sectors;
    struct cached_line *cached = past_l1 ? NULL : line_cache_find(&system->l1, key);
    if (cached && wanted & cached->sectors) {
        double arrives = now + device->l1_latency;
        memory_keep_latest(answer, cached->ready > arrives ? cached->ready : arrives, 0, TIME_L1,
                           cached->ready > arrives ? TIME_LOADS : TIME_L1);
        wanted &= ~(unsigned)cached->sectors;
    }
    if (!wanted)
        return;
    struct beyond beyond = memory_look_in_l2(system, line, key, wanted, access);
    double ready = memory_fetch(system, &beyond, 1, now, answer);
    if (past_l1)
        return;
    cached = line_cache_add(&system->l1, key);
    cached->sectors |= (uint8_t)wanted;
    if (ready > cached->ready)
        cached->ready = ready;
}

static void store_line(struct memory_system *system, const struct requester *requester,
                       const struct trace_line *line, double now, struct answer *answer)
{
    uint64_t key = memory_key(requester, line);
    struct beyond beyond = memory_look_in_l2(system, line, key, line->sectors, STORE);
    memory_fetch(system, &beyond, 0, now, answer);
}

#define NEAR_LINES 16 /* of one page of the memory, about */

/* 1 if no other line of the request is near the i-th. */
static int is_far(const struct trace *trace, const struct trace_event *event, unsigned i)
{
    const struct trace_line *line = &trace->lines[event->first_line + i];
    if (event->lines < 2)
        return 0;
    for (unsigned other = i ? i - 1 : 0; other <= i + 1 && other < event->lines; other++) {
        int64_t distance = (int64_t)trace->lines[event->first_line + other].number - line->number;
        if (other != i && distance >= -NEAR_LINES && distance <= NEAR_LINES)
            return 0;
    }
    return 1;
}

/*
 * Cycles, of l1_cycles each, for which the request occupies the load/store unit: a load for its
 * wavefronts in L1. Stores and atomics go on to L2, line by line.
 */
static double passes_of(const struct trace_event *event)
{
    double bytes = __builtin_popcount(event->lanes) << (event->event & EVENT_SIZE);
    if (event->event & EVENT_WRITE)
        return later(bytes / TRACE_LINE, event->lines);
    return event->wavefronts;
}

struct answer memory_global(struct memory_system *system, const struct requester *requester,
                            const struct trace_event *event, int computed, double now)
{
    const struct device *device = system->device;
    int atomic = (event->event & EVENT_CLASS) == EVENT_ATOMIC;
    int coalesced = !atomic && without_cost(&system->without, COST_UNCOALESCED) &&
                    memory_is_uncoalesced(requester, event);
    double passes = coalesced ? memory_lines_coalesced(requester, event) : passes_of(event);
    double start = server_serve(&system->load_store, now, passes * device->l1_cycles);
    struct answer answer = {.issued = start, .ready = start, .queue = TIME_L1, .cause = TIME_L1};
    int past_l1 = (event->attributes & TRACE_VOLATILE) || device->global_in_l1 == 0;
    if (coalesced)
        memory_coalesced(system, requester, event, past_l1, start, &answer);
    for (unsigned i = 0; !coalesced && i < event->lines; i++) {
        const struct trace_line *line = &requester->trace->lines[event->first_line + i];
        enum access_to_l2 access = is_far(requester->trace, event, i) ? LOAD_FAR : LOAD_NEAR;
        if (atomic)
            memory_atomic_line(system, requester, line, access, event, computed, start, &answer);
        else if (event->event & EVENT_WRITE)
            store_line(system, requester, line, start, &answer);
        else
            load_line(system, requester, line, access, past_l1, start, &answer);
    }
    /* The warp continues when its request has entered the window. */
    double room = window_enter(&system->window, start);
    if (room > answer.issued)
        answer.issued = room;
    answer.queued += start - now;
    return answer;
}

unsigned memory_least_wavefronts(const struct trace_event *event)
{
    unsigned bytes = (unsigned)__builtin_popcount(event->lanes) << (event->event & EVENT_SIZE);
    return (bytes + TRACE_LINE - 1) / TRACE_LINE;
}

/* Those that it takes. */
static unsigned wavefronts_of(const struct memory_system *system, const struct trace_event *event)
{
    if ((event->event & EVENT_CLASS) == EVENT_ATOMIC ||
        !without_cost(&system->without, COST_CONFLICTS))
        return event->wavefronts;
    unsigned least = memory_least_wavefronts(event);
    return event->wavefronts < least ? event->wavefronts : least;
}

struct answer memory_shared(struct memory_system *system, const struct trace_event *event,
                            int computed, double now)
{
    const struct device *device = system->device;
    unsigned wavefronts = wavefronts_of(system, event);
    double duration = device->shared_cycles + (wavefronts - 1) * device->shared_conflict;
    if ((event->event & EVENT_CLASS) == EVENT_ATOMIC)
        duration =
            (memory_is_done_by_one_lane(event, computed) ? 1 : wavefronts) * device->shared_atomic;
    if (duration < device->shared_cycles)
        duration = device->shared_cycles;
    double replay = device->shared_replay > duration / wavefronts ? device->shared_replay
                                                                  : duration / wavefronts;
    double start = server_serve(&system->shared, now, duration);
    return (struct answer){.issued = later(now, start - device->shared_ahead),
                           .ready = start + device->shared_latency + (wavefronts - 1) * replay,
                           .queued = start - now,
                           .queue = TIME_SHARED,
                           .cause = TIME_SHARED};
}

double memory_constant(struct memory_system *system, unsigned addresses, double now)
{
    double duration = addresses * system->device->constant_address;
    return server_serve(&system->constants, now, duration) + duration;
}

double memory_local(struct memory_system *system, const struct trace_local *local, double now)
{
    const struct device *device = system->device;
    double loads = local->loads * device->l1_cycles;
    double stores = local->sectors * device->local_sector;
    double start = server_serve(&system->load_store, now, loads);
    double taken = stores > 0 ? server_serve(&system->l2, now, stores) : now;
    return later(taken, local->loads ? start + loads + device->l1_latency : now);
}

struct answer memory_exchange(struct memory_system *system, double now)
{
    const struct device *device = system->device;
    double start = server_serve(&system->shared, now, device->exchange_cycles);
    return (struct answer){.issued = start,
                           .ready = start + device->exchange_latency,
                           .queued = start - now,
                           .queue = TIME_SHARED,
                           .cause = TIME_SHARED};
}

double memory_shared_room(const struct memory_system *system)
{
    return system->shared.free - system->device->shared_ahead;
}

double memory_for_no_lane(struct memory_system *system, unsigned loads, unsigned stores, double now)
{
    const struct device *device = system->device;
    if (loads + stores == 0)
        return now;
    double start = server_serve(&system->shared, now, (loads + stores) * device->shared_cycles);
    return loads ? start + (loads - 1) * device->shared_cycles + device->shared_latency : now;
}
