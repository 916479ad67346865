#include "clock/atomic_order.h"

#include <math.h>

#define WORD 4 /* bytes */

/* The words that a block adds to. */
struct extent {
    double first, last; /* in bytes from the start of the arena; last < first: none */
};

static struct extent extent_of(const struct trace *trace)
{
    struct extent extent = {HUGE_VAL, -1};
    for (size_t i = 0; i < trace->line_count; i++) {
        const struct trace_line *line = &trace->lines[i];
        if (!line->turns || !line->words)
            continue;
        double start = (double)line->number * TRACE_LINE;
        extent.first = fmin(extent.first, start + __builtin_ctz(line->words) * WORD);
        extent.last = fmax(extent.last, start + (31 - __builtin_clz(line->words)) * WORD);
    }
    return extent;
}

/* How far a block may be from its place in the order: a part of the way of all. */
#define OFF 0.05

double atomic_order_bytes(const struct sample *sample, double blocks)
{
    struct extent extent[SAMPLES_MOST];
    unsigned last = sample->count - 1;
    double longest = 0;
    for (unsigned k = 0; k <= last; k++) {
        extent[k] = extent_of(&sample->trace[k]);
        if (extent[k].last < extent[k].first)
            return 0;
        longest = fmax(longest, extent[k].last - extent[k].first + WORD);
    }
    double first_block = (double)sample->trace[0].block;
    double step = (extent[last].first - extent[0].first) /
                  fmax((double)sample->trace[last].block - first_block, 1);
    double way = step * (double)sample->blocks;
    if (sample->count < 3 || way <= longest)
        return 0;
    for (unsigned k = 0; k <= last; k++) {
        double place = extent[0].first + step * ((double)sample->trace[k].block - first_block);
        if (fabs(extent[k].first - place) > OFF * way)
            return 0;
    }
    return longest + step * fmin(blocks, (double)sample->blocks);
}
