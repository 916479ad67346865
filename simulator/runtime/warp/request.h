/*
 * One request: an instruction of a warp that touches memory, with the lanes
 * that take part in it. Counts it and checks it.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include "base/worker.h"

struct request {
    event_t event;
    unsigned count;                         /* of lanes, 1 to 32 */
    unsigned lane[SIM_WARP_SIZE];           /* ascending */
    uint64_t address[SIM_WARP_SIZE];        /* of each of them */
};

void request_process(struct worker *worker, const struct request *request);

#endif
