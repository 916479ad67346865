/*
 * Counts by phase and warp: see phases.h.
 */
#include "report/phases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/instrument.h"
#include "base/run.h"
#include "base/settings.h"
#include "report/kernel.h"
#include "report/report_parts.h"

enum { ROW = 128, WORD = 4 }; /* bytes */
enum phase_access { PHASE_LOAD, PHASE_STORE, PHASE_ATOMIC };

/* Phases from this one on are counted as one. */
enum { PHASES_MOST = 1100, DEPTHS_MOST = 64, PASSED_MOST = 2048 };

struct phase_counts {
    uint64_t requests[2][3], lanes[2][3], spread[2][3], words[2][3]; /* of shared, of global */
    uint64_t costs[2][3];                                            /* wavefronts, sectors */
    uint64_t exchanges, repeats, meetings;
    uint64_t swaps, failed; /* compare-and-swaps in global memory; that have changed nothing */
};

static struct phase_counts (*running)[WARPS_IN_BLOCK]; /* PHASES_MOST of them */
static unsigned phases_seen;                           /* from the first on; at most PHASES_MOST */
static const struct sim_launch *running_launch;
static uint64_t
    *loaded; /* of each block that runs: its loads from global memory, one for each lane */

/* A row of the CSV file. */
struct csv_row {
    const char *kernel;
    unsigned launch, phase, warp;
    struct phase_counts counts;
    uint64_t block_loads; /* of the block that has loaded most */
};

static struct csv_row *csv_rows;
static size_t csv_row_count, csv_row_room;
static unsigned launches, runs; /* with rows; that have begun */

/* A warp's meetings with the whole block by objects, such as cuda::barrier. They end a phase, too.
 */
struct met {
    unsigned run, meetings, arrived; /* arrived: its lanes, since the last one */
    uint64_t block;
};

static struct met *met_of(const struct worker *worker)
{
    static _Thread_local struct met *all;

    if (!all)
        all = allocate(WARPS_IN_BLOCK * sizeof *all);
    struct met *met = &all[worker->running.warp_number];

    if (met->run != runs || met->block != worker->block.index)
        *met = (struct met){.run = runs, .block = worker->block.index};
    return met;
}

static unsigned phase_of(const struct worker *worker)
{
    return worker->block.generation + met_of(worker)->meetings;
}

static struct phase_counts *counts_of(const struct worker *worker)
{
    unsigned phase = phase_of(worker);
    unsigned seen = __atomic_load_n(&phases_seen, __ATOMIC_RELAXED);

    if (phase >= PHASES_MOST)
        phase = PHASES_MOST - 1;
    while (seen <= phase && !__atomic_compare_exchange_n(&phases_seen, &seen, phase + 1, 1,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return &running[phase][worker->running.warp_number];
}

/* Several workers may count at a time. */
static void add(uint64_t *count, uint64_t more)
{
    __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

static uint64_t blocks_of(const struct run *run)
{
    return run->launch->chosen ? run->launch->chosen_count : run->blocks;
}

/* The place of a block among those that run: chosen ones are ascending. */
static uint64_t place_of(uint64_t block)
{
    uint64_t first = 0, end = running_launch->chosen ? running_launch->chosen_count : 0;

    while (first + 1 < end) {
        uint64_t middle = first + (end - first) / 2;

        if (running_launch->chosen[middle] <= block)
            first = middle;
        else
            end = middle;
    }
    return running_launch->chosen ? first : block;
}

static void launch_begins(struct run *run)
{
    free(loaded);
    running_launch = run->launch;
    loaded = allocate(blocks_of(run) * sizeof *loaded);
    if (!running)
        running = allocate(PHASES_MOST * sizeof *running);
    memset(running, 0, phases_seen * sizeof *running); /* all others are empty */
    phases_seen = 0;
    runs++;
}

/* The number of rows that the lanes touch, by changes from lane to lane. */
static unsigned rows_of(const uint64_t *address, unsigned count)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < count; i++)
        rows += i == 0 || address[i] / ROW != address[i - 1] / ROW;
    return rows;
}

/* An arrival changes the word; the threads that wait look at it. */
static void meet(struct worker *worker, const struct request *request)
{
    struct met *met = met_of(worker);
    struct phase_counts *counts = counts_of(worker);

    if (request->attributes & ACCESS_LOAD)
        return;
    unsigned first = worker->running.warp_number * SIM_WARP_SIZE;
    unsigned lanes = worker->launch.threads - first;
    uint64_t all = lanes < SIM_WARP_SIZE ? (1ull << lanes) - 1 : UINT32_MAX;

    met->arrived |= request->lanes;
    if (met->arrived != all)
        return;
    met->arrived = 0;
    met->meetings++;
    add(&counts->meetings, 1);
}

/* Compare-and-swaps have failed where each lane has found another value. */
static void count_swap(struct phase_counts *counts, const struct request *request)
{
    unsigned failed = 0;

    if (!request->global || !(request->attributes & ACCESS_SWAP))
        return;
    for (unsigned i = 0; i < request->count; i++)
        failed += request->value[i] != 0;
    add(&counts->swaps, 1);
    add(&counts->failed, failed == request->count);
}

static void request(struct worker *worker, const struct request *request)
{
    if (request->attributes & ACCESS_BARRIER) {
        meet(worker, request);
        return;
    }
    struct phase_counts *counts = counts_of(worker);
    enum phase_access access = (request->event & EVENT_CLASS) == EVENT_ATOMIC ? PHASE_ATOMIC
                               : request->event & EVENT_WRITE                 ? PHASE_STORE
                                                                              : PHASE_LOAD;
    unsigned size = 1u << (request->event & EVENT_SIZE);

    add(&counts->requests[request->global][access], 1);
    add(&counts->lanes[request->global][access], request->count);
    add(&counts->spread[request->global][access], rows_of(request->address, request->count));
    add(&counts->words[request->global][access], size <= WORD ? 1 : size / WORD);
    add(&counts->costs[request->global][access], request->cost);
    count_swap(counts, request);
    if (request->global && access == PHASE_LOAD)
        add(&loaded[place_of(worker->block.index)], request->count);
}

static void exchange(struct worker *worker, event_t event, unsigned lanes)
{
    (void)lanes;
    if ((event & EVENT_CLASS) == EVENT_EXCHANGE)
        add(&counts_of(worker)->exchanges, 1);
}

/* The last run of a basic block, in one call of its function. */
struct passed {
    unsigned way; /* whose it is; of another way there is nothing here */
    event_t event;
    unsigned call, generation;
};

/*
 * The blocks that a warp has run: a hash table, and the number of the call at each depth. Emptying
 * the table would take longer than a small launch: ways are numbered from 1.
 */
struct way {
    unsigned run, number;
    uint64_t block;
    unsigned calls, call[DEPTHS_MOST], count;
    struct passed passed[PASSED_MOST];
};

/* The entry of a block in the table, which has room. */
static struct passed *find_passed(struct way *way, event_t event, unsigned call)
{
    unsigned i = (event * 0x9E3779B9u ^ call * 0x85EBCA6Bu) >> 7;

    for (;; i++) {
        struct passed *it = &way->passed[i % PASSED_MOST];

        if (it->way != way->number || (it->event == event && it->call == call))
            return it;
    }
}

/* The way begins anew, in another block. */
static void set_out(struct way *way, uint64_t block)
{
    if (++way->number == 0) { /* all numbers have been used */
        memset(way->passed, 0, sizeof way->passed);
        way->number = 1;
    }
    way->run = runs;
    way->block = block;
    way->calls = way->count = 0;
    memset(way->call, 0, sizeof way->call);
}

/* 1 if a caller has begun the same function before a barrier: a loop by calls. */
static int is_called_again(struct way *way, event_t event, unsigned depth, unsigned generation)
{
    for (unsigned above = 0; above < depth; above++) {
        const struct passed *it = find_passed(way, event, way->call[above]);

        if (it->way == way->number && it->generation != generation)
            return 1;
    }
    return 0;
}

/*
 * A basic block that the warp has run before in the same call, with a barrier of the block in
 * between, is a repeat: a loop has a barrier in it.
 */
static void step(struct worker *worker, const struct step *step)
{
    event_t event = step->event;
    unsigned depth = step->depth;
    int is_entry = step->is_entry;
    unsigned generation = phase_of(worker);
    static _Thread_local struct way *ways;

    if (!ways)
        ways = allocate(WARPS_IN_BLOCK * sizeof *ways);
    struct way *way = &ways[worker->running.warp_number];

    if (depth >= DEPTHS_MOST)
        return;
    if (way->run != runs || way->block != worker->block.index)
        set_out(way, worker->block.index);
    if (is_entry)
        way->call[depth] = ++way->calls;
    if (way->count >= PASSED_MOST / 2)
        return;
    struct passed *it = find_passed(way, event, way->call[depth]);

    if (is_entry && is_called_again(way, event, depth, generation))
        add(&counts_of(worker)->repeats, 1);
    if (it->way != way->number)
        way->count++;
    else if (it->generation != generation)
        add(&counts_of(worker)->repeats, 1);
    *it = (struct passed){way->number, event, way->call[depth], generation};
}

static int is_empty(const struct phase_counts *counts)
{
    uint64_t any = counts->exchanges | counts->repeats | counts->meetings;

    for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++)
        any |= counts->requests[0][access] | counts->requests[1][access];
    return any == 0;
}

/* Stores the counts under the kernel's name. */
static void launch_ends(const struct run *run)
{
    uint64_t most = 0;

    for (uint64_t block = 0; block < blocks_of(run); block++)
        most = loaded[block] > most ? loaded[block] : most;
    for (unsigned phase = 0; phase < phases_seen; phase++)
        for (unsigned warp = 0; warp < WARPS_IN_BLOCK; warp++) {
            if (is_empty(&running[phase][warp]))
                continue;
            if (csv_row_count == csv_row_room) {
                csv_row_room = csv_row_room ? 2 * csv_row_room : 256;
                csv_rows = allocate_again(csv_rows, csv_row_room * sizeof *csv_rows);
            }
            csv_rows[csv_row_count++] = (struct csv_row){
                run->kernel->name, launches, phase, warp, running[phase][warp], most};
        }
    launches++;
}

void phases_start(void)
{
    static const struct instrument instrument = {
        .name = "phases",
        .wants_cost = 1,
        .launch_begins = launch_begins,
        .launch_ends = launch_ends,
        .step = step,
        .request = request,
        .exchange = exchange,
    };
    if (settings.phases_csv)
        instrument_add(&instrument);
}

/*
 * A number behind a comma. There may be millions of them, of which most are 0, and fprintf would
 * take a tenth of the time of small launches.
 */
static void put_number(FILE *stream, uint64_t number)
{
    char text[24];
    unsigned at = sizeof text;
    do
        text[--at] = (char)('0' + number % 10);
    while (number /= 10);
    text[--at] = ',';
    for (; at < sizeof text; at++)
        putc_unlocked(text[at], stream);
}

static void put_row(FILE *stream, const struct csv_row *it)
{
    fprintf(stream, "\"%s\",%u,%u,%u", it->kernel, it->launch, it->phase, it->warp);
    for (int global = 1; global >= 0; global--)
        for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++) {
            put_number(stream, it->counts.requests[global][access]);
            put_number(stream, it->counts.lanes[global][access]);
            put_number(stream, it->counts.spread[global][access]);
            put_number(stream, it->counts.words[global][access]);
            put_number(stream, it->counts.costs[global][access]);
        }
    put_number(stream, it->counts.exchanges);
    put_number(stream, it->counts.repeats);
    put_number(stream, it->block_loads);
    put_number(stream, it->counts.meetings);
    put_number(stream, it->counts.swaps);
    put_number(stream, it->counts.failed);
    putc_unlocked('\n', stream);
}

void report_phases_csv(FILE *stream)
{
    fprintf(stream, "kernel,launch,phase,warp");
    for (int global = 1; global >= 0; global--)
        for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++) {
            static const char *const names[] = {"load", "store", "atomic"};
            const char *memory = global ? "global" : "shared";

            fprintf(stream, ",%s_%s_requests,%s_%s_lanes,%s_%s_rows,%s_%s_words,%s_%s_%s", memory,
                    names[access], memory, names[access], memory, names[access], memory,
                    names[access], memory, names[access], global ? "sectors" : "wavefronts");
        }
    fprintf(stream, ",exchanges,repeats,block_load_lanes_most,meetings,swaps,failed_swaps\n");
    for (size_t i = 0; i < csv_row_count; i++)
        put_row(stream, &csv_rows[i]);
}
