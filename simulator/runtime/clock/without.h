/*
 * Costs that the model leaves out, for the answers to "what if" (what_if.c).
 */
#ifndef WITHOUT_H
#define WITHOUT_H

#include <stddef.h>

#include "base/device.h"
#include "base/site.h"
#include "report/what_if.h"

struct without {
    unsigned run;          /* of an experiment, from 1, which nobody's time is charged from; or 0 */
    unsigned costs;        /* 1 << enum cost */
    const event_t *events; /* those of a line, ascending: its instructions cost nothing */
    size_t count;
};

static inline int without_cost(const struct without *without, enum cost cost)
{
    return without->costs >> cost & 1;
}

/* 1 if the event is of the line that is left out. */
int without_event(const struct without *without, event_t event);

/* The device without the costs that are constants of it. */
struct device without_device(const struct device *device, unsigned costs);

#endif
