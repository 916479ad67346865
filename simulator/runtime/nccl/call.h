/*
 * A call of a rank that others must make too, from where it begins to where it is done.
 */
#ifndef NCCL_CALL_H
#define NCCL_CALL_H

#include <stddef.h>
#include <stdint.h>

#include "check/past.h"
#include "nccl.h"

enum call_kind {
    CALL_ALL_REDUCE,
    CALL_REDUCE,
    CALL_BROADCAST,
    CALL_ALL_GATHER,
    CALL_REDUCE_SCATTER,
    CALL_SEND, /* these two meet in pairs, all before them among all ranks */
    CALL_RECEIVE,
    CALL_KINDS
};

enum call_state { CALL_WAITS, CALL_DONE, CALL_FAILED };

/* What other ranks need to know of it; all that processes send each other. */
struct call_form {
    enum call_kind kind;
    int rank; /* who calls */
    int peer; /* the root; of CALL_SEND and CALL_RECEIVE the other rank */
    ncclDataType_t type;
    ncclRedOp_t operation;
    uint64_t count; /* elements, as the program gave it */
    double begins;  /* ns of the clock: when its stream has come to it; when it is done: all have */
};

struct call {
    struct call_form form;
    enum call_state state;
    uintptr_t pc;       /* the program's call; 0 in another process */
    uint64_t number;    /* of the rank, where another process keeps the clique */
    char *sent;         /* what the rank gives, or NULL */
    size_t sent_size;   /* bytes */
    char *result;       /* what it gets, or NULL; there is room for it */
    size_t result_size; /* bytes */
    struct past past;   /* what comes before its end, of this process */
    struct call *next;
    /* of a rank in another process: tells it the state; NULL where somebody waits for it here */
    void (*tell)(struct call *call);
    void *connection;
};

/* NCCL's name of such a call. */
const char *call_name(enum call_kind kind);

/* Bytes that the rank gives and gets in a communicator of so many ranks. */
size_t call_sent_size(const struct call_form *form, int ranks);
size_t call_result_size(const struct call_form *form, int ranks);

/* 1 if the kind has a root; an operator. */
int call_has_root(enum call_kind kind);
int call_reduces(enum call_kind kind);

#endif
