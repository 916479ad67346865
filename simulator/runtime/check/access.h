/*
 * The checks of one access by one thread: is the memory there, was it written,
 * does the access race with another?
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "check/race.h"
#include "base/worker.h"

/*
 * At the event's place structures are copied, in pieces: they may have padding, bytes
 * that belong to no member and that nobody writes. A piece counts as written if any
 * byte of the aligned unit around it is; unit: bytes, rounded up to a power of two,
 * at most 16.
 */
void access_note_copy(struct worker *worker, event_t event, size_t unit);

void access_global(struct worker *worker, const struct access *access);
void access_shared(struct worker *worker, const struct access *access);

#endif
