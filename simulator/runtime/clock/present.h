/*
 * What a launch has at all of the costs that a trial takes away: the model need not run to say that
 * a kernel without barriers takes as long without them.
 */
#ifndef PRESENT_H
#define PRESENT_H

#include "clock/sample.h"

/* The costs, 1 << enum cost, of which the traces have any; and those that only the model knows. */
unsigned present_costs(const struct sample *sample);

#endif
