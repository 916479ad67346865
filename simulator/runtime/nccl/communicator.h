/*
 * A communicator: one rank's place in a clique.
 */
#ifndef NCCL_COMMUNICATOR_H
#define NCCL_COMMUNICATOR_H

#include <stdint.h>

#include "nccl/clique.h"

struct connection;

struct ncclComm {
    int rank, count; /* of ranks */
    int device;      /* the one that was current */
    int ready;       /* all ranks have come */
    int destroyed;
    struct clique *clique;         /* the clique, if it is kept in this process; */
    struct connection *connection; /* else the way to it; */
    ncclUniqueId id;               /* and the name under which it is found */
    int reported;                  /* the connection's failure was reported */
    ncclResult_t error;            /* of its last call that failed; ncclSuccess */
    struct past past;              /* what its calls so far come after: they are done in order */
    uintptr_t pc;                  /* where it was made */
    struct ncclComm *next;         /* of all that were ever made */
};

/*
 * ncclSuccess for a communicator that calls can use; else a finding, and the result for the
 * program. pc: the caller of the function so named.
 */
ncclResult_t communicator_check(ncclComm_t communicator, uintptr_t pc, const char *call);

/* The rank joins; what is wrong is reported. To be called for all ranks of a group before ... */
ncclResult_t communicator_join(ncclComm_t communicator);

/* ... it waits until all ranks have joined. */
ncclResult_t communicator_wait(ncclComm_t communicator);

/* Its clique has failed: reports that once, and gives the result for the program. */
ncclResult_t communicator_failed(ncclComm_t communicator, uintptr_t pc);

#endif
