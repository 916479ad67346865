/*
 * A meeting: the clique of this process, open to ranks of other processes. A thread listens for
 * them and makes their calls.
 */
#ifndef NCCL_MEETING_H
#define NCCL_MEETING_H

#include "nccl/clique.h"

/* Opens the clique to other processes. Returns 0, or -1 if the system refuses a socket. */
int meeting_open(struct clique *clique);

/* The process is a child of the clique's process: drops its copy. */
void meeting_forget(struct clique *clique);

#endif
