/*
 * Requests of a multiprocessor to L2, and L2's to the memory.
 */
#include <math.h>

#include "base/hash.h"
#include "clock/memory_parts.h"
#include "clock/store_joins.h"
#include "view/model.h"

uint64_t memory_key(const struct requester *requester, const struct trace_line *line)
{
    uint64_t key = (uint64_t)line->number + 1;
    if (requester->block != requester->trace->block && !line->is_shared)
        key |= (requester->instance + 1) << 32;
    return key;
}

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

/* How many of these sectors of the line leave L2 written in part. */
static double left_alone(const struct memory_system *system, const struct trace_line *line,
                         unsigned partial)
{
    unsigned first = partial & line->first;
    return __builtin_popcount(partial & ~first) + __builtin_popcount(first) * system->left_partial;
}

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
    const struct cached_line *written = line_list_at(&system->writers, (uint64_t)line->number + 1);
    uint32_t writers = written->used;
    unsigned in_part = (unsigned)line->partial & ~(unsigned)written->sectors;
    if (writers >= 2) {
        double all = TRACE_LINE / SECTOR;
        return fmin(__builtin_popcount(not_seen & in_part), all / writers) * system->partial_bytes;
    }
    unsigned partial = not_in_l2 & in_part, sectors = line->sectors;
    unsigned neighbours = (sectors & 0x5) << 1 | (sectors & 0xA) >> 1;
    return left_alone(system, line, partial & ~neighbours) * system->partial_bytes +
           left_alone(system, line, partial & neighbours) *
               fmin(system->partial_bytes, PARTIAL_PAIR * SECTOR);
}

struct beyond memory_look_in_l2(struct memory_system *system, const struct trace_line *line,
                                uint64_t key, unsigned sectors, enum access_to_l2 access)
{
    int is_load = access != STORE;
    struct cached_line *seen = line_list_at(&system->seen, key);
    struct beyond beyond = {(unsigned)__builtin_popcount(sectors),
                            0,
                            (unsigned)__builtin_popcount(line->partial),
                            0,
                            1,
                            0,
                            0};
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
    if (!is_load) {
        beyond.joins = store_joins_part(line);
        beyond.words = (unsigned)__builtin_popcount(line->words);
    }
    return beyond;
}

/* Cycles that it takes to L2, and bytes. */
struct passage {
    double cycles, bytes;
};

static struct passage passage_to_l2(const struct memory_system *system, const struct beyond *beyond,
                                    int is_load)
{
    const struct device *device = system->device;
    double bytes = beyond->sectors * SECTOR, least = device->l2_line;
    if (!is_load && beyond->partial)
        least = device->l2_partial_line + (beyond->partial - 1) * device->l2_partial_sector;
    double alone = later(bytes / system->l2_rate, least * system->l2_part * beyond->lines);
    double joined = beyond->words * WORD;
    double on_top =
        joined * later(1 / system->l2_rate, device->l2_line * system->l2_part / TRACE_LINE);
    return (struct passage){alone + beyond->joins * (on_top - alone),
                            bytes + beyond->joins * (joined - bytes)};
}

void memory_keep_latest(struct answer *answer, double ready, double queued, enum time_cause queue,
                        enum time_cause cause)
{
    if (ready <= answer->ready)
        return;
    answer->ready = ready;
    answer->queued = queued;
    answer->queue = queue;
    answer->cause = cause;
}

/*
 * Loads of a GPU take unequal times: some parts of L2 are farther away, some banks of the memory
 * busy. If all took the same, equal blocks would fall in step, and idle and work together; an
 * experiment would tell of that in place of what it asks for. So there latencies differ by up to
 * this part, which was chosen with a look at what kernels gain without their costs. From 0.2 to 0.3
 * signs are right on both GPUs.
 */
#define LATENCIES_VARY 0.25

/* By how much the next load's latency is longer: 1 but in experiments. */
static double varied(struct memory_system *system)
{
    if (!system->without.run)
        return 1;
    uint64_t chance = hash_mix(system->without.run, ++system->varied) >> 32;
    return 1 + LATENCIES_VARY * ((double)chance / (1u << 31) - 1);
}

/*
 * The requests of this multiprocessor come one after another, those of all in disorder: even where
 * neither L2 nor the memory is busy all the time, some wait, on average as utilization_wait says.
 */
double memory_fetch(struct memory_system *system, const struct beyond *beyond, int is_load,
                    double now, struct answer *answer)
{
    const struct device *device = system->device;
    struct passage passage = passage_to_l2(system, beyond, is_load);
    double bytes = passage.bytes, on_the_way = passage.cycles;
    double entered = window_enter(&system->window, now);
    double of_l2 = bytes * system->sharing / device->l2_total;
    double l2_use = utilization_note(&system->l2_use, entered, of_l2);
    double l2 = later(server_serve(&system->l2, entered, on_the_way),
                      entered + utilization_wait(l2_use, device->l2_queue));
    double longer = is_load ? varied(system) : 1;
    double ready = l2 + on_the_way + device->l2_latency * longer, queued = l2 - now;
    enum time_cause queue = TIME_L2, cause = TIME_LOADS;
    system->l2_bytes += bytes;
    if (beyond->missed || beyond->bytes > 0) {
        double duration = beyond->bytes / system->memory_rate;
        double use = utilization_note(&system->memory_use, l2, duration);
        double start = later(server_serve(&system->memory, l2, duration),
                             l2 + utilization_wait(use, system->memory_queue));
        system->memory_bytes += beyond->bytes;
        if (system->view)
            view_model_moved(system->view, start, start + duration, beyond->bytes);
        /* The window is full because memory takes long: the wait counts as one for bandwidth. */
        if (start - l2 + entered - now > l2 - entered)
            queue = TIME_BANDWIDTH;
        queued += start - l2;
        if (is_load)
            ready = start + duration + device->memory_latency * longer;
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
        memory_keep_latest(answer, ready, queued, queue, cause);
    } else if (ready > system->last) {
        system->last = ready;
    }
    return ready;
}
