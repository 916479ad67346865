/*
 * A meeting: the clique that this process keeps, for ranks of other processes. A thread listens
 * for them and makes their calls.
 */
#ifndef NCCL_MEETING_H
#define NCCL_MEETING_H

#include "nccl/clique.h"

/* Opens the clique to other processes. Returns 0, or -1 if the system refuses a socket. */
int meeting_open(struct clique *clique);

/* The process is a child of that which keeps the clique: forgets what it has of it. */
void meeting_forget(struct clique *clique);

#endif
