/*
 * Stores that join on the way to L2. A multiprocessor keeps the lines that were stored to lately
 * for a moment, and what is stored to them meanwhile goes to L2 with them. A load of global memory
 * sends them on.
 */
#ifndef STORE_JOINS_H
#define STORE_JOINS_H

#include "base/trace.h"

/* Writes into the trace's lines how far each store joins: 0 not at all, 1 the most, 3 the least. */
void store_joins_find(struct trace *trace);

/* The part of such stores to the line that joins, from 0 to 1. */
double store_joins_part(const struct trace_line *line);

#endif
