/*
 * The way of a rank to a clique that another process keeps.
 */
#ifndef NCCL_CONNECTION_H
#define NCCL_CONNECTION_H

#include "nccl/clique.h"

struct connection;

/* The rank says that it joins. NULL if nobody is there who keeps the clique. */
struct connection *connection_open(const ncclUniqueId *id, int count, int rank, int device);

/* Waits until all ranks have joined. Returns 0, or -1 with the failure kept. */
int connection_wait_for_ranks(struct connection *connection);

/* Makes the call, and waits until it is done or has failed: its state. */
void connection_call(struct connection *connection, struct call *call);
void connection_wait_for_call(struct connection *connection, struct call *call);

/* Why it has failed. */
enum failure connection_failure(const struct connection *connection, const char **why);

/* The rank's communicator is destroyed. */
void connection_leave(struct connection *connection, int aborted);

#endif
