/*
 * Groups: calls that begin together, each host thread's own.
 */
#ifndef NCCL_GROUP_H
#define NCCL_GROUP_H

#include "nccl/communicator.h"

/* A rank's call with its buffers; or, where these are missing, that it joins. */
struct entry {
    ncclComm_t communicator;
    int joins;
    struct call call;
    const void *from; /* what it sends, or NULL */
    void *to;         /* where its result goes, or NULL */
    cudaStream_t stream;
    int begun; /* the others may know of it */
};

/* The bytes that it sends; those that it gets. Both may be 0. */
size_t entry_sent(const struct entry *entry);
size_t entry_result(const struct entry *entry);

/* Begins what the entry says: at once, or if a group is open when that ends. */
ncclResult_t group_add(const struct entry *entry);

/* The group is to fail with the result; without one it is only handed on. */
ncclResult_t group_failed(ncclResult_t result);

#endif
