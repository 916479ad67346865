#include "clock/memory_system.h"

#include <math.h>

#include "base/worker.h"
#include "view/model.h"
#include "clock/writers.h"

#define SECTOR 32 /* bytes */

void memory_system_open(struct memory_system *system, const struct device *device, double sharing,
                        double resident_shared, double resident_warps,
                        const struct touched_launch *touched)
{
    *system = (struct memory_system){
        .device = device, .sharing = sharing, .resident_warps = resident_warps * sharing};
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
    /* A sector written in part is read, merged and written, if it has to leave L2. */
    system->partial_bytes =
        (double)touched->bytes > device->l2_size * 1024 ? SECTOR * device->partial_write : 0;
    window_open(&system->window, (size_t)device->sectors_under_way);
    line_cache_open(&system->l1, l1_lines > 16 ? (size_t)l1_lines : 16);
    line_list_open(&system->seen);
    line_sharing_open(&system->line_sharing);
    line_list_open(&system->units);
    line_list_open(&system->swapped);
    line_list_open(&system->writers);
}

void memory_system_close(struct memory_system *system)
{
    window_close(&system->window);
    line_cache_close(&system->l1);
    line_list_close(&system->seen);
    line_sharing_close(&system->line_sharing);
    line_list_close(&system->units);
    line_list_close(&system->swapped);
    line_list_close(&system->writers);
}

void memory_system_know(struct memory_system *system, const struct sample *sample)
{
    line_sharing_find(&system->line_sharing, sample);
    if (system->partial_bytes > 0)
        writers_find(&system->writers, sample);
}

/*
 * The key of a line. Where a trace represents another block, its lines count as different ones,
 * unless blocks share them.
 */
static uint64_t key_of(struct memory_system *system, const struct requester *requester,
                       const struct trace_line *line)
{
    uint64_t key = (uint64_t)line->number + 1;
    if (requester->block != requester->trace->block &&
        line_sharing_part(&system->line_sharing, line) == 0)
        key |= (requester->instance + 1) << 32;
    return key;
}

/* A request to L2: the sectors of one line that L1 does not have. */
struct beyond {
    unsigned sectors; /* how many */
    unsigned missed;  /* how many of these L2 does not have */
    int partial;      /* a store that writes some of them in part */
    double bytes;     /* that memory has to move for those */
};

/* Memory delivers more than a sector at a time: adds the neighbours. */
static unsigned with_neighbours(const struct device *device, unsigned sectors)
{
    if (device->memory_granule <= SECTOR)
        return sectors;
    if (device->memory_granule > 2 * SECTOR)
        return sectors ? 0xF : 0;
    unsigned odd = sectors & 0xA, even = sectors & 0x5;
    return sectors | odd >> 1 | even << 1;
}

/*
 * A sector that is written in part is read first. If it is alone, memory moves its neighbour, too,
 * at another address.
 */
#define PARTIAL_PAIR 1.0

/*
 * The bytes that memory moves for a store's partial sectors that are not in L2. Where several
 * blocks write to the line, each is charged an equal part. Whether an earlier block has brought the
 * sector into L2 is a matter of chance, and is unknown if that block was not run.
 */
static double partial_bytes(struct memory_system *system, const struct trace_line *line,
                            unsigned not_in_l2, unsigned not_seen)
{
    if (!line->partial || system->partial_bytes == 0)
        return 0;
    uint32_t writers = line_list_at(&system->writers, (uint64_t)line->number + 1)->used;
    if (writers >= 2) {
        double all = TRACE_LINE / SECTOR;
        return fmin(__builtin_popcount(not_seen & (unsigned)line->partial), all / writers) *
               system->partial_bytes;
    }
    unsigned partial = not_in_l2 & (unsigned)line->partial, sectors = line->sectors;
    unsigned neighbours = (sectors & 0x5) << 1 | (sectors & 0xA) >> 1;
    return __builtin_popcount(partial & ~neighbours) * system->partial_bytes +
           __builtin_popcount(partial & neighbours) *
               fmin(system->partial_bytes, PARTIAL_PAIR * SECTOR);
}

/* A load or an atomic is near or far: the distance of its line from the request's other lines. */
enum access_to_l2 { LOAD_NEAR, LOAD_FAR, STORE };

static struct beyond look_in_l2(struct memory_system *system, const struct trace_line *line,
                                uint64_t key, unsigned sectors, enum access_to_l2 access)
{
    int is_load = access != STORE;
    struct cached_line *seen = line_list_at(&system->seen, key);
    struct beyond beyond = {(unsigned)__builtin_popcount(sectors), 0, line->partial != 0, 0};
    unsigned not_seen = sectors & ~(unsigned)seen->sectors;
    unsigned missed = not_seen & ~(unsigned)line->in_l2;
    unsigned come = is_load ? with_neighbours(system->device, missed) : missed;
    seen->sectors |= (uint8_t)(sectors | come);
    beyond.missed = (unsigned)__builtin_popcount(missed);
    /* A sector that an atomic has changed is written back with its neighbour. */
    unsigned leave = line->turns ? come : missed;
    beyond.bytes = __builtin_popcount(leave) * system->extra_per_sector;
    if (is_load)
        beyond.bytes += SECTOR * __builtin_popcount(come) *
                        (access == LOAD_FAR ? system->device->memory_scatter : 1);
    else
        beyond.bytes += partial_bytes(system, line, missed, not_seen);
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

/* Gets sectors from L2, or from memory. Returns the time at which they arrive. */
static double fetch(struct memory_system *system, const struct beyond *beyond, int is_load,
                    double now, struct answer *answer)
{
    const struct device *device = system->device;
    double bytes = beyond->sectors * SECTOR, on_the_way = bytes / system->l2_rate;
    double least = is_load || !beyond->partial ? device->l2_line : device->l2_partial_line;
    if (on_the_way < least)
        on_the_way = least;
    double entered = window_enter(&system->window, now);
    double l2 = server_serve(&system->l2, entered, on_the_way);
    double ready = l2 + on_the_way + device->l2_latency, queued = l2 - now;
    enum time_cause queue = TIME_L2, cause = TIME_LOADS;
    system->l2_bytes += bytes;
    if (beyond->missed || beyond->bytes > 0) {
        double duration = beyond->bytes / system->memory_rate;
        double start = server_serve(&system->memory, l2, duration);
        system->memory_bytes += beyond->bytes;
        if (system->view)
            view_model_moved(system->view, start, start + duration, beyond->bytes);
        /* The window is full because memory takes long: the wait counts as one for bandwidth. */
        if (start - l2 + entered - now > l2 - entered)
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
        if (system->view)
            view_model_load(system->view, now, ready, bytes);
        keep_latest(answer, ready, queued, queue, cause);
    } else if (ready > system->last) {
        system->last = ready;
    }
    return ready;
}

static void load_line(struct memory_system *system, const struct requester *requester,
                      const struct trace_line *line, enum access_to_l2 access, int past_l1,
                      double now, struct answer *answer)
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
    struct beyond beyond = look_in_l2(system, line, key, wanted, access);
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
    struct beyond beyond = look_in_l2(system, line, key, line->sectors, STORE);
    fetch(system, &beyond, 0, now, answer);
}

/*
 * 1 if one lane performs the atomic for its warp. nvcc aggregates where it sees that all lanes add
 * a whole number of 32 bits to one address.
 */
static int is_done_by_one_lane(const struct trace_event *event, int computed)
{
    unsigned size = 1u << (event->event & EVENT_SIZE);
    return size == 4 && !computed && event->attributes & TRACE_UNIFORM &&
           !(event->attributes & (TRACE_FLOATING | TRACE_SWAP));
}

/*
 * Compare-and-swaps of different warps at one address. In each round one succeeds. The others have
 * compared with an old value, and try again. A round takes a trip to L2 and back, or as long as L2
 * needs for all attempts. Returns the time at which this one succeeds.
 */
static double swap(struct memory_system *system, uint64_t key, const struct trace_event *event,
                   double shared_by, double arrives)
{
    const struct device *device = system->device;
    struct cached_line *line = line_list_at(&system->swapped, key);
    double trying = system->resident_warps * shared_by * event->wavefronts;
    double round = fmax(device->atomic_latency, trying * device->swap_interval);
    double others = fmax(system->sharing * shared_by, 1) - 1; /* of other multiprocessors */
    double start = fmax(arrives, line->ready) + others * round;
    line->ready = start + round;
    return start;
}

/*
 * L2 performs atomics in units. Each unit has some adjacent bytes, and takes the sectors of a
 * request one after another. A sector's lanes go together if their addresses differ, else one by
 * one. Where other blocks use the line, the atomics of other multiprocessors queue, too.
 */
static void atomic_line(struct memory_system *system, const struct requester *requester,
                        const struct trace_line *line, enum access_to_l2 access,
                        const struct trace_event *event, int computed, double now,
                        struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = key_of(system, requester, line);
    struct beyond beyond = look_in_l2(system, line, key, line->sectors, access);
    uint64_t unit = (key * TRACE_LINE + TRACE_LINE - 1) / (uint64_t)device->atomic_unit_bytes;
    struct cached_line *part = line_list_at(&system->units, unit + 1);
    double shared_by = line_sharing_part(&system->line_sharing, line);
    double interval = event->attributes & TRACE_FLOATING ? device->float_atomic_interval
                                                         : device->atomic_interval;
    unsigned turns = is_done_by_one_lane(event, computed) ? 1 : line->turns;
    /* Each sector is paid for once; further lanes at the same address come after it. */
    double sectors = fmin(__builtin_popcount(line->sectors), turns);
    double work = sectors * device->atomic_sector + (turns - sectors) * interval;
    double at_one_address = turns * interval;
    double entered = window_enter(&system->window, now);
    double start =
        server_serve(&system->atomics, entered, work * system->sharing / device->atomic_units);
    if (start < entered)
        start = entered;
    double arrives = start + device->atomic_latency / 2;
    start = arrives < part->ready ? part->ready : arrives;
    part->ready = start + at_one_address * (shared_by > 0 ? system->sharing : 1);
    if (event->attributes & TRACE_SWAP)
        start = swap(system, key, event, shared_by, start);
    /* A line that L2 does not have comes from memory first, while others go on. */
    struct cached_line *seen = line_list_at(&system->seen, key);
    if (beyond.missed) {
        system->memory_bytes += beyond.bytes;
        server_serve(&system->memory, entered, beyond.bytes / system->memory_rate);
        seen->ready =
            fmax(arrives, system->memory.free) + device->memory_latency - device->l2_latency;
    }
    double done = fmax(fmax(part->ready, start), seen->ready);
    double ready = done + device->atomic_latency / 2;
    for (unsigned i = 0; i < beyond.sectors; i++)
        window_note(&system->window, ready);
    if (ready > system->last)
        system->last = ready;
    keep_latest(answer, ready, start - arrives, TIME_ATOMICS, TIME_ATOMICS);
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

struct answer memory_global(struct memory_system *system, const struct requester *requester,
                            const struct trace_event *event, int computed, double now)
{
    const struct device *device = system->device;
    unsigned size = 1u << (event->event & EVENT_SIZE);
    unsigned lanes = (unsigned)__builtin_popcount(event->lanes);
    double bytes = (double)lanes * size;
    double passes = bytes / TRACE_LINE > event->lines ? bytes / TRACE_LINE : event->lines;
    double start = server_serve(&system->load_store, now, passes * device->l1_cycles);
    struct answer answer = {.issued = start, .ready = start, .queue = TIME_L1, .cause = TIME_L1};
    int atomic = (event->event & EVENT_CLASS) == EVENT_ATOMIC;
    int past_l1 = (event->attributes & TRACE_VOLATILE) || device->global_in_l1 == 0;
    for (unsigned i = 0; i < event->lines; i++) {
        const struct trace_line *line = &requester->trace->lines[event->first_line + i];
        enum access_to_l2 access = is_far(requester->trace, event, i) ? LOAD_FAR : LOAD_NEAR;
        if (atomic)
            atomic_line(system, requester, line, access, event, computed, start, &answer);
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

struct answer memory_shared(struct memory_system *system, const struct trace_event *event,
                            int computed, double now)
{
    const struct device *device = system->device;
    double duration = device->shared_cycles + (event->wavefronts - 1) * device->shared_conflict;
    if ((event->event & EVENT_CLASS) == EVENT_ATOMIC)
        duration =
            (is_done_by_one_lane(event, computed) ? 1 : event->wavefronts) * device->shared_atomic;
    if (duration < device->shared_cycles)
        duration = device->shared_cycles;
    double replay = device->shared_replay > duration / event->wavefronts
                        ? device->shared_replay
                        : duration / event->wavefronts;
    double start = server_serve(&system->shared, now, duration);
    return (struct answer){.issued = start,
                           .ready =
                               start + device->shared_latency + (event->wavefronts - 1) * replay,
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
