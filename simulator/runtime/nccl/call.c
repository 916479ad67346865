/*
 * Calls by kind: see call.h.
 */
#include "nccl/call.h"

#include "nccl/types.h"

static const char *const names[CALL_KINDS] = {
    [CALL_ALL_REDUCE] = "ncclAllReduce",
    [CALL_REDUCE] = "ncclReduce",
    [CALL_BROADCAST] = "ncclBroadcast",
    [CALL_ALL_GATHER] = "ncclAllGather",
    [CALL_REDUCE_SCATTER] = "ncclReduceScatter",
    [CALL_SEND] = "ncclSend",
    [CALL_RECEIVE] = "ncclRecv",
};

const char *call_name(enum call_kind kind)
{
    return names[kind];
}

int call_has_root(enum call_kind kind)
{
    return kind == CALL_REDUCE || kind == CALL_BROADCAST;
}

int call_reduces(enum call_kind kind)
{
    return kind == CALL_ALL_REDUCE || kind == CALL_REDUCE || kind == CALL_REDUCE_SCATTER;
}

size_t call_sent_size(const struct call_form *form, int ranks)
{
    size_t bytes = form->count * type_size(form->type);
    if (form->kind == CALL_RECEIVE || (form->kind == CALL_BROADCAST && form->rank != form->peer))
        return 0;
    return form->kind == CALL_REDUCE_SCATTER ? bytes * (size_t)ranks : bytes;
}

size_t call_result_size(const struct call_form *form, int ranks)
{
    size_t bytes = form->count * type_size(form->type);
    if (form->kind == CALL_SEND || (form->kind == CALL_REDUCE && form->rank != form->peer))
        return 0;
    return form->kind == CALL_ALL_GATHER ? bytes * (size_t)ranks : bytes;
}
