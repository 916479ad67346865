/*
 * The checks of accesses: is the memory there, was it written, does the access race
 * with another?
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "base/request.h"
#include "base/worker.h"

/* Checks a request's accesses, all to global memory or all to the block's shared memory. */
void access_request(struct worker *worker, uint16_t site, const struct request *request,
                    int global);

#endif
