/*
 * What processes send each other about calls: a header, then so many bytes. One process of a
 * clique, that which called ncclGetUniqueId, keeps it; the others' ranks have each a connection to
 * it, a Unix socket whose name the id gives. The name is no file: nothing of it stays when the
 * processes have ended, however they end.
 */
#ifndef NCCL_WIRE_H
#define NCCL_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "nccl/clique.h"

enum message {
    /* to the one that keeps the clique */
    MESSAGE_JOIN,  /* form.rank; form.count: of ranks; form.peer: the device */
    MESSAGE_CALL,  /* form; then what is sent */
    MESSAGE_WORKS, /* the process still does something */
    MESSAGE_LEAVE, /* the rank's communicator is destroyed */
    MESSAGE_ABORT, /* ... by ncclCommAbort */
    /* from it */
    MESSAGE_JOINED, /* all ranks have come */
    MESSAGE_RESULT, /* of the call of that number: form.begins; then what it gets */
    MESSAGE_FAILED, /* nothing can be done any more: failure; then why */
    MESSAGE_WAITS   /* nothing yet */
};

struct header {
    enum message message;
    enum failure failure;
    uint64_t number; /* of the rank's call, from 1 */
    uint64_t size;   /* bytes that follow */
    struct call_form form;
};

/* The address that the id gives; returns its size. */
socklen_t wire_address(const ncclUniqueId *id, struct sockaddr_un *address);

/* Writes or reads that many bytes; -1 if the other side is not there. */
int wire_write(int socket, const void *bytes, size_t size);
int wire_read(int socket, void *bytes, size_t size);

#endif
