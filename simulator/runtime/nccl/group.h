/*
 * Groups: calls that begin together, each host thread's own.
 */
#ifndef NCCL_GROUP_H
#define NCCL_GROUP_H

#include "nccl/communicator.h"

/* A rank's call with its buffers; or its joining, without buffers. */
struct entry {
    ncclComm_t communicator;
    int joins;
    struct call call;
    const void *from; /* its data, or NULL */
    void *to;         /* its result's buffer, or NULL */
    cudaStream_t stream;
    int begun; /* other ranks may have seen it */
};

/* The bytes that it sends; the bytes that it receives. Both may be 0. */
size_t entry_sent(const struct entry *entry);
size_t entry_result(const struct entry *entry);

/* Begins the entry: at once, or at the end of an open group. */
ncclResult_t group_add(const struct entry *entry);

/* Makes an open group fail with the result. Returns the result. */
ncclResult_t group_failed(ncclResult_t result);

#endif
