/*
 * The connection of a rank to the clique of another process.
 */
#ifndef NCCL_CONNECTION_H
#define NCCL_CONNECTION_H

#include "nccl/clique.h"

struct connection;

/* The rank asks to join. NULL if no process has the clique. */
struct connection *connection_open(const ncclUniqueId *id, int count, int rank, int device);

/* Waits until all ranks have joined. Returns 0, or -1 and stores the failure. */
int connection_wait_for_ranks(struct connection *connection);

/* Makes the call, and waits until it is done or has failed. Returns its state. */
void connection_call(struct connection *connection, struct call *call);
void connection_wait_for_call(struct connection *connection, struct call *call);

/* The failure. */
enum failure connection_failure(const struct connection *connection, const char **why);

/* The rank's communicator is destroyed. */
void connection_leave(struct connection *connection, int aborted);

#endif
