/*
 * Runs a program in the simulator and writes down what happened.
 */
#ifndef EXECUTION_H
#define EXECUTION_H

#include "event.h"
#include "pairs.h"

#define LAUNCHES_MOST 2

/* One launch. */
struct execution {
    struct event events[EVENTS_MOST];
    unsigned count;
    int too_long;       /* there were more events than that; the list is cut */
    struct pairs found; /* by the simulator's race detector */
    unsigned char found_unwritten[SLOTS_MOST], found_freed[SLOTS_MOST]; /* lines */
    const char *other_finding; /* what else the simulator complained about, or NULL */
};

/* A program's launches. */
struct executions {
    unsigned count;
    struct execution list[LAUNCHES_MOST];
    /*
     * The same launch as the simulator's third order has run it to its end before, if has_ahead;
     * what was found in that is in ahead if is_ahead, else nothing was.
     */
    struct execution ahead[LAUNCHES_MOST];
    int has_ahead[LAUNCHES_MOST], is_ahead[LAUNCHES_MOST];
};

/*
 * Runs a valid program. Ends the harness with status 3 if the simulator cannot, and
 * if the values that were read show that the order of the events is not the order
 * in which they happened.
 */
void execute(const struct program *program, struct executions *executions);

#endif
