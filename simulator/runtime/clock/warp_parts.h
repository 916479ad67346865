/*
 * The parts of a warp's time: what issuing and computing costs it (computing.c), how it walks
 * through basic blocks, functions and loops (basic_blocks.c), what nvcc can make of those loops
 * (loops.c), and its requests (warp_time.c).
 * Where something returns 0, other warps come first: it has to be tried again.
 */
#ifndef WARP_PARTS_H
#define WARP_PARTS_H

#include "clock/multiprocessor.h"

/* What an operation of some kind costs. */
struct price {
    unsigned unit;
    double busy; /* cycles of that unit, for each instruction */
    double instructions, latency;
};

/* ---- computing.c ------------------------------------------------------------------------- */

/* Counts the warp's time until then as spent for that reason, at the place where it is. */
void charge(struct multiprocessor *mp, const struct warp_time *warp, double until,
            enum time_cause cause);

/* The warp's time passes until then, for that reason. */
void spend(struct multiprocessor *mp, struct warp_time *warp, double until, enum time_cause cause);

/* Tells the view that the warp is at the step until then, for that reason. */
void show_span(const struct multiprocessor *mp, const struct warp_time *warp, double until,
               enum time_cause cause, size_t step);

/* Waits for a result. 0: try again. */
int wait_for(struct multiprocessor *mp, struct warp_time *warp, const struct value *value);

/* Makes *latest wait for the value, too. */
void use(struct value *latest, const struct value *value);

/* What the operation reads, as one value. */
struct value sources(const struct warp_time *warp, const struct operation *operation);

/* The scheduler issues so many instructions for the warp; returns when the first is issued. */
double issue(struct multiprocessor *mp, struct warp_time *warp, const struct price *price,
             double instructions);

/* Takes an operation that touches no memory. 0: try again. */
int compute(struct multiprocessor *mp, struct warp_time *warp, const struct operation *operation);

/* ---- loops.c ------------------------------------------------------------------------------ */

/* What kind of loop it is that goes back from the basic block `last` to `first`. */
enum loop_kind loop_kind(struct multiprocessor *mp, event_t first, event_t last);

/* ---- basic_blocks.c ----------------------------------------------------------------------- */

/*
 * Goes on to the operation of the event, if the basic block has it: stored to *operation, else
 * NULL is. 0: try again.
 */
int reach(struct multiprocessor *mp, struct warp_time *warp, const struct trace_event *event,
          const struct operation **operation);

/* The event's operation is done. */
void pass(struct warp_time *warp, const struct operation *operation);

/* Ends the basic block, and functions above that depth; 0: try again. */
int finish_functions(struct multiprocessor *mp, struct warp_time *warp, unsigned depth);

/* Another basic block begins. 0: try again. */
int enter_basic_block(struct multiprocessor *mp, struct warp_time *warp,
                      const struct trace_event *event);

#endif
