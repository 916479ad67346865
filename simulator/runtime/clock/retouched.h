/*
 * What a launch's blocks touch again and again, as a table, while they pass more through L2 than it
 * holds. Of each sector the first block that touched it is known (memory/touched.h); how often
 * others do follows from the traced blocks.
 */
#ifndef RETOUCHED_H
#define RETOUCHED_H

#include "clock/line_cache.h"
#include "clock/sample.h"

struct retouched {
    struct line_list all;  /* pages; `ready`: sectors that the traced blocks touch... */
    struct line_list *own; /* ... and each of them */
    const struct sample *sample;
};

/* To be called while the launch's sectors are known: between touched_look and touched_end_launch.
 */
void retouched_open(struct retouched *retouched, const struct sample *sample);
void retouched_close(struct retouched *retouched);

/*
 * How many blocks other than the traced one of that number touch a sector of the page that has this
 * one, on average. The sector is counted from the arena's start.
 */
double retouched_times(struct retouched *retouched, unsigned number, uint64_t sector);

#endif
