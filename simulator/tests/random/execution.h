/*
 * Runs a program in the simulator and writes down what happened.
 */
#ifndef EXECUTION_H
#define EXECUTION_H

#include "event.h"
#include "pairs.h"

struct execution {
    struct event events[EVENTS_MOST];
    unsigned count;
    int too_long;              /* there were more events than that; the list is cut */
    struct pairs found;        /* by the simulator's race detector */
    const char *other_finding; /* what else the simulator complained about, or NULL */
};

/*
 * Runs a valid program. Ends the harness with status 3 if the simulator cannot, and
 * if the values that were read show that the order of the events is not the order
 * in which they happened.
 */
void execute(const struct program *program, struct execution *execution);

#endif
