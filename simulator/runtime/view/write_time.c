/*
 * The clock's model of a launch. There may be far more spans than a page has room for. So the spans
 * of the first cycles are written, and bins for the whole time.
 */
#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/device.h"
#include "report/report_parts.h"
#include "view/modelled_launch.h"
#include "view/positions.h"
#include "view/write.h"

#define BLOCKS_MOST   2000 /* written, at most */
#define BYTES_OF_SPAN 11   /* of text, about */

/* ---- Blocks and bins ----------------------------------------------------------------------- */

static int recorded_as(const struct view_launch *launch, uint64_t traced)
{
    for (unsigned i = 0; i < launch->block_count; i++)
        if (launch->blocks[i]->index == traced)
            return (int)i;
    return -1;
}

static size_t blocks_written(const struct view_model *model)
{
    return model->block_count < BLOCKS_MOST ? model->block_count : BLOCKS_MOST;
}

static void write_blocks_in_time(struct json *json, const struct view_launch *launch)
{
    const struct view_model *model = launch->model;
    enum { SLOT, BLOCK, START, END, RECORDED, COLUMNS };
    static const char *const names[] = {"slot", "block", "start", "end", "recorded"};
    json_begin(json, '{');
    for (unsigned column = 0; column < COLUMNS; column++) {
        json_member(json, names[column]);
        json_begin(json, '[');
        for (size_t i = 0; i < blocks_written(model); i++) {
            const struct modelled_block *block = &model->blocks[i];
            const int64_t values[] = {block->slot, (int64_t)block->block, llround(block->start),
                                      llround(block->end), recorded_as(launch, block->traced)};
            json_integer(json, values[column]);
        }
        json_end(json, ']');
    }
    json_end(json, '}');
}

/* The cycles of a bin. Only the last one may have fewer. */
static double width_of(const struct view_model *model, unsigned bin)
{
    double left = model->cycles - bin * model->width;
    return left < model->width ? left : model->width;
}

static void write_row(struct json *json, const struct view_model *model, unsigned row,
                      unsigned count)
{
    json_begin(json, '[');
    for (unsigned i = 0; i < count; i++)
        json_double(json, round(100 * model->bin[row][i] / width_of(model, i)) / 100);
    json_end(json, ']');
}

static void write_bins(struct json *json, struct view_model *model)
{
    double slots = (double)model->resident * model->warps;
    unsigned count = (unsigned)ceil(model->cycles / model->width);
    for (unsigned i = 0; i < count; i++) { /* warp slots without a warp */
        double idle = slots * width_of(model, i);
        for (unsigned cause = 0; cause < TIME_BLOCKS; cause++)
            idle -= model->bin[cause][i];
        model->bin[TIME_BLOCKS][i] = idle > 0 ? idle : 0;
    }
    json_begin(json, '{');
    json_member_double(json, "width", model->width);
    json_member(json, "causes");
    json_begin(json, '[');
    for (unsigned cause = 0; cause < TIME_CAUSES; cause++)
        write_row(json, model, cause, count);
    json_end(json, ']');
    json_member(json, "bytes");
    write_row(json, model, MODEL_UNDER_WAY, count);
    json_member(json, "moved");
    write_row(json, model, MODEL_MOVED, count);
    json_end(json, '}');
}

/* ---- Spans --------------------------------------------------------------------------------- */

static int by_warp(const void *left, const void *right)
{
    const struct modelled_span *a = left, *b = right;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    if (a->warp != b->warp)
        return a->warp < b->warp ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The time before which that many spans begin; -1 if there are no more than that. */
static double time_of_most(const struct view_model *model, size_t most)
{
    double *times = allocate((model->span_count + 1) * sizeof *times), until;
    for (size_t i = 0; i < model->span_count; i++)
        times[i] = model->spans[i].from;
    qsort(times, model->span_count, sizeof *times, by_value);
    until = model->span_count > most ? times[most] : -1;
    free(times);
    return until;
}

/* Steps of a warp's trace as steps of the recorded warp; VIEW_NOT_TRACED where there is none. */
static uint32_t *steps_of_trace(const struct view_warp *warp, size_t written, uint32_t *count)
{
    *count = 0;
    for (size_t i = 0; i < written; i++)
        if (warp->steps[i].traced != VIEW_NOT_TRACED && warp->steps[i].traced >= *count)
            *count = warp->steps[i].traced + 1;
    uint32_t *steps = allocate((*count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < *count; i++)
        steps[i] = VIEW_NOT_TRACED;
    for (size_t i = written; i-- > 0;)
        if (warp->steps[i].traced != VIEW_NOT_TRACED)
            steps[warp->steps[i].traced] = (uint32_t)i;
    return steps;
}

struct span_kinds {
    struct json cause, position;
    struct view_doing *list;
    unsigned count;
};

static unsigned span_kind(struct span_kinds *kinds, const struct view_doing *doing)
{
    unsigned position = position_of(doing->event);
    for (unsigned i = 0; i < kinds->count; i++)
        if (kinds->list[i].cause == doing->cause && kinds->list[i].step == position)
            return i;
    kinds->list = allocate_again(kinds->list, (kinds->count + 1) * sizeof *kinds->list);
    kinds->list[kinds->count] = (struct view_doing){doing->cause, doing->event, position};
    json_integer(&kinds->cause, doing->cause);
    json_integer(&kinds->position, position);
    return kinds->count++;
}

/* Spans [first, last) of one warp: one object for each sequence without a gap. */
static void write_warp_spans(struct json *json, const struct view_launch *launch,
                             const struct written *written, size_t first, size_t last,
                             struct span_kinds *kinds)
{
    const struct modelled_span *span = launch->model->spans;
    int recorded = recorded_as(launch, launch->model->blocks[span[first].instance].traced);
    uint32_t count = 0, *steps = NULL;
    if (recorded >= 0)
        steps = steps_of_trace(&launch->blocks[recorded]->warp[span[first].warp],
                               written->steps[recorded][span[first].warp], &count);
    struct json kind = {0}, length = {0}, step = {0};
    json_begin(&kind, '[');
    json_begin(&length, '[');
    json_begin(&step, '[');
    int64_t from = llround(span[first].from), until = from;
    for (size_t i = first; i < last; i++) {
        int64_t end = llround(span[i].to);
        uint32_t number = span[i].doing.step < count ? steps[span[i].doing.step] : VIEW_NOT_TRACED;
        if (end <= until)
            continue; /* shorter than a cycle */
        json_integer(&kind, span_kind(kinds, &span[i].doing));
        json_integer(&length, end - until);
        json_integer(&step, number == VIEW_NOT_TRACED ? -1 : (int64_t)number);
        until = end;
    }
    json_end(&kind, ']');
    json_end(&length, ']');
    json_end(&step, ']');
    json_begin(json, '{');
    json_member_integer(json, "warp", span[first].warp);
    json_member_integer(json, "block", span[first].instance);
    json_member_integer(json, "from", from);
    json_member_value(json, "kinds", &kind);
    json_member_value(json, "lengths", &length);
    json_member_value(json, "steps", &step);
    json_end(json, '}');
    json_free(&kind);
    json_free(&length);
    json_free(&step);
    free(steps);
}

/* 1 if the span is to be written. until: -1 for no limit in time; of the first blocks only. */
static int is_written(const struct modelled_span *span, double until)
{
    return (until < 0 || span->from < until) && span->instance < BLOCKS_MOST;
}

/* 1 if the second span follows the first without a gap. */
static int follows(const struct modelled_span *next, const struct modelled_span *span)
{
    return next->instance == span->instance && next->warp == span->warp && next->from == span->to;
}

static void write_spans(struct json *json, struct view_launch *launch,
                        const struct written *written, size_t bytes, double *until)
{
    struct view_model *model = launch->model;
    struct span_kinds kinds = {0};
    *until = time_of_most(model, bytes / BYTES_OF_SPAN);
    if (model->spans_until >= 0 && (*until < 0 || model->spans_until < *until))
        *until = model->spans_until;
    const struct modelled_span *span = model->spans;
    qsort(model->spans, model->span_count, sizeof *model->spans, by_warp);
    json_begin(&kinds.cause, '[');
    json_begin(&kinds.position, '[');
    json_member(json, "spans");
    json_begin(json, '[');
    for (size_t first = 0, end; first < model->span_count; first = end) {
        for (end = first + 1; end < model->span_count && follows(&span[end], &span[end - 1]) &&
                              is_written(&span[end], *until);)
            end++;
        if (is_written(&span[first], *until))
            write_warp_spans(json, launch, written, first, end, &kinds);
    }
    json_end(json, ']');
    json_end(&kinds.cause, ']');
    json_end(&kinds.position, ']');
    json_member(json, "span_kinds");
    json_begin(json, '{');
    json_member_value(json, "cause", &kinds.cause);
    json_member_value(json, "position", &kinds.position);
    json_end(json, '}');
    json_free(&kinds.cause);
    json_free(&kinds.position);
    free(kinds.list);
}

/* ---- Summary ------------------------------------------------------------------------------- */

static const char *name_of(enum occupancy_limit limit)
{
    switch (limit) {
    case OCCUPANCY_THREADS: return "threads";
    case OCCUPANCY_BLOCKS: return "blocks";
    case OCCUPANCY_SHARED_MEMORY: return "shared memory";
    case OCCUPANCY_REGISTERS: return "registers";
    default: return "grid";
    }
}

static void write_summary(struct json *json, const struct view_launch *launch)
{
    const struct modelled *modelled = &launch->profile.modelled;
    const struct launch_time *last = &modelled->last;
    uint64_t blocks = profile_blocks(&launch->profile);
    uint64_t multiprocessors = (uint64_t)device.multiprocessors;
    uint64_t each = (blocks + multiprocessors - 1) / multiprocessors;
    json_member_double(json, "kernel_ns", modelled->kernel);
    json_member_double(json, "launch_ns", modelled->launch);
    json_member_double(json, "mhz", device.clock);
    json_member(json, "causes");
    json_begin(json, '[');
    for (unsigned i = 0; i < TIME_CAUSES; i++)
        json_string(json, cause_names[i]);
    json_end(json, ']');
    json_member(json, "shares");
    json_begin(json, '[');
    for (unsigned i = 0; i < TIME_CAUSES; i++)
        json_double(json, last->cause[i]);
    json_end(json, ']');
    json_member_integer(json, "resident", last->resident);
    json_member_integer(json, "possible", last->possible);
    json_member_string(json, "limit", name_of(last->limit));
    json_member_integer(json, "multiprocessors", (int64_t)multiprocessors);
    json_member_integer(json, "blocks_each", (int64_t)each);
    json_member_integer(json, "full", (int64_t)(blocks - (each - 1) * multiprocessors));
    json_member_double(json, "waves", last->waves);
    json_member_double(json, "memory_bytes", last->memory_bytes);
    json_member_double(json, "l2_bytes", last->l2_bytes);
    json_member_double(json, "bytes_under_way", last->bytes_under_way);
    json_member_double(json, "load_latency_ns", last->load_latency);
    json_member(json, "little");
    json_begin(json, '{');
    json_member_double(json, "bytes", little_bytes());
    json_member_double(json, "bandwidth", little_bandwidth());
    json_member_double(json, "latency_ns", little_latency());
    json_end(json, '}');
}

/* The answers to "what if": the kernel's time without a cost, or without a line's instructions. */
static void write_what_if(struct json *json, const struct experiments *all)
{
    json_member(json, "what_if");
    json_begin(json, '[');
    for (unsigned i = 0; i < all->count; i++) {
        const struct experiment *one = &all->list[i];
        unsigned cost = one->costs ? (unsigned)__builtin_ctz(one->costs) : 0;
        json_begin(json, '{');
        json_member_string(json, "without", one->costs ? cost_keys[cost] : "line");
        json_member_integer(json, "position", one->costs ? 0 : position_of_line(one->line));
        json_member_double(json, "kernel_ns", one->without);
        json_end(json, '}');
    }
    json_end(json, ']');
}

void write_time(struct json *json, struct view_launch *launch, const struct written *written,
                size_t bytes, double *until)
{
    *until = -1;
    if (!launch->timed || !launch->model) {
        json_null(json);
        return;
    }
    json_begin(json, '{');
    write_summary(json, launch);
    write_what_if(json, &launch->profile.modelled.experiments);
    json_member_integer(json, "cycles", llround(launch->model->cycles));
    json_member_integer(json, "followed", (int64_t)launch->model->block_count);
    json_member(json, "blocks");
    write_blocks_in_time(json, launch);
    json_member(json, "bins");
    write_bins(json, launch->model);
    write_spans(json, launch, written, bytes, until);
    json_end(json, '}');
}
