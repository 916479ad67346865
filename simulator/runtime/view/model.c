#include "view/model.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "view/modelled_launch.h"
#include "view/recorded.h"

#define FIRST_WIDTH 8.0 /* cycles of a bin, at first */

struct view_model *view_model_new(void)
{
    if (!view_current)
        return NULL;
    struct view_model *model = allocate(sizeof *model);
    model->width = FIRST_WIDTH;
    model->spans_until = -1;
    if (view_current->model)
        view_model_free(view_current->model);
    view_current->model = model;
    return model;
}

void view_model_free(struct view_model *model)
{
    free(model->blocks);
    free(model->spans);
    free(model);
}

void view_model_start(struct view_model *model, unsigned slot, uint64_t block, uint64_t traced,
                      double time)
{
    if (model->block_count == model->block_room) {
        model->block_room = model->block_room ? 2 * model->block_room : 64;
        model->blocks = allocate_again(model->blocks, model->block_room * sizeof *model->blocks);
    }
    model->blocks[model->block_count++] = (struct modelled_block){slot, block, traced, time, time};
}

void view_model_end(struct view_model *model, uint64_t instance, double time)
{
    model->blocks[instance].end = time;
}

/* Doubles the width of the bins, so that the time so far fits into half of them. */
static void fold(struct view_model *model)
{
    for (unsigned row = 0; row < MODEL_ROWS; row++) {
        for (unsigned i = 0; i < MODEL_BINS / 2; i++)
            model->bin[row][i] = model->bin[row][2 * i] + model->bin[row][2 * i + 1];
        for (unsigned i = MODEL_BINS / 2; i < MODEL_BINS; i++)
            model->bin[row][i] = 0;
    }
    model->width *= 2;
}

/* Adds the value for each cycle between the two times. */
static void add(struct view_model *model, unsigned row, double from, double to, double each)
{
    while (to >= model->width * MODEL_BINS)
        fold(model);
    for (unsigned i = (unsigned)(from / model->width); from < to; i++) {
        double end = (i + 1) * model->width < to ? (i + 1) * model->width : to;
        model->bin[row][i] += (end - from) * each;
        from = end;
    }
}

/* A warp that continues with the same cause extends its span. */
static int goes_on(const struct modelled_span *span, uint64_t instance, unsigned warp, double from,
                   const struct view_doing *doing)
{
    return span->instance == instance && span->warp == warp && span->to == from &&
           span->doing.cause == doing->cause && span->doing.event == doing->event &&
           span->doing.step == doing->step;
}

void view_model_span(struct view_model *model, uint64_t instance, unsigned warp, double from,
                     double to, struct view_doing doing)
{
    add(model, doing.cause, from, to, 1);
    if (model->span_count &&
        goes_on(&model->spans[model->span_count - 1], instance, warp, from, &doing)) {
        model->spans[model->span_count - 1].to = to;
        return;
    }
    if (model->span_count == MODEL_SPANS_MOST) {
        if (model->spans_until < 0 || from < model->spans_until)
            model->spans_until = from;
        return;
    }
    if (model->span_count == model->span_room) {
        model->span_room = model->span_room ? 2 * model->span_room : 1024;
        model->spans = allocate_again(model->spans, model->span_room * sizeof *model->spans);
    }
    model->spans[model->span_count++] =
        (struct modelled_span){(uint32_t)instance, (uint16_t)warp, doing, from, to};
}

void view_model_load(struct view_model *model, double from, double to, double bytes)
{
    add(model, MODEL_UNDER_WAY, from, to, bytes);
}

void view_model_moved(struct view_model *model, double from, double to, double bytes)
{
    if (to > from)
        add(model, MODEL_MOVED, from, to, bytes / (to - from));
}

void view_model_done(struct view_model *model, double cycles, unsigned resident, unsigned warps)
{
    while (cycles > model->width * MODEL_BINS)
        fold(model); /* the last stores end later than all else */
    model->cycles = cycles;
    model->resident = resident;
    model->warps = warps;
}
