/*
 * Writes down what the running block's warps do, for the clock; called only for blocks that
 * it looks at (clocked.trace is not NULL).
 */
#ifndef CLOCK_TRACE_H
#define CLOCK_TRACE_H

#include "base/instrument.h"
#include "base/trace.h"

/* The trace's part in base/instrument.h; when a block begins and ends: clock/sample.h. */
void trace_step(struct worker *worker, const struct step *step);
void trace_fence(struct worker *worker, const struct request *request);
void trace_exchange(struct worker *worker, event_t event, unsigned lanes);
void trace_request(struct worker *worker, const struct request *part);
void trace_constant(struct worker *worker, unsigned lanes, const uint64_t *address);
void trace_local(struct worker *worker, const struct local_request *request);
/* The block has ended: there is nothing more to come. */
void trace_end(struct trace *trace);

void trace_barrier(struct worker *worker, unsigned what);

#endif
