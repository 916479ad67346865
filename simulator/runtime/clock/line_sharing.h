/*
 * Lines that blocks share: the part of a grid's blocks that touch a line, by the sample.
 */
#ifndef LINE_SHARING_H
#define LINE_SHARING_H

#include "clock/line_cache.h"
#include "clock/sample.h"

struct line_sharing {
    struct line_list lines;
    struct line_list swapped; /* words: an entry for each */
    unsigned sampled;         /* blocks */
};

void line_sharing_open(struct line_sharing *sharing);
void line_sharing_close(struct line_sharing *sharing);

/* Counts the lines of the sampled blocks. To be called once. */
void line_sharing_find(struct line_sharing *sharing, const struct sample *sample);

/* The part of the blocks that touch the line, up to 1; 0 if only one block does, or none. */
double line_sharing_part(struct line_sharing *sharing, const struct trace_line *line);

/*
 * The part of the blocks that compare and swap the line's first word until they succeed; 0 if only
 * one block does.
 */
double line_sharing_swapped(struct line_sharing *sharing, const struct trace_line *line);

#endif
