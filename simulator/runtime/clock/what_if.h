/*
 * The answers to "what if": the model runs again on a launch's traces, each time with one cost
 * taken away, or two.
 */
#ifndef CLOCK_WHAT_IF_H
#define CLOCK_WHAT_IF_H

#include "clock/launch_clock.h"
#include "report/modelled.h"

/*
 * Adds the launch's experiments to *modelled: each cost, each pair of costs of which both count,
 * and each of the lines at which warps spend most time, by modelled->places. kernel: the launch's
 * kernel time in ns with all costs.
 */
void what_if_run(const struct clocked_launch *launch, double kernel, struct modelled *modelled);

/*
 * The same without the pairs, and with few of the lines: a view has no room for more, and is not to
 * be waited for.
 */
void what_if_of_view(const struct clocked_launch *launch, double kernel, struct modelled *modelled);

#endif
