/*
 * What if no warp diverged? The lanes that go one way would stand together in as few warps as hold
 * them. So of a block's warps that come to a basic block with a part of their lanes, only so many
 * execute it, the first ones to come; the others pass it by.
 */
#ifndef DIVERGENCE_H
#define DIVERGENCE_H

#include "clock/multiprocessor.h"

/* 1 if the warp passes the event by. To be called once for each event. */
int divergence_passes_by(struct warp_time *warp, const struct trace_event *event);

/* The lanes of a block are together again: at its start, and at a barrier. */
void divergence_begins(struct resident_block *block);

#endif
