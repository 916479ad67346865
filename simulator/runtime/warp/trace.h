/*
 * Writes down what the running block's warps do, for the clock; called only for blocks that
 * it looks at (worker->clocked.trace is not NULL).
 */
#ifndef WARP_TRACE_H
#define WARP_TRACE_H

#include "base/request.h"
#include "base/trace.h"
#include "base/worker.h"

/* A basic block, an exchange, a fence: any step without addresses. lanes: mask. */
void trace_step(struct worker *worker, event_t event, unsigned lanes);

/* A barrier of the warp, or an exchange. */
void trace_exchange(struct worker *worker, event_t event, unsigned lanes);

/* A request, all of it to global memory or all to shared. */
void trace_request(struct worker *worker, const struct request *part, int global,
                   unsigned wavefronts);

/* A barrier of the block or, EVENT_GRID_BARRIER, the grid: for each of its warps that is there. */
void trace_barrier(struct worker *worker, unsigned what);

#endif
