/*
 * Atomics on global memory: L2 performs them.
 */
#include <math.h>

#include "base/hash.h"
#include "clock/memory_parts.h"

int memory_is_done_by_one_lane(const struct trace_event *event, int computed)
{
    unsigned size = 1u << (event->event & EVENT_SIZE);
    return size == 4 && !computed && event->attributes & TRACE_UNIFORM &&
           !(event->attributes & (TRACE_FLOATING | TRACE_SWAP | TRACE_WRAPS));
}

/* Sectors that the event asks of L2. */
static double sectors_of(const struct requester *requester, const struct trace_event *event)
{
    unsigned sectors = 0;
    for (unsigned i = 0; i < event->lines; i++)
        sectors +=
            (unsigned)__builtin_popcount(requester->trace->lines[event->first_line + i].sectors);
    return sectors;
}

/*
 * Compare-and-swaps of different warps at one address, until they succeed. In each round one does.
 * The others have compared with an old value, and try again. A round takes a trip to L2 and back,
 * or as long as L2 needs for all attempts: for those at the address, or for those of all warps at
 * the part of L2 that has it, sector by sector. For each success of this multiprocessor the others
 * have one, too. Words that are swapped about as often as all others stand in one line, in which
 * each of them takes its part. Returns the cycles until this one succeeds, from its arrival on.
 */
static double swap(struct memory_system *system, const struct requester *requester, uint64_t key,
                   const struct trace_line *line, const struct trace_event *event, double arrives)
{
    const struct device *device = system->device;
    struct swapped_word word = line_sharing_swapped(&system->line_sharing, line);
    double words = fmax((1u << (event->event & EVENT_SIZE)) / 4, 1);
    double sectors =
        system->mean_warps * sectors_of(requester, event) / fmin(word.units, device->atomic_units);
    double attempts =
        device->swap_interval * fmax(system->resident_warps * word.warps * event->wavefronts,
                                     word.warps > 0 ? sectors * words : 0);
    double round = fmax(device->atomic_latency, attempts);
    double part = word.is_hot ? 1 : __builtin_popcount(line->words) / word.alike;
    if (!(event->attributes & TRACE_CONTENDS) || word.warps == 0)
        return 0;
    uint64_t first = key * (TRACE_LINE / 4) + (uint64_t)__builtin_ctz(line->words);
    struct cached_line *queue = line_list_at(&system->swapped, word.is_hot ? first : 1);
    queue->ready = fmax(arrives, queue->ready) + system->sharing * part * round;
    return fmax(queue->ready - round - arrives, 0);
}

/*
 * Sums of floats at one address wait for each other, while L2 computes those at others. The line's
 * first word stands for the address. Returns the time at which the last of so many is done.
 */
static double sum_floats(struct memory_system *system, uint64_t key, const struct trace_line *line,
                         double sums, double arrives)
{
    uint64_t word = key * (TRACE_LINE / 4) + (uint64_t)__builtin_ctz(line->words);
    struct cached_line *sum = line_list_at(&system->summed, word);
    sum->ready = fmax(arrives, sum->ready) + sums * system->device->float_atomic_interval;
    return sum->ready;
}

#define ALIKE UINT64_MAX /* the key of all units that have about as many atomics */

/*
 * The queue before the unit of L2 that performs the line's atomics. Units that have about as many
 * share one: the blocks of all multiprocessors come to all of them at a time, those that are
 * followed, which one trace stands for, to few.
 */
static struct cached_line *part_of(struct memory_system *system, const struct unit_load *load,
                                   const struct trace_line *line, uint64_t key)
{
    if (load->alike > 0)
        return line_list_at(&system->units, ALIKE);
    uint64_t number = load->followed > 0 ? line->number : key - 1;
    return line_list_at(&system->units, line_sharing_unit(&system->line_sharing, number) + 1);
}

/*
 * Of so many units, how many are at work at a time: which part of L2 has a unit's memory follows no
 * order that we know, so some parts have several, and others none. Where blocks move on through
 * memory, that evens out.
 */
static double at_work(const struct device *device, double units)
{
    double parts = device->atomic_units;
    return parts * (1 - pow(1 - 1 / parts, units));
}

/*
 * Cycles that L2 takes for a line's atomics: all of them at one address, and spread over many. Each
 * sector is paid for once; further lanes at the same address come after it.
 */
struct work {
    double in_turn, spread;
};

static struct work work_of(const struct device *device, const struct trace_line *line,
                           const struct trace_event *event, unsigned turns)
{
    unsigned bytes =
        turns == line->turns ? (unsigned)line->lanes << (event->event & EVENT_SIZE) : 0;
    int is_whole = bytes >= turns * SECTOR; /* then nothing of the sectors is to be kept */
    double sectors = fmin(__builtin_popcount(line->sectors), turns);
    /* A compare-and-swap has two operands for each word: those of all words come in two parts. */
    double whole = device->atomic_whole * (event->attributes & TRACE_SWAP ? 2 : 1);
    double interval = is_whole ? whole : device->atomic_interval;
    double each = is_whole ? whole : device->atomic_sector;
    return (struct work){turns * interval, sectors * each + (turns - sectors) * interval};
}

/* Cycles for which the work keeps the queue of part_of busy. */
static double occupies(const struct memory_system *system, const struct unit_load *load,
                       const struct work *work, double others)
{
    if (load->in_order)
        return work->spread * system->sharing / load->alike;
    if (load->alike > 0)
        return work->spread * system->sharing / at_work(system->device, load->alike);
    double meet = load->hot > 0 ? load->hot / at_work(system->device, load->hot) : 1;
    return work->in_turn * others * meet;
}

void memory_atomic_line(struct memory_system *system, const struct requester *requester,
                        const struct trace_line *line, enum access_to_l2 access,
                        const struct trace_event *event, int computed, double now,
                        struct answer *answer)
{
    const struct device *device = system->device;
    uint64_t key = memory_key(requester, line);
    struct beyond beyond = memory_look_in_l2(system, line, key, line->sectors, access);
    struct unit_load load = line_sharing_load(&system->line_sharing, line);
    struct cached_line *part = part_of(system, &load, line, key);
    unsigned turns = memory_is_done_by_one_lane(event, computed) ? 1 : line->turns;
    struct work work = work_of(device, line, event, turns);
    double others = load.followed > 0 ? fmax(system->sharing * load.followed, 1) : 1;
    double entered = window_enter(&system->window, now);
    double start = server_serve(&system->atomics, entered,
                                work.spread * system->sharing / device->atomic_units);
    if (start < entered)
        start = entered;
    double arrives = start + device->atomic_latency / 2;
    start = arrives < part->ready ? part->ready : arrives;
    part->ready = start + occupies(system, &load, &work, others);
    double summed = 0;
    if (event->attributes & TRACE_FLOATING)
        summed = sum_floats(system, key, line, turns * others, start);
    double tried =
        event->attributes & TRACE_RETRY ? swap(system, requester, key, line, event, start) : 0;
    /* A line that L2 does not have comes from memory first, while others go on. */
    struct cached_line *seen = line_list_at(&system->seen, key);
    if (beyond.missed) {
        system->memory_bytes += beyond.bytes;
        server_serve(&system->memory, entered, beyond.bytes / system->memory_rate);
        seen->ready =
            fmax(arrives, system->memory.free) + device->memory_latency - device->l2_latency;
    }
    double own = start + work.in_turn;
    double done = fmax(fmax(fmax(part->ready, own), summed), seen->ready);
    double ready = done + device->atomic_latency / 2;
    for (unsigned i = 0; i < beyond.sectors; i++)
        window_note(&system->window, ready); /* each attempt comes back */
    ready += tried;
    if (ready > system->last)
        system->last = ready;
    memory_keep_latest(answer, ready, start + tried - arrives, TIME_ATOMICS, TIME_ATOMICS);
}

int memory_is_shared_sum(const struct trace_event *event)
{
    return (event->event & EVENT_CLASS) == EVENT_ATOMIC && !event->lines &&
           event->attributes & TRACE_FLOATING;
}

#define ROUND_INSTRUCTIONS 5 /* a load, a sum, a compare-and-swap, a comparison, a branch */

double memory_shared_sum_instructions(const struct trace_event *event)
{
    return ROUND_INSTRUCTIONS * event->wavefronts;
}

/* Cycles of a round: the load, the sum and the swap wait for each other. */
static double cycles_of_round(const struct memory_system *system)
{
    return 2 * (system->device->shared_latency + system->device->latency);
}

double memory_shared_sum_tries(const struct memory_system *system, const struct answer *answer)
{
    return ROUND_INSTRUCTIONS * answer->queued / cycles_of_round(system);
}

/* The addresses of which so many lanes, each with one of its own choice, ask for so many. */
static double addresses_to_choose(double lanes, double asked)
{
    double few = asked, many = lanes * lanes; /* of more, hardly two lanes ask for the same one */
    while (many - few > 0.01 * few) {
        double middle = (few + many) / 2;
        if (middle * (1 - pow(1 - 1 / middle, lanes)) < asked)
            few = middle;
        else
            many = middle;
    }
    return few;
}

/*
 * A GPU has no unit for sums of floats in shared memory. A warp loads the words, adds, and swaps
 * where nobody was ahead, until all its lanes have succeeded: in each round one at each address
 * does. Other warps of the block may be ahead, too: of those that add at the same line of the
 * program each address has as many lanes as the warps' choices let expect, one after another.
 */
struct answer memory_shared_sum(struct memory_system *system, const struct requester *requester,
                                const struct trace_event *event, double now)
{
    const struct device *device = system->device;
    int is_free = without_cost(&system->without, COST_ATOMICS);
    double lanes = __builtin_popcount(event->lanes), rounds = is_free ? 1 : event->wavefronts;
    double round = cycles_of_round(system);
    double start = server_serve(&system->shared, now, 2 * rounds * device->shared_cycles);
    uint64_t place = hash_mix(requester->instance, event_pc(event->event)) | 1;
    struct cached_line *queue = line_list_at(&system->shared_sums, place);
    double begin = is_free ? start : fmax(start, queue->ready);
    if (event->places < lanes || lanes == 1)
        queue->ready = begin + round * lanes / addresses_to_choose(lanes, event->places);
    double ready = begin + rounds * round;
    return (struct answer){.issued = ready,
                           .ready = ready,
                           .queued = begin - now,
                           .queue = TIME_SHARED,
                           .cause = TIME_SHARED};
}
