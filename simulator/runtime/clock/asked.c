#include "clock/asked.h"

#include "base/device.h"
#include "base/operations.h"
#include "base/run.h"
#include "base/settings.h"
#include "clock/launch_clock.h"
#include "clock/multiprocessor.h"
#include "clock/sample.h"
#include "memory/touched.h"

/*
 * How many times the model runs a block from its start: one of the sample, and any other one. After
 * that it runs the block again whenever its trace has doubled. In between, the block's time grows
 * in proportion to its steps.
 */
#define ASKED_MOST        200
#define ASKED_MOST_OTHERS 16

#define SECTORS_IN_LINE (TRACE_LINE / TOUCHED_SECTOR)

/* Marks the sectors that L2 has from before the launch, in the lines from `first` on. */
static void look_at_lines(struct trace *trace, size_t first)
{
    for (size_t i = first; i < trace->line_count; i++)
        for (unsigned s = 0; s < SECTORS_IN_LINE; s++) {
            uint64_t sector = (uint64_t)trace->lines[i].number * SECTORS_IN_LINE + s;
            if (touched_before(sector, 0, (uint64_t)(device.l2_size * 1024)))
                trace->lines[i].in_l2 |= (uint8_t)(1u << s);
        }
}

/* The time at which each warp of the block has reached the end of its trace. */
static void go_through(struct worker *worker, double *warp_cycles)
{
    struct trace *trace = clocked.trace;
    struct clocked_launch launch = {
        .threads = worker->launch.threads,
        .shared = trace->shared + worker->run->launch->dynamic_shared,
        .sample = {.blocks = 1, .count = 1, .trace = trace},
        .operations = &program_operations,
    };
    launch_clock_block(&device, &launch, warp_cycles);
}

/* 1 if the model is to run the block once more. */
static int is_new(void)
{
    unsigned most = clocked.trace == clocked.own ? ASKED_MOST_OTHERS : ASKED_MOST;
    size_t events = clocked.trace->events;
    return clocked.asked < most ? events != clocked.asked_events
                                : events >= 2 * clocked.asked_events;
}

/* The modelled time of the running warp so far. */
static double known_cycles(struct worker *worker)
{
    struct trace *trace = clocked.trace;
    static _Thread_local double calls;
    if (!trace)
        return ++calls;
    if (is_new()) {
        look_at_lines(trace, clocked.asked_lines);
        clocked.asked_lines = trace->line_count;
        clocked.asked_events = trace->events;
        clocked.asked_steps = worker->block.steps;
        clocked.asked++;
        struct recorder kept = recorder;
        recorder_off();
        go_through(worker, clocked.warp_cycles);
        recorder = kept;
    }
    double known = clocked.warp_cycles[worker->running.warp_number];
    double later = (double)(worker->block.steps - clocked.asked_steps);
    return clocked.asked_steps ? known + known * later / (double)clocked.asked_steps : known;
}

#define READ 2 /* cycles between two reads of the clock, at least */

double asked_cycles(struct worker *worker)
{
    double *before = &clocked.answered[worker->running.thread];
    double now = known_cycles(worker);
    *before = now < *before + READ ? *before + READ : now;
    return *before;
}

int asked_wants_all(struct worker *worker)
{
    if (settings.clock && worker->run->recording && !clocked.trace)
        sample_take_all(worker->run);
    return clocked.trace || worker->run->stop;
}
