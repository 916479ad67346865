/*
 * The checks of a request that one lane makes by itself.
 */
#ifndef ALONE_H
#define ALONE_H

#include "base/request.h"
#include "base/worker.h"

/*
 * All checks of access_request and target_note for a request of one lane, in the usual case: a
 * plain load or store of 4, 8 or 16 bytes, all of them written, in a quick look, without a doubt.
 * Returns 0 in all other cases: they are still to be checked.
 */
int alone_request(struct worker *worker, const struct request *request);

#endif
