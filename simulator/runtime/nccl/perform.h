/*
 * The execution of a call: from the rank's buffers to the other ranks and back.
 */
#ifndef NCCL_PERFORM_H
#define NCCL_PERFORM_H

#include "nccl/group.h"

/*
 * Calls of one rank that begin together in several streams wait for all of these streams; and these
 * streams wait for all of the calls. To be called before they begin and when they are done.
 */
void perform_join_streams(const struct entry *entries, size_t count);

/* Reads the buffer and makes the call. The entry must not move until perform_end. */
void perform_begin(struct entry *entry);

/* Waits for the other ranks, writes the buffer and returns the result. */
ncclResult_t perform_end(struct entry *entry);

#endif
