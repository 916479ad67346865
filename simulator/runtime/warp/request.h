/*
 * Counts a request and has it checked.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/request.h"
#include "base/worker.h"

/*
 * Takes a row of 32 addresses as they were recorded, without a copy, and finds the stretches that
 * its lanes are in. Returns 0 where these are not one or two alike, or where the addresses may have
 * attributes.
 */
int request_take_row(struct request *request, const uint64_t *row);

/*
 * The same for the only lane of the request, in a row of which it has recorded its own word.
 * Returns 0 where its address has attributes.
 */
int request_take_alone(struct request *request, const uint64_t *row);

/* Finds the stretches that its lanes are in. */
void request_find_stretches(struct request *request);

/* Its lanes, their addresses and stretches are known. */
void request_process(struct worker *worker, struct request *request);

#endif
