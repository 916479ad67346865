/*
 * The merger: makes the requests of a warp from the recordings of its lanes.
 */
#ifndef MERGE_H
#define MERGE_H

#include "base/worker.h"

/*
 * Merges the recordings of the running warp's lanes, up to the first event that is not
 * known yet: that of a lane whose recording was full. Counts and checks each request. Only
 * the rest stays in the recordings.
 */
void merge_warp(struct worker *worker);

#endif
