/*
 * Counts a request and has it checked.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/request.h"
#include "base/worker.h"

void request_process(struct worker *worker, struct request *request);

#endif
