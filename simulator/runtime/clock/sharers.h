/*
 * Which part of a grid's blocks touch a line, as far as those that were looked at show.
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

/* Takes notice of the lines of the blocks that were looked at. Once. */
void sharers_find(struct sharers *sharers, const struct sample *sample);

/* From above 0 to 1; 0 if it is one block or none. */
double sharers_part(struct sharers *sharers, const struct trace_line *line);

#endif
