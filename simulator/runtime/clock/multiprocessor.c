/*
 * A multiprocessor over time: a discrete-event simulation. The next event is always that of the
 * warp with the least time.
 */
#include "clock/multiprocessor.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "clock/divergence.h"
#include "clock/turns.h"
#include "clock/warp_parts.h"
#include "view/model.h"

/*
 * Of what happens next: a warp can continue, or a scheduler has a slot for one of those that wait.
 * At the same time the warps that can continue are first.
 */
#define SCHEDULERS UINT_MAX /* an age */

struct running {
    struct multiprocessor *mp;
    const struct assignment *assignment;
    struct resident_block *block; /* slots for resident blocks */
    struct warp_time *warp;       /* of all of them, one block's after another's */
    struct turns turns;           /* numbers: of the warps, or of the schedulers */
    unsigned started;             /* blocks so far */
    unsigned schedulers;          /* warps assigned to them so far */
    unsigned shift; /* 1 if the next block begins with the next scheduler: is_chance */
    double last_start, end;
    double busy; /* warps times cycles */
};

static void push_warp(struct running *running, const struct warp_time *warp)
{
    turns_push(&running->turns, turn_at(warp->time, warp->age, (unsigned)(warp - running->warp)));
}

uint64_t multiprocessor_block(uint64_t i, uint64_t blocks, uint64_t all)
{
    return blocks > 1 ? (uint64_t)((double)i / (double)(blocks - 1) * (double)(all - 1) + 0.5) : 0;
}

const struct trace *multiprocessor_longest(const struct sample *sample)
{
    const struct trace *found = &sample->trace[0];
    for (unsigned k = 1; k < sample->count; k++)
        if (sample->trace[k].work > found->work)
            found = &sample->trace[k];
    return found;
}

/*
 * The sampled block that represents the i-th followed one. Where each multiprocessor has a single
 * block, the longest block determines the end.
 */
static const struct trace *stands_for(const struct assignment *assignment, unsigned i,
                                      uint64_t *block)
{
    const struct sample *sample = assignment->sample;
    uint64_t wanted = multiprocessor_block(i, assignment->followed, sample->blocks);
    const struct trace *nearest = &sample->trace[sample_index(sample, wanted)];
    if (assignment->blocks == 1) {
        nearest = multiprocessor_longest(sample);
        *block = nearest->block;
        return nearest;
    }
    *block = assignment->followed >= sample->blocks ? nearest->block : wanted;
    return nearest;
}

/* The memory system learns which sampled blocks stand for how many of the followed ones. */
static void know(struct multiprocessor *mp, const struct assignment *assignment)
{
    const struct sample *sample = assignment->sample;
    double *follows = allocate(sample->count * sizeof *follows);
    uint64_t block;
    for (unsigned i = 0; i < assignment->followed; i++)
        follows[stands_for(assignment, i, &block) - sample->trace] += 1.0 / assignment->followed;
    memory_system_know(&mp->memory, sample, follows);
    free(follows);
}

#define CLEARLY 3.0 /* times the variance that is chance */

/*
 * 1 if it is a matter of chance which warps of a block have more to do: the traced blocks differ
 * there. Of so few blocks one scheduler would have more than the others all the time, as a block's
 * warps go to the schedulers by turns: so the turns of the blocks that they stand for differ.
 */
static int is_chance(const struct sample *sample)
{
    unsigned warps = sample->trace[0].warps;
    double count = sample->count, all = 0, within = 0, between = 0;
    for (unsigned k = 0; k < sample->count; k++)
        for (unsigned w = 0; w < warps; w++)
            all += (double)sample->trace[k].warp[w].count / warps / count;
    for (unsigned w = 0; w < warps; w++) {
        double mean = 0;
        for (unsigned k = 0; k < sample->count; k++)
            mean += (double)sample->trace[k].warp[w].count / count;
        for (unsigned k = 0; k < sample->count; k++)
            within += pow((double)sample->trace[k].warp[w].count - mean, 2);
        between += count * pow(mean - all, 2);
    }
    return warps > 1 && count > 1 &&
           between / (warps - 1) < CLEARLY * within / (warps * (count - 1));
}

static void start_block(struct running *running, struct resident_block *block, double time)
{
    struct multiprocessor *mp = running->mp;
    const struct device *device = mp->device;
    uint64_t index;
    const struct trace *trace = stands_for(running->assignment, running->started, &index);
    block->requester = (struct requester){trace, index, running->started};
    block->warps = trace->warps;
    block->at_barrier = block->at_grid_barrier = block->done = 0;
    divergence_begins(block);
    running->started++;
    mp->steps += trace_is_cut(trace) ? trace->work_traced : trace->work;
    if (running->started > 1 && time < running->last_start + device->block_interval)
        time = running->last_start + device->block_interval;
    running->last_start = time;
    if (mp->view)
        view_model_start(mp->view, (unsigned)(block - running->block), index, trace->block, time);
    running->schedulers += running->shift;
    time += device->block_start;
    if (running->started <= running->assignment->resident)
        time += device->first_start;
    for (unsigned i = 0; i < trace->warps; i++) {
        struct warp_time *warp = &block->warp[i];
        memset(warp, 0, offsetof(struct warp_time, known.load)); /* none of what follows is set */
        warp->frame[0] = (struct frame){0};
        warp->block = block;
        warp->trace = &trace->warp[i];
        warp->position = warp->trace->count ? warp->trace->events[0].event : 0;
        warp->age = running->started * trace->warps + i;
        warp->begun = warp->time = time + i * device->block_warp;
        warp->scheduler = &mp->scheduler[running->schedulers++ % (unsigned)device->schedulers];
        push_warp(running, warp);
    }
}

/*
 * The warp waits at the barrier. It comes there as soon as it has issued its stores, even where the
 * values that they store are still on their way: it waits for these first.
 */
static void wait_at_barrier(struct multiprocessor *mp, struct warp_time *warp, double last)
{
    double until = warp->loaded < last ? warp->loaded : last;
    if (until > warp->time) {
        charge(mp, warp, until, warp->loaded_cause);
        if (mp->view)
            show_span(mp, warp, until, warp->loaded_cause, warp->next - 1);
        warp->time = until;
    }
    charge(mp, warp, last, TIME_BARRIER);
    if (mp->view)
        show_span(mp, warp, last, TIME_BARRIER, warp->next - 1);
    warp->time = last;
}

/* All remaining warps of the block have reached the barrier. */
static void open_barrier(struct running *running, struct resident_block *block, int of_grid)
{
    struct multiprocessor *mp = running->mp;
    const struct device *device = mp->device;
    double last = 0;
    for (unsigned i = 0; i < block->warps; i++)
        if (!block->warp[i].done && block->warp[i].arrived > last)
            last = block->warp[i].arrived;
    last += device->barrier_latency;
    if (of_grid)
        last += device->grid_barrier * device->clock / 1000;
    for (unsigned i = 0; i < block->warps; i++) {
        struct warp_time *warp = &block->warp[i];
        if (warp->done)
            continue;
        wait_at_barrier(mp, warp, last);
        warp->at_barrier = warp->at_grid_barrier = 0;
        push_warp(running, warp);
    }
    block->at_barrier = block->at_grid_barrier = 0;
    divergence_begins(block);
}

static void end_block(struct running *running, struct resident_block *block)
{
    double end = 0;
    for (unsigned i = 0; i < block->warps; i++) {
        const struct warp_time *warp = &block->warp[i];
        end = warp->time > end ? warp->time : end;
        running->busy += warp->time - warp->begun;
    }
    running->end = end > running->end ? end : running->end;
    if (running->mp->view)
        view_model_end(running->mp->view, block->requester.instance, end);
    if (running->started < running->assignment->followed)
        start_block(running, block, end);
}

/* The warp waits for one of its scheduler's slots: with the others that do, the oldest first. */
static void wait_for_slot(struct running *running, struct warp_time *warp)
{
    struct scheduler *scheduler = warp->scheduler;
    struct warp_time **place = &scheduler->waiting;
    unsigned number = (unsigned)(scheduler - running->mp->scheduler);
    if (!*place)
        turns_push(&running->turns, turn_at(scheduler->slot.free, SCHEDULERS, number));
    while (*place && (*place)->age < warp->age)
        place = &(*place)->waits_next;
    warp->waits_next = *place;
    *place = warp;
}

/*
 * The warp that continues next, or NULL: there is none yet. Of those that can issue the oldest
 * does. So blocks get ahead of each other, and their waits do not meet; if all warps issued by
 * turns, equal blocks would come to their barriers together, and issue less often than on a GPU.
 */
static struct warp_time *next_warp(struct running *running)
{
    struct turn turn = turns_pop(&running->turns);
    struct warp_time *warp;
    if (turn_age(turn) != SCHEDULERS) {
        warp = &running->warp[turn_number(turn)];
        if (warp->scheduler->slot.free <= warp->time)
            return warp;
        wait_for_slot(running, warp);
        return NULL;
    }
    struct scheduler *scheduler = &running->mp->scheduler[turn_number(turn)];
    if (scheduler->slot.free > turn_time(turn)) {
        turns_push(&running->turns, turn_at(scheduler->slot.free, SCHEDULERS, turn_number(turn)));
        return NULL;
    }
    warp = scheduler->waiting;
    scheduler->waiting = warp->waits_next;
    if (scheduler->waiting)
        turns_push(&running->turns, turn);
    spend(running->mp, warp, turn_time(turn), TIME_ISSUE);
    return warp;
}

static void run_warp(struct running *running)
{
    struct warp_time *warp = next_warp(running);
    if (!warp)
        return;
    struct resident_block *block = warp->block;
    running->mp->horizon = running->turns.count ? turn_time(running->turns.turn[1]) : DBL_MAX;
    warp_time_run(running->mp, warp);
    block->done += (unsigned)warp->done;
    block->at_barrier += (unsigned)warp->at_barrier;
    block->at_grid_barrier += (unsigned)warp->at_grid_barrier;
    if (!warp->done && !warp->at_barrier && !warp->at_grid_barrier)
        push_warp(running, warp);
    else if (block->done == block->warps)
        end_block(running, block);
    else if (block->at_barrier + block->done == block->warps)
        open_barrier(running, block, 0);
    else if (block->at_grid_barrier + block->done == block->warps)
        open_barrier(running, block, 1);
}

/* The time of the followed blocks, and that of the others at the same rate. */
static double whole_time(const struct running *running, double ramp)
{
    const struct assignment *a = running->assignment;
    if (a->blocks <= a->followed || a->followed <= a->resident)
        return running->end * (double)a->blocks / (double)(a->followed ? a->followed : 1) *
                   (a->blocks > a->followed) +
               running->end * (a->blocks <= a->followed);
    double rate = (running->last_start - ramp) / (a->followed - a->resident);
    return running->end + rate * (double)(a->blocks - a->followed);
}

double multiprocessor_run(struct multiprocessor *mp, const struct assignment *assignment)
{
    struct running running = {.mp = mp, .assignment = assignment};
    unsigned warps = assignment->sample->trace[0].warps;
    running.block = allocate(assignment->resident * sizeof *running.block);
    turns_open(&running.turns, assignment->resident * warps + (unsigned)mp->device->schedulers);
    /* start_block sets what is read of it: most of it never is. */
    running.warp = allocate_again(NULL, assignment->resident * warps * sizeof *running.warp);
    know(mp, assignment);
    ways_open(&mp->ways, assignment->sample);
    running.shift =
        assignment->followed < assignment->sample->blocks && is_chance(assignment->sample);
    for (unsigned i = 0; i < assignment->resident; i++) {
        running.block[i].warp = &running.warp[i * warps];
        if (without_cost(&mp->without, COST_DIVERGENCE))
            line_list_open(&running.block[i].packed);
    }
    for (unsigned i = 0; i < assignment->resident && i < assignment->followed; i++)
        start_block(&running, &running.block[i], i * assignment->start_gap);
    double ramp = running.last_start;
    while (running.turns.count)
        run_warp(&running);
    if (mp->memory.last > running.end)
        running.end = mp->memory.last;
    double time = whole_time(&running, ramp);
    if (mp->view)
        view_model_done(mp->view, running.end, assignment->resident, warps);
    mp->cause[TIME_BLOCKS] += running.end * assignment->resident * warps > running.busy
                                  ? running.end * assignment->resident * warps - running.busy
                                  : 0;
    for (unsigned i = 0; assignment->warp_cycles && i < warps; i++)
        assignment->warp_cycles[i] =
            fmax(running.block[0].warp[i].time, running.block[0].warp[i].issued);
    for (unsigned i = 0; i < assignment->resident; i++)
        line_list_close(&running.block[i].packed);
    free(running.block);
    free(running.warp);
    turns_close(&running.turns);
    ways_close(&mp->ways);
    return time;
}
