/*
 * The merger: makes the requests of a warp from the recordings of its lanes.
 */
#ifndef MERGE_H
#define MERGE_H

#include "base/worker.h"

/*
 * Merges what the lanes of the running warp have recorded, as far as it can be
 * known: up to where a lane whose recording was full will go on. Counts and
 * checks each request. Lanes keep only what is left over.
 */
void merge_warp(struct worker *worker);

#endif
