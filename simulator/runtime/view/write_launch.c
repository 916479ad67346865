/*
 * One launch in detail.
 */
#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "cuda_runtime_api.h"
#include "report/totals.h"
#include "view/positions.h"
#include "view/write.h"

#define TIME_PART 0.25 /* of the room, for the model's spans */

/* A counter of a line, or of the launch. */
struct counter {
    const char *name;
    uint64_t (*value)(const struct totals *totals);
};

#define SUM(name, kinds, member)                                                                   \
    static uint64_t name(const struct totals *t)                                                   \
    {                                                                                              \
        return t->kinds##_load.member + t->kinds##_store.member + t->kinds##_atomic.member;        \
    }
#define ONE(name)                                                                                  \
    static uint64_t name(const struct totals *t)                                                   \
    {                                                                                              \
        return t->name;                                                                            \
    }
SUM(global_requests, global, requests)
SUM(global_lanes, global, lanes)
SUM(global_sectors, global, sectors)
SUM(global_bytes, global, bytes)
SUM(shared_requests, shared, requests)
SUM(shared_lanes, shared, lanes)
SUM(wavefronts, shared, wavefronts)
ONE(diverged)
ONE(block_barriers)
ONE(warp_barriers)
ONE(exchanges)

static const struct counter counters[] = {
    {"global_requests", global_requests},
    {"global_lanes", global_lanes},
    {"global_sectors", global_sectors},
    {"global_bytes", global_bytes},
    {"shared_requests", shared_requests},
    {"shared_lanes", shared_lanes},
    {"wavefronts", wavefronts},
    {"diverged", diverged},
    {"block_barriers", block_barriers},
    {"warp_barriers", warp_barriers},
    {"exchanges", exchanges},
};
#define COUNTERS (sizeof counters / sizeof *counters)

static void write_totals(struct json *json, const struct profile *profile)
{
    struct totals totals = totals_of(profile);
    json_member(json, "totals");
    json_begin(json, '{');
    for (unsigned i = 0; i < COUNTERS; i++)
        json_member_integer(json, counters[i].name, (int64_t)counters[i].value(&totals));
    json_end(json, '}');
}

static void write_lines(struct json *json, const struct profile *profile)
{
    unsigned count;
    struct line_totals *lines = totals_by_line(profile, &count);
    double all = modelled_place_time(&profile->modelled);
    json_member(json, "lines");
    json_begin(json, '{');
    json_member(json, "position");
    json_begin(json, '[');
    for (unsigned i = 0; i < count; i++)
        json_integer(json, position_of_line(lines[i].line));
    json_end(json, ']');
    json_member(json, "time");
    json_begin(json, '[');
    for (unsigned i = 0; i < count; i++)
        json_double(json, all > 0 ? lines[i].time / all : 0);
    json_end(json, ']');
    for (unsigned k = 0; k < COUNTERS; k++) {
        json_member(json, counters[k].name);
        json_begin(json, '[');
        for (unsigned i = 0; i < count; i++)
            json_integer(json, (int64_t)counters[k].value(&lines[i].totals));
        json_end(json, ']');
    }
    json_end(json, '}');
    free(lines);
}

void write_shape(struct json *json, const char *name, const struct sim_index *shape)
{
    json_member(json, name);
    json_begin(json, '[');
    json_integer(json, shape->x);
    json_integer(json, shape->y);
    json_integer(json, shape->z);
    json_end(json, ']');
}

static void write_heading(struct json *json, const struct view_launch *launch)
{
    uint64_t threads = (uint64_t)launch->block.x * launch->block.y * launch->block.z;
    const struct kernel *kernel = launch->kernel;
    json_member_string(json, "kernel", kernel->name);
    json_member_integer(json, "defined",
                        kernel->file ? position_of_pc(lines_place(kernel->file, kernel->line)) : 0);
    write_shape(json, "grid", &launch->grid);
    write_shape(json, "block", &launch->block);
    json_member_integer(json, "dynamic_shared", (int64_t)launch->dynamic_shared);
    json_member_integer(json, "number", (int64_t)launch->number);
    json_member_string(json, "error",
                       launch->error ? cudaGetErrorName((cudaError_t)launch->error) : NULL);
    json_member_integer(json, "threads", (int64_t)threads);
    json_member_integer(json, "warps", (int64_t)((threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE));
    json_member_integer(json, "block_count", (int64_t)profile_blocks(&launch->profile));
}

static void write_left_out(struct json *json, const struct view_launch *launch,
                           const struct written *written, double until)
{
    json_member(json, "left_out");
    json_begin(json, '{');
    json_member_integer(json, "blocks",
                        (int64_t)(profile_blocks(&launch->profile) - launch->block_count));
    json_member_integer(json, "steps", (int64_t)written->steps_left_out);
    json_member_integer(json, "values", (int64_t)written->values_left_out);
    json_member(json, "cycles");
    if (until < 0)
        json_null(json);
    else
        json_integer(json, llround(until));
    json_end(json, '}');
}

void write_launch(struct json *json, struct view_launch *launch, size_t bytes)
{
    struct written written = {0};
    struct kinds kinds;
    double until;
    kinds_open(&kinds);
    arrays_settle(launch);
    json_new_line(json);
    json_begin(json, '{');
    write_heading(json, launch);
    write_totals(json, &launch->profile);
    write_lines(json, &launch->profile);
    json_member(json, "arrays");
    write_arrays(json, launch);
    json_member(json, "blocks");
    write_blocks(json, launch, &kinds, (size_t)((1 - TIME_PART) * (double)bytes), &written);
    kinds_write(&kinds, json);
    json_member(json, "findings");
    write_findings(json, launch, &written);
    json_member(json, "time");
    write_time(json, launch, &written, (size_t)(TIME_PART * (double)bytes), &until);
    write_left_out(json, launch, &written, until);
    json_end(json, '}');
    for (unsigned b = 0; b < launch->block_count; b++)
        free(written.steps[b]);
    free(written.steps);
    kinds_close(&kinds);
}
