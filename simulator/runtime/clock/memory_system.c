#include "clock/memory_system.h"

#include "base/worker.h"

#define SECTOR 32 /* bytes */

void memory_system_open(struct memory_system *system, const struct device *device, double sharing,
                        double resident_shared, const struct touched_launch *touched)
{
    *system = (struct memory_system){.device = device, .sharing = sharing};
    double l1_lines = (device->l1_size * 1024 - resident_shared) / TRACE_LINE;
    double missed = (double)touched->missed, written = (double)touched->written_back;
    double mixture = missed + written > 0 ? written / (missed + written) : 0;
    double share = device->memory_share - (device->memory_share - device->mixed_share) * 2 *
                                              (mixture < 0.5 ? mixture : 1 - mixture);
    double cycles_per_second = device->clock * 1e6;
    system->memory_rate = device_peak_bandwidth(device) * share / cycles_per_second / sharing;
    system->extra_per_sector = missed > 0 ? SECTOR * written / missed : 0;
    system->l2_rate = device->l2_total / sharing < device->l2_bandwidth ? device->l2_total / sharing
                                                                        : device->l2_bandwidth;
    window_open(&system->window, (size_t)device->sectors_under_way);
    line_cache_open(&system->l1, l1_lines > 16 ? (size_t)l1_lines : 16);
    line_list_open(&system->seen);
    line_list_open(&system->common);
    line_list_open(&system->words);
}

void memory_system_close(struct memory_system *system)
{
    window_close(&system->window);
    line_cache_close(&system->l1);
    line_list_close(&system->seen);
    line_list_close(&system->common);
    line_list_close(&system->words);
}

/* In `common`, used is 1 + the number of the first block, sectors is 1 if there is another. */
void memory_system_know(struct memory_system *system, const struct trace *trace, unsigned number)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        struct cached_line *line =
            line_list_at(&system->common, (uint64_t)trace->lines[i].number + 1);
        if (!line->used)
            line->used = number + 1;
        else if (line->used != number + 1)
            line->sectors = 1;
    }
}

/* A line of a block that stands for another than its own is another line, unless all share it. */
static uint64_t key_of(struct memory_system *system, const struct requester *requester,
                       const struct trace_line *line)
{
    uint64_t key = (uint64_t)line->number + 1;
    if (requester->block != requester->trace->block && !line_list_at(&system->common, key)->sectors)
        key |= (requester->instance + 1) << 32;
    return key;
}

/* What goes beyond L1: sectors of one line that L1 does not have. */
struct beyond {
    unsigned sectors; /* how many */
    unsigned missed;  /* how many of them L2 does not have either */
};

static struct beyond look_in_l2(struct memory_system *system, const struct trace_line *line,
                                uint64_t key, unsigned sectors)
{
    struct cached_line *seen = line_list_at(&system->seen, key);
    struct beyond beyond = {(unsigned)__builtin_popcount(sectors), 0};
    unsigned missed = sectors & ~(unsigned)line->in_l2 & ~(unsigned)seen->sectors;
    beyond.missed = (unsigned)__builtin_popcount(missed);
    seen->sectors |= (uint8_t)sectors;
    return beyond;
}

static void keep_latest(struct answer *answer, double ready, double queued, enum time_cause queue,
                        enum time_cause cause)
{
    if (ready <= answer->ready)
        return;
    answer->ready = ready;
    answer->queued = queued;
    answer->queue = queue;
    answer->cause = cause;
}

/* A load's sectors that L1 does not have: when they are there. */
static double fetch(struct memory_system *system, const struct beyond *beyond, int is_load,
                    double now, struct answer *answer)
{
    const struct device *device = system->device;
    double bytes = beyond->sectors * SECTOR;
    double entered = window_enter(&system->window, now);
    double l2 = server_serve(&system->l2, entered, bytes / system->l2_rate);
    double ready = l2 + bytes / system->l2_rate + device->l2_latency, queued = l2 - now;
    enum time_cause queue = TIME_L2, cause = TIME_LOADS;
    system->l2_bytes += bytes;
    if (beyond->missed) {
        double from_memory = beyond->missed * (SECTOR * is_load + system->extra_per_sector);
        double duration = from_memory / system->memory_rate;
        double start = server_serve(&system->memory, l2, duration);
        system->memory_bytes += from_memory;
        if (start - l2 > queued)
            queue = TIME_BANDWIDTH;
        queued += start - l2;
        if (is_load)
            ready = start + duration + device->memory_latency;
        else
            ready = start + duration + device->l2_latency;
    }
    for (unsigned i = 0; i < beyond->sectors; i++)
        window_note(&system->window, ready);
    if (is_load) {
        system->loads += bytes;
        system->under_way += bytes * (ready - now);
        keep_latest(answer, ready, queued, queue, cause);
    } else if (ready > system->last) {
        system->last = ready;
    }
    return ready;
}

static void load_line(struct memory_system *system, const struct requester *requester,
                      const struct trace_line *line, int past_l1, double now, struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = key_of(system, requester, line);
    unsigned wanted = line->sectors;
    struct cached_line *cached = past_l1 ? NULL : line_cache_find(&system->l1, key);
    if (cached && wanted & cached->sectors) {
        double arrives = now + device->l1_latency;
        keep_latest(answer, cached->ready > arrives ? cached->ready : arrives, 0, TIME_L1,
                    cached->ready > arrives ? TIME_LOADS : TIME_L1);
        wanted &= ~(unsigned)cached->sectors;
    }
    if (!wanted)
        return;
    struct beyond beyond = look_in_l2(system, line, key, wanted);
    double ready = fetch(system, &beyond, 1, now, answer);
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
    uint64_t key = key_of(system, requester, line);
    struct beyond beyond = look_in_l2(system, line, key, line->sectors);
    fetch(system, &beyond, 0, now, answer);
}

/*
 * L2 performs the atomics on one sector one after another: those of a request that go to one
 * address each on its own, those to different addresses of a sector together. Where other
 * blocks use the sector, other multiprocessors stand in line as well.
 */
static void atomic_line(struct memory_system *system, const struct requester *requester,
                        const struct trace_line *line, unsigned most, double now,
                        struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = key_of(system, requester, line);
    struct beyond beyond = look_in_l2(system, line, key, line->sectors);
    struct cached_line *word = line_list_at(&system->words, key);
    struct cached_line *common = line_list_at(&system->common, (uint64_t)line->number + 1);
    double entered = window_enter(&system->window, now);
    double arrives = entered + device->atomic_latency / 2;
    double each = device->atomic_interval * (common->sectors ? system->sharing : 1);
    double all = line->lanes / (device->atomic_total / system->sharing);
    double start = server_serve(&system->l2, entered, all) + device->atomic_latency / 2;
    if (start < arrives)
        start = arrives;
    if (start < word->ready)
        start = word->ready;
    word->ready = start + each * most;
    if (beyond.missed)
        server_serve(&system->memory, entered,
                     beyond.missed * (SECTOR + system->extra_per_sector) / system->memory_rate);
    double ready = word->ready + device->atomic_latency / 2;
    window_note(&system->window, ready);
    if (ready > system->last)
        system->last = ready;
    keep_latest(answer, ready, start - arrives, TIME_ATOMICS, TIME_ATOMICS);
}

struct answer memory_global(struct memory_system *system, const struct requester *requester,
                            const struct trace_event *event, double now)
{
    const struct device *device = system->device;
    unsigned size = 1u << (event->event & EVENT_SIZE);
    unsigned lanes = (unsigned)__builtin_popcount(event->lanes);
    double bytes = (double)lanes * size;
    double passes = bytes / TRACE_LINE > event->lines ? bytes / TRACE_LINE : event->lines;
    double start = server_serve(&system->load_store, now, passes * device->l1_cycles);
    struct answer answer = {.issued = start, .ready = start, .queue = TIME_L1, .cause = TIME_L1};
    int atomic = (event->event & EVENT_CLASS) == EVENT_ATOMIC;
    int past_l1 = event->is_volatile || device->global_in_l1 == 0;
    for (unsigned i = 0; i < event->lines; i++) {
        const struct trace_line *line = &requester->trace->lines[event->first_line + i];
        if (atomic)
            atomic_line(system, requester, line, event->wavefronts, start, &answer);
        else if (event->event & EVENT_WRITE)
            store_line(system, requester, line, start, &answer);
        else
            load_line(system, requester, line, past_l1, start, &answer);
    }
    /* The warp goes on only when what it asked for has found room on the way. */
    double room = window_enter(&system->window, start);
    if (room > answer.issued)
        answer.issued = room;
    answer.queued += start - now;
    return answer;
}

struct answer memory_shared(struct memory_system *system, const struct trace_event *event,
                            double now)
{
    const struct device *device = system->device;
    double duration = event->wavefronts * device->shared_cycles;
    if ((event->event & EVENT_CLASS) == EVENT_ATOMIC)
        duration = event->wavefronts * device->shared_atomic;
    double start = server_serve(&system->shared, now, duration);
    return (struct answer){.issued = start,
                           .ready =
                               start + duration - device->shared_cycles + device->shared_latency,
                           .queued = start - now,
                           .queue = TIME_SHARED,
                           .cause = TIME_SHARED};
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
