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
    int device;      /* the current one when it was made */
    int ready;       /* all ranks have joined */
    int destroyed;
    struct clique *clique;            /* the clique, if this process has it; */
    struct connection *connection;    /* else the connection to it; */
    ncclUniqueId id;                  /* and its name */
    int reported;                     /* the connection's failure was reported */
    ncclResult_t error;               /* of its last failed call, or ncclSuccess */
    struct vector_clock vector_clock; /* of its calls so far: they are done in order */
    uintptr_t pc;                     /* of the call that made it */
    struct ncclComm *next;            /* in the list of all that were ever made */
};

/*
 * Checks a communicator for a call. Returns ncclSuccess, or reports a finding and returns the
 * result for the program. pc: the caller of that function.
 */
ncclResult_t communicator_check(ncclComm_t communicator, uintptr_t pc, const char *call);

/* The rank joins; errors are reported. To be called for all ranks of a group before ... */
ncclResult_t communicator_join(ncclComm_t communicator);

/* ... it waits until all ranks have joined. */
ncclResult_t communicator_wait(ncclComm_t communicator);

/* The clique has failed: reports that once, and returns the result for the program. */
ncclResult_t communicator_failed(ncclComm_t communicator, uintptr_t pc);

#endif
