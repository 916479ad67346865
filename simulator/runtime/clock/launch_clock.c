/*
 * The model follows one multiprocessor, which represents all others. If it has too many blocks for
 * that, the rest is extrapolated at the rate of the followed ones. Of blocks that are not traced,
 * only the number of steps is known. If these numbers differ, the time is scaled: by the makespan
 * of all blocks on the device, over that of this multiprocessor's.
 */
#include "clock/launch_clock.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "clock/multiprocessor.h"
#include "clock/occupancy.h"

/* How many events the model follows: a part of all, so that it takes little time. */
#define FOLLOWED_PART  0.25
#define FOLLOWED_LEAST 20000.0
#define FOLLOWED_MOST  400000.0

static double events_of_a_block(const struct sample *sample)
{
    double events = 0;
    for (unsigned i = 0; i < sample->count; i++)
        events += (double)sample->trace[i].events;
    return events / sample->count + 1;
}

/*
 * The makespan of list scheduling: blocks go in order to the slot that is free first. The duration
 * of a block is its number of steps. blocks: how many, at equal distances over the grid. slots: how
 * many blocks run at a time.
 */
static double makespan(const struct sample *sample, uint64_t blocks, unsigned slots)
{
    double *busy_until = allocate(slots * sizeof *busy_until), last = 0;
    for (uint64_t k = 0; k < blocks; k++) {
        uint64_t block = multiprocessor_block(k, blocks, sample->blocks);
        double time = busy_until[0] + sample_steps(sample, block);
        unsigned i = 0; /* in a binary heap: the slot that is free first is at 0 */
        for (unsigned child; (child = 2 * i + 1) < slots; i = child) {
            if (child + 1 < slots && busy_until[child + 1] < busy_until[child])
                child++;
            if (time <= busy_until[child])
                break;
            busy_until[i] = busy_until[child];
        }
        busy_until[i] = time;
        last = time > last ? time : last;
    }
    free(busy_until);
    return last;
}

#define SCHEDULED_MOST 300000 /* blocks; a larger grid counts as uniform */

/* 1 if blocks differ in their number of steps. */
static int is_uneven(const struct sample *sample)
{
    double least = INFINITY, most = 0;
    for (unsigned i = 0; i < sample->buckets; i++) {
        double steps = sample_steps(sample, i * sample->blocks / sample->buckets);
        least = fmin(least, steps);
        most = fmax(most, steps);
    }
    return most > 1.05 * least;
}

/*
 * The device's time over that of the followed multiprocessor. It differs from 1 where blocks
 * differ: other multiprocessors have other blocks.
 */
static double unevenness(const struct sample *sample, uint64_t own, unsigned resident,
                         double multiprocessors)
{
    if (sample->blocks > SCHEDULED_MOST || own == sample->blocks || !is_uneven(sample))
        return 1;
    if (own == 1)
        return 1; /* the longest block was followed */
    double one = makespan(sample, own, resident);
    double all = makespan(sample, sample->blocks, (unsigned)(resident * multiprocessors));
    return one > 0 ? all / one : 1;
}

/*
 * How many multiprocessors with as much to do as the followed one have all blocks together. It has
 * the ends of the grid, and the last block is often a rest: where the others have none, they share
 * L2 and the memory with more of their kind than the number of blocks says, up to all there are.
 */
static double sharing_of(const struct sample *sample, uint64_t own, double multiprocessors)
{
    double by_blocks = (double)sample->blocks / (double)own, steps = 0;
    if (sample->blocks > SCHEDULED_MOST || own == sample->blocks)
        return by_blocks;
    if (own == 1)
        steps = (double)multiprocessor_longest(sample)->work;
    for (uint64_t k = 0; k < own && own > 1; k++)
        steps += sample_steps(sample, multiprocessor_block(k, own, sample->blocks));
    double by_steps = steps > 0 ? (double)sample->all_steps / steps : by_blocks;
    return fmin(fmax(by_blocks, by_steps), fmax(multiprocessors, by_blocks));
}

/*
 * Blocks that are not alike have as many instructions as they have steps, those that a trace had no
 * room for among them.
 */
static double all_instructions(const struct sample *sample, const struct multiprocessor *mp)
{
    return mp->steps ? mp->instructions * (double)sample->all_steps / (double)mp->steps : 0;
}

static void summarise(struct launch_time *time, const struct multiprocessor *mp, double cycles,
                      double part)
{
    const struct memory_system *memory = &mp->memory;
    double all = 0;
    for (unsigned i = 0; i < TIME_CAUSES; i++)
        all += mp->cause[i];
    for (unsigned i = 0; i < TIME_CAUSES; i++) {
        time->cause[i] = all > 0 ? mp->cause[i] / all : 0;
        time->meanwhile[i] = all > 0 ? mp->meanwhile[i] / all : 0;
    }
    time->constants = all > 0 ? mp->constants / all : 0;
    time->special = all > 0 ? mp->special / all : 0;
    time->memory_bytes = memory->memory_bytes * part;
    time->l2_bytes = memory->l2_bytes * part;
    time->bytes_under_way = cycles > 0 ? memory->under_way * part / cycles : 0;
    time->load_latency =
        memory->loads > 0 ? memory->under_way / memory->loads / mp->device->clock * 1000 : 0;
}

/*
 * Blocks are started one after another, while earlier ones run. The time is that of the slower of
 * the two, and a little more where both are about the same: a multiprocessor that waits for its
 * next block has fewer warps to overlap. The memory's bus serves all multiprocessors, and stays
 * busy meanwhile. busy: the part of the time in which it is.
 */
static double with_starts(double cycles, double starts, double busy)
{
    double longer = fmax(cycles, starts), part = fmin(cycles, starts) / longer;
    return longer * pow(1 + (1 - busy) * pow(part, 6), 1.0 / 6);
}

/* The part of the time for which the memory's bus is busy. */
static double bus_busy(const struct memory_system *memory, double cycles, double part)
{
    return fmin(memory->memory_bytes * part / (memory->memory_rate * memory->sharing) / cycles, 1);
}

struct launch_time launch_clock(const struct device *device, const struct clocked_launch *launch)
{
    const struct sample *sample = &launch->sample;
    uint64_t blocks = sample->blocks;
    struct launch_time time = {.launch = device->launch};
    unsigned possible =
        (unsigned)occupancy_blocks(device, (int)launch->threads, launch->shared, 0, &time.limit);
    if (possible < 1)
        possible = 1;
    uint64_t own = (uint64_t)ceil((double)blocks / device->multiprocessors);
    double sharing = sharing_of(sample, own, device->multiprocessors);
    double events = FOLLOWED_PART * (double)sample->all_steps;
    events = fmin(fmax(events, FOLLOWED_LEAST), FOLLOWED_MOST);
    time.possible = possible;
    time.resident = (unsigned)(own < possible ? own : possible);
    if (own < possible)
        time.limit = OCCUPANCY_GRID;
    time.resident_warps = time.resident * sample->trace[0].warps;
    time.waves = (double)blocks / (possible * device->multiprocessors);
    double followed = fmax(events / events_of_a_block(sample), time.resident);
    struct assignment assignment = {
        .sample = sample,
        .blocks = own,
        .resident = time.resident,
        .followed = (unsigned)fmin((double)own, followed),
        .start_gap = fmax(device->block_interval, device->block_total * sharing),
    };
    struct multiprocessor *mp = allocate(sizeof *mp);
    mp->device = device;
    mp->operations = launch->operations;
    mp->pc_shift = launch->pc_shift;
    mp->without = launch->without;
    mp->charges = !launch->without.run;
    memory_system_open(&mp->memory, device, sharing, (double)(launch->shared * time.resident),
                       time.resident_warps, &launch->touched);
    mp->memory.without = launch->without;
    mp->view = mp->memory.view = launch->view;
    mp->chain = chain_find(sample);
    double cycles = multiprocessor_run(mp, &assignment);
    double part = sharing * (double)own / assignment.followed;
    cycles = with_starts(cycles, device->block_total * (double)blocks,
                         bus_busy(&mp->memory, cycles, part));
    cycles *= unevenness(sample, own, time.resident, device->multiprocessors);
    cycles = fmax(cycles, chain_time(&mp->chain, device, blocks));
    summarise(&time, mp, cycles, part);
    time.instructions = all_instructions(sample, mp);
    memory_system_close(&mp->memory);
    free(mp);
    time.kernel = cycles / device->clock * 1000;
    return time;
}

void launch_clock_block(const struct device *device, const struct clocked_launch *launch,
                        double *warp_cycles)
{
    struct assignment assignment = {
        .sample = &launch->sample,
        .blocks = 1,
        .resident = 1,
        .followed = 1,
        .warp_cycles = warp_cycles,
    };
    struct multiprocessor *mp = allocate(sizeof *mp);
    mp->device = device;
    mp->operations = launch->operations;
    memory_system_open(&mp->memory, device, 1, (double)launch->shared,
                       launch->sample.trace[0].warps, &launch->touched);
    multiprocessor_run(mp, &assignment);
    memory_system_close(&mp->memory);
    free(mp);
}
