/*
 * A call, once it begins: from the rank's buffers to the others and back.
 */
#ifndef NCCL_PERFORM_H
#define NCCL_PERFORM_H

#include "nccl/group.h"

/* Reads the buffer and tells the other ranks. The entry stays where it is until perform_end. */
void perform_begin(struct entry *entry);

/* Waits for them, writes the buffer and gives the result. */
ncclResult_t perform_end(struct entry *entry);

#endif
