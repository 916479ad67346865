/*
 * The watchdog, beside the limit of steps: a launch on which nothing can be counted for long, or of
 * which no block ends for long. All of this is guarded by run_lock.
 *
 * A loop that has no hooks, of a function that was compiled without them, makes no steps: SIM_LIMIT
 * never strikes there. After SIM_WATCHDOG seconds without a step, in a kernel that has hooks, the
 * launch is ended. No sound kernel comes near: one takes steps millions of times in a second. Where
 * steps are made, or code has no hooks at all (--plain), long is not wrong: then only a line says
 * where the kernel is, once for a launch. Seconds are those of the host thread on a processor, so
 * that they stand still where the program does: in a debugger, on a machine that sleeps.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include "base/run.h"

/* Nanoseconds from one look to the next: as a rule, and while a thread was asked where it is. Only
   some moments of a thread can tell, so it may have to be asked often. */
#define WATCHDOG_INTERVAL 250000000
#define WATCHDOG_ASKING   10000000

/*
 * Looks at all blocks that run. Called at these intervals by the thread that has launched them,
 * while it waits for them. Returns 1 if a thread was asked.
 */
int watchdog_look(void);

/* There is none from here on: the program may not send signals any more. */
void watchdog_off(void);

#endif
