/*
 * The data of model.c, for the files that write it.
 */
#ifndef MODELLED_LAUNCH_H
#define MODELLED_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "view/model.h"

#define MODEL_BINS       256
#define MODEL_SPANS_MOST 100000

/* Rows of bins: warps times cycles, by cause; then these. */
enum { MODEL_UNDER_WAY = TIME_CAUSES, MODEL_MOVED, MODEL_ROWS };

struct modelled_block {
    unsigned slot;
    uint64_t block, traced;
    double start, end;
};

struct modelled_span {
    uint32_t instance;
    uint16_t warp;
    struct view_doing doing;
    double from, to;
};

struct view_model {
    double cycles;
    unsigned resident, warps; /* blocks; warps of each */
    struct modelled_block *blocks;
    size_t block_count, block_room;
    struct modelled_span *spans; /* the first ones, in the model's order */
    size_t span_count, span_room;
    double spans_until; /* from this time on spans are missing; -1: none is */
    double width;       /* of a bin */
    double bin[MODEL_ROWS][MODEL_BINS];
};

#endif
