/*
 * The order of an execution's events, by PTX's memory model.
 */
#ifndef HAPPENS_BEFORE_H
#define HAPPENS_BEFORE_H

#include "event.h"

#define NONE EVENTS_MOST

/* Finds it, as strictly as PTX has it or as the simulator does (oracle.h). */
void happens_before_find(const struct event *events, unsigned count, int as_simulator);

/* 1 if event a happens before event b; of an asynchronous copy's access: before its call, or after.
 */
int happens_before(unsigned a, unsigned b);

/* The same, of what an asynchronous copy does at any time between its call and the wait for it. */
int happened_before(unsigned a, unsigned b);

/*
 * The same thread's event before event n, or NONE. The last write before an access that shares a
 * byte with it, or NONE.
 */
unsigned previous_of(unsigned n);
unsigned source_of(unsigned n);

#endif
