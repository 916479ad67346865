/*
 * The checks of one access by one thread: is the memory there, was it written,
 * does the access race with another?
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "check/race.h"
#include "base/worker.h"

void access_global(struct worker *worker, const struct access *access);
void access_shared(struct worker *worker, const struct access *access);

#endif
