/*
 * The checks of accesses: is the memory there, was it written, does the access race
 * with another?
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "base/request.h"
#include "base/worker.h"
#include "check/race.h"

/* Checks a request's accesses, all to global memory or all to the block's shared memory. */
void access_request(struct worker *worker, const struct request *request, int global);

/* The thread's access, which was checked before, happens again later: only for races. */
void access_once_more(struct worker *worker, const struct access *access);

/*
 * The code at the event copies structures in pieces. A structure may have padding: bytes that
 * belong to no member, and that nobody writes. So a piece counts as written if any byte of the
 * aligned unit around it is written. unit: bytes, rounded up to a power of two, at most 16.
 */
void access_note_copy(struct worker *worker, event_t event, size_t unit);
/* The code at the event loads bits beside a bit-field, to store them again: written or not. */
void access_note_kept(struct worker *worker, event_t event);

#endif
