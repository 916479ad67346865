/*
 * A rank's call, from its begin to its end. Other ranks must make it, too.
 */
#ifndef NCCL_CALL_H
#define NCCL_CALL_H

#include <stddef.h>
#include <stdint.h>

#include "check/vector_clock.h"
#include "nccl.h"

enum call_kind {
    CALL_ALL_REDUCE,
    CALL_REDUCE,
    CALL_BROADCAST,
    CALL_ALL_GATHER,
    CALL_REDUCE_SCATTER,
    CALL_SEND, /* these two match in pairs; those before match among all ranks */
    CALL_RECEIVE,
    CALL_KINDS
};

enum call_state { CALL_WAITS, CALL_DONE, CALL_FAILED };

/* The part that other ranks need: processes send each other this alone. */
struct call_form {
    enum call_kind kind;
    int rank; /* the caller */
    int peer; /* the root; of CALL_SEND and CALL_RECEIVE: the other rank */
    ncclDataType_t type;
    ncclRedOp_t operation;
    uint64_t count; /* elements, from the program */
    double begins;  /* ns: when its stream reaches it; at its end: when all streams have */
};

struct call {
    struct call_form form;
    enum call_state state;
    uintptr_t pc;                     /* the program's call; 0 in another process */
    uint64_t number;                  /* of the rank, if another process has the clique */
    char *sent;                       /* the rank's data, or NULL */
    size_t sent_size;                 /* bytes */
    char *result;                     /* buffer for the rank's result, or NULL */
    size_t result_size;               /* bytes */
    struct vector_clock vector_clock; /* work of this process that comes before its end */
    struct call *next;
    /* of a rank in another process: sends it the state; NULL if a thread of this process waits */
    void (*notify)(struct call *call);
    void *connection;
};

/* NCCL's name of the call. */
const char *call_name(enum call_kind kind);

/* Bytes that the rank sends, and receives, in a communicator of that many ranks. */
size_t call_sent_size(const struct call_form *form, int ranks);
size_t call_result_size(const struct call_form *form, int ranks);

/* 1 if the kind has a root; an operator. */
int call_has_root(enum call_kind kind);
int call_reduces(enum call_kind kind);

#endif
