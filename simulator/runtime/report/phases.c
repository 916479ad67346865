/*
 * Counts by phase and warp: see phases.h.
 */
#include "report/phases.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "report/report_parts.h"

/* Phases from this one on are counted as one. */
enum { PHASES_MOST = 1100, DEPTHS_MOST = 64 };

struct phase_counts {
    uint64_t requests[2][3], lanes[2][3], spread[2][3]; /* of shared, of global; by access */
    uint64_t exchanges, jumps_back;
};

static struct phase_counts (*running)[WARPS_IN_BLOCK]; /* PHASES_MOST of them */

/* A row that was counted. */
struct kept {
    const char *kernel;
    unsigned launch, phase, warp;
    struct phase_counts counts;
};

static struct kept *kept;
static size_t kept_count, kept_room;
static unsigned launches, runs; /* that were kept; that were started */

static struct phase_counts *counts_of(const struct worker *worker)
{
    unsigned phase = worker->block.generation;

    return &running[phase < PHASES_MOST ? phase : PHASES_MOST - 1][worker->running.warp_number];
}

/* Several workers may count at a time. */
static void add(uint64_t *count, uint64_t more)
{
    __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

void phases_start(void)
{
    free(running);
    running = allocate(PHASES_MOST * sizeof *running);
    runs++;
}

void phases_request(const struct worker *worker, enum phase_access access, int global,
                    unsigned lanes, unsigned spread)
{
    struct phase_counts *counts = counts_of(worker);

    add(&counts->requests[global][access], 1);
    add(&counts->lanes[global][access], lanes);
    add(&counts->spread[global][access], spread);
}

void phases_exchange(const struct worker *worker)
{
    add(&counts_of(worker)->exchanges, 1);
}

/* Where a warp was last, at each depth of calls. */
struct way {
    unsigned run;
    uint64_t block;
    event_t last[DEPTHS_MOST];
};

void phases_block(const struct worker *worker, event_t event, unsigned depth, int is_entry)
{
    static _Thread_local struct way ways[WARPS_IN_BLOCK];
    struct way *way = &ways[worker->running.warp_number];

    if (depth >= DEPTHS_MOST)
        return;
    if (way->run != runs || way->block != worker->block.index)
        *way = (struct way){.run = runs, .block = worker->block.index};
    if (!is_entry && event <= way->last[depth])
        add(&counts_of(worker)->jumps_back, 1);
    way->last[depth] = event;
}

static int is_empty(const struct phase_counts *counts)
{
    uint64_t any = counts->exchanges | counts->jumps_back;

    for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++)
        any |= counts->requests[0][access] | counts->requests[1][access];
    return any == 0;
}

void phases_keep(const char *kernel)
{
    for (unsigned phase = 0; phase < PHASES_MOST; phase++)
        for (unsigned warp = 0; warp < WARPS_IN_BLOCK; warp++) {
            if (is_empty(&running[phase][warp]))
                continue;
            if (kept_count == kept_room) {
                kept_room = kept_room ? 2 * kept_room : 256;
                kept = allocate_again(kept, kept_room * sizeof *kept);
            }
            kept[kept_count++] = (struct kept){kernel, launches, phase, warp, running[phase][warp]};
        }
    launches++;
}

void report_phases_csv(FILE *stream)
{
    fprintf(stream, "kernel,launch,phase,warp");
    for (int global = 1; global >= 0; global--)
        for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++) {
            static const char *const names[] = {"load", "store", "atomic"};
            const char *memory = global ? "global" : "shared";

            fprintf(stream, ",%s_%s_requests,%s_%s_lanes,%s_%s_rows", memory, names[access], memory,
                    names[access], memory, names[access]);
        }
    fprintf(stream, ",exchanges,jumps_back\n");
    for (size_t i = 0; i < kept_count; i++) {
        const struct kept *it = &kept[i];

        fprintf(stream, "\"%s\",%u,%u,%u", it->kernel, it->launch, it->phase, it->warp);
        for (int global = 1; global >= 0; global--)
            for (int access = PHASE_LOAD; access <= PHASE_ATOMIC; access++)
                fprintf(stream, ",%llu,%llu,%llu",
                        (unsigned long long)it->counts.requests[global][access],
                        (unsigned long long)it->counts.lanes[global][access],
                        (unsigned long long)it->counts.spread[global][access]);
        fprintf(stream, ",%llu,%llu\n", (unsigned long long)it->counts.exchanges,
                (unsigned long long)it->counts.jumps_back);
    }
}
