/*
 * How much passes through L2 while a launch goes from one of its blocks to another: of what the
 * traced blocks touch, all that no block touched shortly before (memory/touched.h).
 */
#ifndef PASSED_H
#define PASSED_H

#include "clock/retouched.h"
#include "clock/sample.h"

struct passed {
    double *distance; /* in blocks, ascending: how long ago a sector was touched; INFINITY: never */
    size_t count;
    double traced; /* blocks */
};

/*
 * To be called while the launch's sectors are known: between touched_look and touched_end_launch.
 * retouched: or NULL.
 */
void passed_open(struct passed *passed, const struct sample *sample, struct retouched *retouched);
void passed_close(struct passed *passed);

/* Bytes, while so many blocks come one after another. */
double passed_bytes(const struct passed *passed, double blocks);

#endif
