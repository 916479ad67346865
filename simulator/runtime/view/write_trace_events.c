/*
 * The clock's model as trace events: the JSON of chrome://tracing and Perfetto. Each kept launch is
 * two processes: the block slots of its multiprocessor, and their warps. A bar is a block, or a
 * warp's cause of waiting.
 *
 * The format's times are microseconds, and Perfetto cuts them to whole nanoseconds: a cycle is
 * shorter than that. So a modelled nanosecond is written as a microsecond, in whole picoseconds.
 */
#include <math.h>
#include <stdlib.h>

#include "base/device.h"
#include "report/report_parts.h"
#include "report/totals.h"
#include "view/launch_selection.h"
#include "view/modelled_launch.h"
#include "view/positions.h"
#include "view/write.h"

#define NAME_MOST 512 /* bytes */

static int64_t picoseconds(double cycles)
{
    return llround(cycles / device.clock * 1e6);
}

static void member_time(struct json *json, const char *name, int64_t time)
{
    json_member(json, name);
    json_thousandths(json, time);
}

/* The start of an event, left open for its args. phase: the format's letter. */
static void begin_event(struct json *json, const char *phase, unsigned process, unsigned thread,
                        const char *name)
{
    json_begin(json, '{');
    json_member_string(json, "ph", phase);
    json_member_integer(json, "pid", process);
    json_member_integer(json, "tid", thread);
    json_member_string(json, "name", name);
}

static void end_event(struct json *json)
{
    json_end(json, '}');
    json_new_line(json);
}

/* what: "process_name" or "thread_name". */
static void name(struct json *json, const char *what, unsigned process, unsigned thread,
                 const char *text)
{
    begin_event(json, "M", process, thread, what);
    json_member(json, "args");
    json_begin(json, '{');
    json_member_string(json, "name", text);
    json_end(json, '}');
    end_event(json);
}

static void begin_bar(struct json *json, unsigned process, unsigned thread, const char *text,
                      double from, double to)
{
    begin_event(json, "X", process, thread, text);
    member_time(json, "ts", picoseconds(from));
    member_time(json, "dur", picoseconds(to) - picoseconds(from));
    json_member(json, "args");
    json_begin(json, '{');
}

static void end_bar(struct json *json)
{
    json_end(json, '}');
    end_event(json);
}

static void write_processes(struct json *json, const struct view_launch *launch, unsigned process)
{
    char grid[48], block[48], text[NAME_MOST];
    const struct view_model *model = launch->model;
    snprintf(text, sizeof text,
             "launch %llu, %s <<<%s, %s>>>: one multiprocessor of %s, modelled, 1 us here is 1 ns",
             (unsigned long long)launch->number, launch->kernel->name,
             shape_text(&launch->grid, grid, sizeof grid),
             shape_text(&launch->block, block, sizeof block), device.name);
    name(json, "process_name", process, 0, text);
    snprintf(text, sizeof text,
             "launch %llu: warps and what they wait for, modelled, 1 us here is 1 ns",
             (unsigned long long)launch->number);
    name(json, "process_name", process + 1, 0, text);
    for (unsigned slot = 0; slot < model->resident; slot++) {
        snprintf(text, sizeof text, "place %u for a block", slot);
        name(json, "thread_name", process, slot, text);
        for (unsigned warp = 0; warp < model->warps; warp++) {
            snprintf(text, sizeof text, "place %u, warp %u", slot, warp);
            name(json, "thread_name", process + 1, slot * model->warps + warp, text);
        }
    }
}

static void write_bars(struct json *json, const struct view_model *model, unsigned process)
{
    char text[NAME_MOST];
    for (size_t i = 0; i < model->block_count; i++) {
        const struct modelled_block *block = &model->blocks[i];
        snprintf(text, sizeof text, "block %llu", (unsigned long long)block->block);
        begin_bar(json, process, block->slot, text, block->start, block->end);
        end_bar(json);
    }
    for (size_t i = 0; i < model->span_count; i++) {
        const struct modelled_span *span = &model->spans[i];
        const struct modelled_block *block = &model->blocks[span->instance];
        struct line line = line_of_site(span->doing.event);
        if (picoseconds(span->from) == picoseconds(span->to))
            continue; /* no wait, but what the sums of the model's times leave by rounding */
        begin_bar(json, process + 1, block->slot * model->warps + span->warp,
                  cause_names[span->doing.cause], span->from, span->to);
        snprintf(text, sizeof text, "%s:%d", line.file, line.number);
        json_member_string(json, "line", text);
        json_member_integer(json, "block", (int64_t)block->block);
        end_bar(json);
    }
}

static void write_counters(struct json *json, const struct view_model *model, unsigned process)
{
    static const struct {
        unsigned row;
        const char *name;
    } counters[] = {{MODEL_UNDER_WAY, "bytes under way, of loads"},
                    {MODEL_MOVED, "bytes per cycle from and to memory"}};
    for (unsigned k = 0; k < sizeof counters / sizeof *counters; k++)
        for (unsigned i = 0; i * model->width < model->cycles; i++) {
            begin_event(json, "C", process, 0, counters[k].name);
            member_time(json, "ts", picoseconds(i * model->width));
            json_member(json, "args");
            json_begin(json, '{');
            json_member_double(json, "value", model->bin[counters[k].row][i] / model->width);
            json_end(json, '}');
            end_event(json);
        }
}

void write_trace_events(struct json *json)
{
    unsigned count;
    struct view_launch **list = launch_selection_list(&count);
    positions_prepare(list, count);
    json_begin(json, '{');
    json_member_string(json, "displayTimeUnit", "ns");
    json_member(json, "traceEvents");
    json_begin(json, '[');
    for (unsigned i = 0; i < count; i++) {
        if (!list[i]->model)
            continue;
        write_processes(json, list[i], 2 * i + 1);
        write_bars(json, list[i]->model, 2 * i + 1);
        write_counters(json, list[i]->model, 2 * i + 1);
    }
    json_end(json, ']');
    json_end(json, '}');
}
