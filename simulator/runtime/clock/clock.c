/*
 * Collects the model's input for a launch, and runs the model.
 */
#include "clock/clock.h"

#include "base/device.h"
#include "base/settings.h"
#include "clock/launch_clock.h"
#include "clock/pc_cycles.h"
#include "clock/recording.h"
#include "clock/sample.h"
#include "memory/touched.h"
#include "view/model.h"

#define SECTORS_IN_LINE (TRACE_LINE / TOUCHED_SECTOR)

static int is_on(const struct run *run)
{
    return settings.clock && run->recording;
}

void clock_start(void)
{
    if (!settings.clock)
        return;
    touched_start();
    pc_cycles_start();
}

void clock_start_launch(const struct run *run)
{
    if (!is_on(run))
        return;
    touched_forget();
    sample_new_launch(run);
}

uint64_t clock_block_near(const struct run *run, uint64_t block)
{
    return is_on(run) ? sample_nearest(block) : block;
}

/* 1 if L2 has the sector when the block comes to it. */
static int in_l2(const struct clocked_launch *launch, uint64_t block, uint64_t sector)
{
    double l2_size = device.l2_size * 1024;
    double bytes_per_block = (double)launch->touched.bytes / (double)launch->sample.blocks;
    uint64_t first = touched_first_block(sector);
    if (first < block && ((double)launch->touched.bytes <= l2_size ||
                          (double)(block - first) * bytes_per_block < l2_size))
        return 1;
    return touched_before(sector, (uint64_t)((double)block * bytes_per_block), (uint64_t)l2_size);
}

static void look_at_lines(const struct clocked_launch *launch, struct trace *trace)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        struct trace_line *line = &trace->lines[i];
        for (unsigned s = 0; s < SECTORS_IN_LINE; s++)
            if (line->sectors >> s & 1 &&
                in_l2(launch, trace->block, (uint64_t)line->number * SECTORS_IN_LINE + s))
                line->in_l2 |= (uint8_t)(1u << s);
    }
}

const struct launch_time *clock_end_launch(const struct run *run, struct touched_effect *effect)
{
    static struct launch_time time;
    if (!is_on(run))
        return NULL;
    struct clocked_launch launch = {
        .threads = run->threads,
        .sample = *sample_seen(),
        .operations = &program_operations,
    };
    uint64_t blocks_run = settings.clock_only ? launch.sample.count : run->blocks;
    launch.touched = touched_look(run->blocks, blocks_run, (uint64_t)(device.l2_size * 1024));
    launch.shared = launch.sample.shared + run->launch->dynamic_shared;
    for (unsigned i = 0; i < launch.sample.count; i++)
        look_at_lines(&launch, &launch.sample.trace[i]);
    *effect = touched_effect();
    touched_end_launch();
    recording_add(&launch);
    launch.view = view_model_new();
    time = launch_clock(&device, &launch);
    return &time;
}

void clock_add_places(struct modelled *modelled, struct modelled *second,
                      const struct launch_time *time)
{
    double all = pc_cycles_sum(), cycles;
    for (event_t event; (event = pc_cycles_take(&cycles));) {
        modelled_add_place(modelled, event, time->kernel * cycles / all);
        if (second)
            modelled_add_place(second, event, time->kernel * cycles / all);
    }
}
