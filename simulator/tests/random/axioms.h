/*
 * PTX's memory consistency model taken at its word, by trying: all Fence-SC orders that the axioms
 * allow. Slow, for executions of few events.
 */
#ifndef AXIOMS_H
#define AXIOMS_H

#include "event.h"

#define AXIOM_EVENTS 26
#define AXIOM_FENCES 5 /* fence.sc */

/*
 * ordered[a][b]: 1 if event a precedes event b in base causality order whichever Fence-SC order the
 * execution had. At most AXIOM_EVENTS events, and AXIOM_FENCES fence.sc among them.
 */
void axioms_order(const struct event *events, unsigned count,
                  unsigned char ordered[AXIOM_EVENTS][AXIOM_EVENTS]);

#endif
