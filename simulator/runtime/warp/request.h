/*
 * Counts a request and has it checked.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/request.h"
#include "base/worker.h"

/* Finds the stretches that its lanes are in. */
void request_find_stretches(struct request *request);

void request_process(struct worker *worker, struct request *request);

#endif
