/*
 * The oracle: says which lines of a kernel race, by CUDA's memory model alone.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "event.h"
#include "pairs.h"

/*
 * The races among the events (at most EVENTS_MOST, of lines below SLOTS_MOST).
 *
 * Where a plain write races with an atomic or volatile access, the model does not say
 * which of the two came first, and whether threads synchronise may depend on that. So
 * the verdict has the races that there are in any case (least) and those that there may
 * be (most). Without such a race they are the same.
 */
void oracle_judge(const struct event *events, unsigned count, struct verdict *verdict);

#endif
