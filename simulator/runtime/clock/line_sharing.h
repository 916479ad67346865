/*
 * Lines that blocks share: the part of a grid's blocks that touch a line, by the sample.
 */
#ifndef SHARERS_H
#define SHARERS_H

#include "clock/line_cache.h"
#include "clock/sample.h"

struct sharers {
    struct line_list lines;
    unsigned sampled; /* blocks */
};

void sharers_open(struct sharers *sharers);
void sharers_close(struct sharers *sharers);

/* Counts the lines of the sampled blocks. To be called once. */
void sharers_find(struct sharers *sharers, const struct sample *sample);

/* The part of the blocks that touch the line, up to 1; 0 if only one block does, or none. */
double sharers_part(struct sharers *sharers, const struct trace_line *line);

#endif
