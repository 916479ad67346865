/*
 * The parts of a warp's time: issue and computation (computing.c, prices.c), and what it goes to
 * (charges.c); what no lane executes (predicated.c); basic blocks, functions and loops
 * (basic_blocks.c); nvcc's treatment of these loops (loops.c); requests (warp_time.c). A function
 * that returns 0 has to be called again: other warps come first.
 */
#ifndef WARP_PARTS_H
#define WARP_PARTS_H

#include "clock/multiprocessor.h"
#include "clock/values.h"

/* The cost of an operation. */
struct price {
    unsigned unit;
    double busy; /* cycles of that unit, for each instruction */
    double instructions, latency;
};

/* ---- charges.c --------------------------------------------------------------------------- */

/* Charges the warp's time until then to that cause, at its position. */
void charge(struct multiprocessor *mp, const struct warp_time *warp, double until,
            enum time_cause cause);

/* Advances the warp's time until then, which is later, for that cause. */
void advance(struct multiprocessor *mp, struct warp_time *warp, double until,
             enum time_cause cause);

/* The same, if it is later. */
static inline void spend(struct multiprocessor *mp, struct warp_time *warp, double until,
                         enum time_cause cause)
{
    if (until > warp->time)
        advance(mp, warp, until, cause);
}

/* Records for the view that the warp is at the step until then, for that cause. */
void show_span(const struct multiprocessor *mp, const struct warp_time *warp, double until,
               enum time_cause cause, size_t step);

/* The warp's time is charged to that event from now on. */
void move_to(const struct multiprocessor *mp, struct warp_time *warp, event_t event);

/* Waits for a result that is not there yet. 0: try again. */
int wait_longer(struct multiprocessor *mp, struct warp_time *warp, const struct value *value);

/* Waits for a result. 0: try again. */
static inline int wait_for(struct multiprocessor *mp, struct warp_time *warp,
                           const struct value *value)
{
    return value->ready <= warp->time || wait_longer(mp, warp, value);
}

/* The warp waits behind the instructions that it has issued: issue_wait. 0: try again. */
static inline int wait_until_due(struct multiprocessor *mp, struct warp_time *warp)
{
    spend(mp, warp, warp->due, TIME_RESULT);
    return warp->time <= mp->horizon;
}

/* ---- prices.c ---------------------------------------------------------------------------- */

/* The cost of an operation of that kind, but for what is wide: wide_integers.h. */
struct price price_of(const struct device *device, const struct operation *operation);

/* ---- computing.c ------------------------------------------------------------------------- */

/* The scheduler issues that many instructions for the warp. Returns the time of the first. */
double issue(struct multiprocessor *mp, struct warp_time *warp, const struct price *price,
             double instructions);

/*
 * Notes which loops the warp is in. To be called whenever it enters or leaves a loop or a function,
 * or its loop turns out not to be unrolled.
 */
void note_loops(struct warp_time *warp);

/* Executes the basic block's operations up to one of them. 0: try again. */
int compute_until(struct multiprocessor *mp, struct warp_time *warp, unsigned end);

/* The instructions of an operation that none of the warp's lanes executes. */
double instructions_for_no_lane(struct multiprocessor *mp, struct warp_time *warp,
                                const struct operation *operation);

/* ---- predicated.c ------------------------------------------------------------------------ */

/* The warp has so many instructions to issue that none of its lanes executes, with these loads and
 * stores. */
void pass_by(struct warp_time *warp, double instructions, unsigned loads, unsigned stores);

/* It issues the next of these, if it can yet. */
void issue_passed(struct multiprocessor *mp, struct warp_time *warp);

/* ---- loops.c ------------------------------------------------------------------------------ */

/* 1 if the basic block's last operation is a jump. */
int ends_with_jump(const struct multiprocessor *mp, event_t block);

/*
 * What is known of the loop with a back edge from the basic block `last` to `first`. A jump to a
 * loop's begin from behind its end is no back edge: the compiler has put there what comes before
 * the loop, in each iteration of the one around it.
 */
struct known_loop *loop_known(struct multiprocessor *mp, event_t first, event_t last);

/* ---- basic_blocks.c ----------------------------------------------------------------------- */

/*
 * Executes the basic block up to the operation of the event, and stores that to *operation; NULL if
 * the basic block does not have it. 0: try again.
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
