/*
 * A call, once it begins: from the rank's buffers to the others and back.
 */
#ifndef NCCL_PERFORM_H
#define NCCL_PERFORM_H

#include "nccl/group.h"

/*
 * Calls of one rank that begin together, in several streams, wait for all of these streams, and all
 * of them wait for the calls. To be called before they begin and when they are done.
 */
void perform_join_streams(const struct entry *entries, size_t count);

/* Reads the buffer and tells the other ranks. The entry stays where it is until perform_end. */
void perform_begin(struct entry *entry);

/* Waits for them, writes the buffer and gives the result. */
ncclResult_t perform_end(struct entry *entry);

#endif
