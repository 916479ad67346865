/*
 * Collects the model's input for a launch, and runs the model.
 */
#include "clock/clock.h"

#include <math.h>

#include "base/device.h"
#include "base/instrument.h"
#include "base/settings.h"
#include "clock/launch_clock.h"
#include "clock/line_sharing.h"
#include "clock/occupancy.h"
#include "clock/passed.h"
#include "clock/pc_cycles.h"
#include "clock/recording.h"
#include "clock/retouched.h"
#include "clock/sample.h"
#include "clock/trace.h"
#include "clock/viewed.h"
#include "clock/what_if.h"
#include "memory/memory.h"
#include "memory/touched.h"
#include "memory/touched_others.h"
#include "view/model.h"
#include "view/view.h"

#define SECTORS_IN_LINE (TRACE_LINE / TOUCHED_SECTOR)

static int is_on(const struct run *run)
{
    return settings.clock && run->recording;
}

static void launch_begins(struct run *run)
{
    if (!is_on(run))
        return;
    touched_forget();
    sample_new_launch(run);
    run->middle = sample_nearest(run->middle);
}

static __attribute__((noinline)) void note_sectors(const struct worker *worker,
                                                   const struct request *request)
{
    uint64_t arena = memory.base / TOUCHED_SECTOR;
    for (unsigned i = 0; i < request->ranges; i++)
        touched_note(request->range[i].first - arena, request->range[i].end - arena,
                     worker->block.index, (request->event & EVENT_WRITE) != 0, worker->run->alone);
}

/* The sectors that the request touches; of all blocks. Most of one sector have been noted. */
static void request(struct worker *worker, const struct request *request)
{
    const struct sectors *range = &request->range[0];
    if (!request->global || (request->ranges == 1 && range->end == range->first + 1 &&
                             touched_has(range->first - memory.base / TOUCHED_SECTOR,
                                         worker->block.index, (request->event & EVENT_WRITE) != 0)))
        return;
    note_sectors(worker, request);
}

/*
 * 1 if one of the blocks that pass as much through L2 as it holds touches the sector before the
 * traced block of that number comes to it: at random, as often as its page is touched.
 */
static int is_retouched(const struct clocked_launch *launch, struct retouched *retouched,
                        unsigned number, uint64_t sector)
{
    uint64_t block = launch->sample.trace[number].block;
    double so_far = (double)block / (double)launch->sample.blocks;
    double held = device.l2_size * 1024 / device.l2_halves / (double)launch->touched.bytes;
    double times = retouched_times(retouched, number, sector) * fmin(so_far, held);
    return touched_others_chance(sector, block) < 1 - exp(-times);
}

/*
 * 1 if a block before that one has touched the sector, and not much has passed through L2 since:
 * multiprocessors of both halves ask, so both keep it.
 */
static int was_touched(const struct clocked_launch *launch, const struct passed *passed,
                       uint64_t sector, uint64_t block)
{
    double l2_size = device.l2_size * 1024;
    uint64_t first = touched_first_block(sector);
    return first < block &&
           ((double)launch->touched.bytes <= l2_size ||
            passed_bytes(passed, (double)(block - first)) < l2_size / device.l2_halves);
}

/*
 * 1 if L2 has the sector when the traced block of that number comes to it. A sector that comes from
 * memory brings its neighbour along. retouched: or NULL.
 */
static int in_l2(const struct clocked_launch *launch, const struct passed *passed,
                 struct retouched *retouched, unsigned number, uint64_t sector)
{
    uint64_t block = launch->sample.trace[number].block, first = touched_first_block(sector);
    if (was_touched(launch, passed, sector, block) ||
        (device.memory_granule > TOUCHED_SECTOR && was_touched(launch, passed, sector ^ 1, block)))
        return 1;
    if (first < block && retouched && is_retouched(launch, retouched, number, sector))
        return 1;
    double l2_size = device.l2_size * 1024;
    double to = (double)block / (double)launch->sample.blocks;
    double from = fmax(to - l2_size / (double)launch->touched.bytes, 0);
    if (touched_others_have(sector, block, from, to))
        return 1;
    return touched_before(sector, block, (uint64_t)l2_size);
}

static void look_at_lines(const struct clocked_launch *launch, const struct passed *passed,
                          struct retouched *retouched, unsigned number)
{
    struct trace *trace = &launch->sample.trace[number];
    for (size_t i = 0; i < trace->line_count; i++) {
        struct trace_line *line = &trace->lines[i];
        unsigned in = 0,
                 first = 0; /* the same launch may be timed again, from another state of L2 */
        for (unsigned s = 0; s < SECTORS_IN_LINE; s++) {
            uint64_t sector = (uint64_t)line->number * SECTORS_IN_LINE + s;
            if (!(line->sectors >> s & 1))
                continue;
            in |= (unsigned)in_l2(launch, passed, retouched, number, sector) << s;
            first |= (unsigned)(touched_first_block(sector) >= trace->block) << s;
        }
        line->in_l2 = in & 0xF;
        line->first = first & 0xF;
    }
}

static void look_in_l2(const struct clocked_launch *launch)
{
    struct retouched retouched;
    int is_larger = (double)launch->touched.bytes > device.l2_size * 1024;
    int may_retouch = is_larger && launch->sample.count > 1 && !settings.clock_only;
    struct passed passed = {NULL, 0, 1};
    if (may_retouch)
        retouched_open(&retouched, &launch->sample);
    if (is_larger)
        passed_open(&passed, &launch->sample, may_retouch ? &retouched : NULL);
    for (unsigned i = 0; i < launch->sample.count; i++)
        look_at_lines(launch, &passed, may_retouch ? &retouched : NULL, i);
    passed_close(&passed);
    if (may_retouch)
        retouched_close(&retouched);
}

/* Adds where in the program the launch's time went, to a second sum, too, unless it is NULL. */
static void add_places(struct modelled *modelled, struct modelled *second,
                       const struct launch_time *time)
{
    double all = pc_cycles_sum(), cycles;
    for (event_t event; (event = pc_cycles_take(&cycles));) {
        modelled_add_place(modelled, event, time->kernel * cycles / all);
        if (second)
            modelled_add_place(second, event, time->kernel * cycles / all);
    }
}

int clock_end_launch(const struct run *run, struct launch_time *time, struct touched_effect *effect,
                     struct modelled *places)
{
    struct modelled *viewed = view_modelled();
    if (!is_on(run))
        return 0;
    struct clocked_launch launch = {
        .threads = run->threads,
        .sample = *sample_seen(),
        .operations = &program_operations,
    };
    uint64_t blocks_run = settings.clock_only ? launch.sample.count : run->blocks;
    launch.shared = launch.sample.shared + run->launch->dynamic_shared;
    int resident = occupancy_blocks(&device, (int)run->threads, launch.shared, 0, NULL);
    int side_by_side = (double)run->blocks <= resident * device.multiprocessors;
    launch.touched =
        touched_look(run->blocks, blocks_run, side_by_side, (uint64_t)(device.l2_size * 1024));
    look_in_l2(&launch);
    line_sharing_mark(&launch.sample);
    *effect = touched_effect();
    touched_end_launch();
    recording_add(&launch);
    launch.view = view_model_new();
    *time = launch_clock(&device, &launch);
    if (viewed)
        modelled_add(viewed, time);
    add_places(places, viewed, time);
    if (settings_what_if())
        what_if_run(&launch, time->kernel, places);
    viewed_keep(&launch);
    return 1;
}

static const struct instrument clock_instrument = {
    .name = "clock",
    .wants_cost = 1,
    .launch_begins = launch_begins,
    .request = request,
};

static const struct instrument trace_instrument = {
    .name = "trace",
    .wants_cost = 1,
    .block_begins = sample_block_begins,
    .block_ends = sample_block_ends,
    .step = trace_step,
    .request = trace_request,
    .exchange = trace_exchange,
    .fence = trace_fence,
    .constant = trace_constant,
    .local = trace_local,
    .barrier = trace_barrier,
};

/* The trace is added without a clock, too: kernels that ask for the time get an answer. */
void clock_start(void)
{
    if (settings.clock) {
        touched_start();
        pc_cycles_start();
        instrument_add(&clock_instrument);
    }
    instrument_add(&trace_instrument);
}
