/*
 * Messages between processes: a header, then its number of bytes. The process that called
 * ncclGetUniqueId has the clique. Each rank of another process has a connection to it: a Unix
 * socket with the id as its name. The name is no file, so nothing is left of it when the processes
 * end.
 */
#ifndef NCCL_WIRE_H
#define NCCL_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "nccl/clique.h"

enum message {
    /* to the process that has the clique */
    MESSAGE_JOIN,  /* form.rank; form.count: of ranks; form.peer: the device */
    MESSAGE_CALL,  /* form; then the rank's data */
    MESSAGE_WORKS, /* the process still works */
    MESSAGE_LEAVE, /* the rank's communicator is destroyed */
    MESSAGE_ABORT, /* ... by ncclCommAbort */
    /* from it */
    MESSAGE_JOINED, /* all ranks have come */
    MESSAGE_RESULT, /* of the call of that number: form.begins; then the result */
    MESSAGE_FAILED, /* the clique has failed: failure; then the reason */
    MESSAGE_WAITS   /* no result yet */
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
