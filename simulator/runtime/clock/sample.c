#include "clock/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/settings.h"
#include "clock/store_joins.h"
#include "clock/trace.h"
#include "report/kernel.h"
#include "view/steps.h"

#define BUCKETS_MOST 16384
#define EVENTS_MOST  (3u << 19) /* in all traces of a launch */

static struct sample sample;
static struct trace traces[SAMPLES_MOST];
static uint64_t steps[BUCKETS_MOST];
static int others_differ; /* blocks that are not traced have not run as they would */
_Thread_local struct clocked clocked;

static void forget_warp(struct trace_warp *warp)
{
    free(warp->events);
    free(warp->swap);
}

static void forget(struct trace *trace)
{
    for (unsigned number = 0; number < trace->warps; number++)
        forget_warp(&trace->warp[number]);
    free(trace->warp);
    free(trace->lines);
    memset(trace, 0, sizeof *trace);
}

/*
 * The sample's i-th block. Not at equal distances: the blocks of a grid are often alike in
 * every power of two.
 */
static uint64_t chosen(uint64_t blocks, unsigned count, unsigned i)
{
    if (blocks <= SAMPLES_MOST || i == 0)
        return i;
    if (i == count - 1)
        return blocks - 1;
    double part = (double)blocks / (count - 1);
    double jitter = (double)(i * 2654435761u % 1024) / 1024; /* Knuth's multiplicative hash */
    return (uint64_t)(part * (i - 1 + 0.999 * jitter)) + (i == 1);
}

void sample_new_launch(const struct run *run)
{
    for (unsigned i = 0; i < sample.count; i++)
        forget(&traces[i]);
    memset(steps, 0, sample.buckets * sizeof *steps);
    sample = (struct sample){.blocks = run->blocks, .trace = traces, .steps = steps};
    others_differ = settings.clock_only || (run_look(run)->shares && run->shares_few);
    sample.count = run->blocks < SAMPLES_MOST ? (unsigned)run->blocks : SAMPLES_MOST;
    sample.buckets = run->blocks < BUCKETS_MOST ? (unsigned)run->blocks : BUCKETS_MOST;
    for (unsigned i = 0; i < sample.count; i++) {
        struct trace *trace = &traces[i];
        trace->block = chosen(run->blocks, sample.count, i);
        trace->warps = (run->threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
        trace->warp = allocate(trace->warps * sizeof *trace->warp);
        trace->events_most = EVENTS_MOST / sample.count;
    }
}

static struct trace *trace_of(uint64_t block)
{
    for (unsigned i = 0; i < sample.count; i++)
        if (traces[i].block == block)
            return &traces[i];
    return NULL;
}

/* An empty trace for a block that reads the clock, but is not in the sample. */
static struct trace *own_trace(struct worker *worker)
{
    unsigned warps = worker->launch.warps;
    if (!clocked.own)
        clocked.own = allocate(sizeof *clocked.own);
    struct trace *trace = clocked.own;
    if (trace->warps != warps) {
        forget(trace);
        trace->warp = allocate(warps * sizeof *trace->warp);
    }
    for (unsigned number = 0; number < warps; number++) {
        trace->warp[number].count = 0;
        free(trace->warp[number].swap);
        trace->warp[number].swap = NULL;
        trace->warp[number].constants.count = 0;
    }
    *trace = (struct trace){
        .block = worker->block.index,
        .warps = warps,
        .warp = trace->warp,
        .lines = trace->lines,
        .line_room = trace->line_room,
        .events_most = EVENTS_MOST / SAMPLES_MOST,
    };
    return trace;
}

/* The trace of the worker's block; NULL if it is not traced. */
static struct trace *trace_for(struct worker *worker)
{
    if (!settings.clock || !worker->run->recording)
        return NULL;
    struct trace *trace = trace_of(worker->block.index);
    return trace || !worker->run->kernel->asks_for_time ? trace : own_trace(worker);
}

void sample_take_all(struct run *run)
{
    if (run->kernel->asks_for_time || run->stop)
        return;
    run->kernel->asks_for_time = 1;
    run_repeat(run);
}

int sample_has(uint64_t block)
{
    return trace_of(block) != NULL;
}

uint64_t sample_nearest(uint64_t block)
{
    uint64_t nearest = traces[0].block;
    for (unsigned i = 1; i < sample.count; i++) {
        uint64_t here = traces[i].block;
        if ((here > block ? here - block : block - here) <
            (nearest > block ? nearest - block : block - nearest))
            nearest = here;
    }
    return nearest;
}

unsigned sample_below(uint64_t block)
{
    unsigned below = 0;
    while (below < sample.count && traces[below].block < block)
        below++;
    return below;
}

uint64_t sample_order(uint64_t place)
{
    if (place < sample.count)
        return traces[place].block;
    uint64_t block = place - sample.count;
    for (unsigned i = 0; i < sample.count; i++)
        block += traces[i].block <= block;
    return block;
}

void sample_part_is_done(struct worker *worker)
{
    struct trace *trace = clocked.trace;
    if (!trace || !worker->run->shares_few || trace->work)
        return;
    trace->work = worker->block.steps;
    trace->events_most = trace->events;
}

unsigned sample_index(const struct sample *of, uint64_t block)
{
    unsigned first = 0, last = of->count - 1, nearest;
    if (of->count < of->blocks && of->count > 2) {
        if (block == of->trace[first].block || block == of->trace[last].block)
            return block == of->trace[last].block ? last : first;
        first++;
        last--;
    }
    nearest = first;
    for (unsigned k = first + 1; k <= last; k++) {
        uint64_t here = of->trace[k].block, there = of->trace[nearest].block;
        if ((here > block ? here - block : block - here) <
            (there > block ? there - block : block - there))
            nearest = k;
    }
    return nearest;
}

/* Where no other blocks run, or not as they would, the sampled ones represent them. */
static void fill_steps(void)
{
    double share = (double)sample.blocks / sample.buckets;
    for (unsigned bucket = 0; bucket < sample.buckets; bucket++) {
        uint64_t block = bucket * sample.blocks / sample.buckets;
        steps[bucket] = (uint64_t)((double)traces[sample_index(&sample, block)].work * share);
    }
}

int sample_block_begins(struct worker *worker)
{
    clocked.asked = 0;
    memset(clocked.answered, 0, worker->launch.threads * sizeof *clocked.answered);
    clocked.asked_events = clocked.asked_lines = clocked.asked_steps = 0;
    view_traced = clocked.trace = trace_for(worker);
    return clocked.trace != NULL;
}

void sample_block_ends(struct worker *worker)
{
    if (!settings.clock || !worker->run->recording)
        return;
    uint64_t bucket = worker->block.index * sample.buckets / sample.blocks;
    __atomic_fetch_add(&steps[bucket], worker->block.steps, __ATOMIC_RELAXED);
    if (!clocked.trace)
        return;
    if (!clocked.trace->work)
        clocked.trace->work = worker->block.steps;
    trace_end(clocked.trace);
    store_joins_find(clocked.trace);
    view_traced = clocked.trace = NULL;
}

/* The target of one program position's atomics in a block, as long as it is a single address. */
struct target {
    event_t event;
    uint32_t line; /* 1 + its number */
    int several;   /* lines, or addresses */
    int gives_up;  /* a compare-and-swap: it failed and was not tried again */
};

static struct target *target_at(struct target *targets, unsigned room, event_t event)
{
    unsigned i = 0;
    while (i < room - 1 && targets[i].event && targets[i].event != event)
        i++;
    targets[i].event = event;
    return &targets[i];
}

#define TARGETS 64

/* 1 if an atomic's lanes have one address. In shared memory, lines are not known. */
static int is_at_one_address(const struct trace_event *event)
{
    return event->wavefronts == __builtin_popcount(event->lanes);
}

/* Marks atomics whose program position has one address for the whole block. */
static void mark_uniform(struct trace *trace)
{
    struct target targets[TARGETS] = {{0, 0, 0, 0}};
    for (int marks = 0; marks <= 1; marks++)
        for (unsigned number = 0; number < trace->warps; number++)
            for (size_t i = 0; i < trace->warp[number].count; i++) {
                struct trace_event *event = &trace->warp[number].events[i];
                if ((event->event & EVENT_CLASS) != EVENT_ATOMIC)
                    continue;
                struct target *target = target_at(targets, TARGETS, event->event);
                uint32_t line = event->lines ? trace->lines[event->first_line].number + 1 : 1;
                if (marks && !target->several)
                    event->attributes |= TRACE_UNIFORM;
                target->several |=
                    !is_at_one_address(event) || (target->line && target->line != line);
                target->line = line;
            }
}

/*
 * Marks compare-and-swaps that may be tried until they succeed: those of a program position where
 * none has failed and was not tried again. Which of several warps' fails, is a matter of chance.
 */
static void mark_retried(void)
{
    struct target targets[TARGETS] = {{0, 0, 0, 0}};
    for (int marks = 0; marks <= 1; marks++)
        for (unsigned t = 0; t < sample.count; t++)
            for (unsigned number = 0; number < traces[t].warps; number++)
                for (size_t i = 0; i < traces[t].warp[number].count; i++) {
                    struct trace_event *event = &traces[t].warp[number].events[i];
                    if (!(event->attributes & TRACE_SWAP))
                        continue;
                    struct target *target = target_at(targets, TARGETS, event->event);
                    target->gives_up |= (event->attributes & TRACE_GIVES_UP) != 0;
                    if (marks && !target->gives_up)
                        event->attributes |= TRACE_RETRY;
                }
}

const struct sample *sample_seen(void)
{
    for (unsigned i = 0; i < sample.count; i++)
        mark_uniform(&traces[i]);
    mark_retried();
    if (others_differ)
        fill_steps();
    sample.all_steps = 0;
    for (unsigned i = 0; i < sample.buckets; i++)
        sample.all_steps += steps[i];
    sample.shared = 0;
    for (unsigned i = 0; i < sample.count; i++)
        if (traces[i].shared > sample.shared)
            sample.shared = traces[i].shared;
    return &sample;
}

struct sample sample_take(void)
{
    struct sample taken = sample;
    uint64_t *own_steps = allocate((sample.buckets + 1) * sizeof *own_steps);
    taken.trace = allocate((sample.count + 1) * sizeof *taken.trace);
    memcpy(own_steps, steps, sample.buckets * sizeof *own_steps);
    memcpy(taken.trace, traces, sample.count * sizeof *traces);
    memset(traces, 0, sample.count * sizeof *traces);
    taken.steps = own_steps;
    sample.count = 0;
    return taken;
}

void sample_free(struct sample *taken)
{
    for (unsigned i = 0; i < taken->count; i++)
        forget(&taken->trace[i]);
    free(taken->trace);
    free((void *)taken->steps);
}

double sample_steps(const struct sample *of, uint64_t block)
{
    uint64_t bucket = block * of->buckets / of->blocks;
    uint64_t first = (bucket * of->blocks + of->buckets - 1) / of->buckets;
    uint64_t end = ((bucket + 1) * of->blocks + of->buckets - 1) / of->buckets;
    return (double)of->steps[bucket] / (double)(end > first ? end - first : 1);
}
