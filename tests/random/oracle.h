/*
 * The oracle: says which lines of a kernel race, by CUDA's memory model alone.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "event.h"
#include "pairs.h"

/* Finds all races among the events (at most EVENTS_MOST), whose lines are below SLOTS_MOST. */
void oracle_judge(const struct event *events, unsigned count, struct pairs *pairs);

#endif
