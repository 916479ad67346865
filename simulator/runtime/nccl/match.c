/*
 * Matching calls: see match.h.
 */
#include "nccl/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "nccl/types.h"

static const char *wrong_count(const struct call_form *one, const struct call_form *other,
                               char *text, size_t size)
{
    int same = one->kind == other->kind;
    snprintf(text, size, "rank %d calls %s with %llu elements, rank %d %s%swith %llu", one->rank,
             call_name(one->kind), (unsigned long long)one->count, other->rank,
             same ? "" : call_name(other->kind), same ? "" : " ", (unsigned long long)other->count);
    return text;
}

const char *match_wrong(const struct call *one, const struct call *other, char *text, size_t size)
{
    const struct call_form *a = &one->form, *b = &other->form;
    int in_pairs = a->kind == CALL_SEND || a->kind == CALL_RECEIVE;
    if (a->kind != b->kind && !in_pairs)
        snprintf(text, size, "rank %d calls %s where rank %d calls %s", a->rank, call_name(a->kind),
                 b->rank, call_name(b->kind));
    else if (a->count != b->count)
        return wrong_count(a, b, text, size);
    else if (a->type != b->type)
        snprintf(text, size, "rank %d calls %s with %s, rank %d with %s", a->rank,
                 call_name(a->kind), type_name(a->type), b->rank, type_name(b->type));
    else if (call_reduces(a->kind) && a->operation != b->operation)
        snprintf(text, size, "rank %d calls %s with %s, rank %d with %s", a->rank,
                 call_name(a->kind), operator_name(a->operation), b->rank,
                 operator_name(b->operation));
    else if (call_has_root(a->kind) && a->peer != b->peer)
        snprintf(text, size, "rank %d calls %s with root %d, rank %d with root %d", a->rank,
                 call_name(a->kind), a->peer, b->rank, b->peer);
    else
        return NULL;
    return text;
}

/* Reduces the data of all ranks, in order of rank: size bytes from offset on. */
static char *reduced(struct call **calls, int ranks, size_t offset, size_t size)
{
    const struct call_form *form = &calls[0]->form;
    size_t count = size / type_size(form->type);
    char *result = allocate(size + 1);
    memcpy(result, calls[0]->sent + offset, size);
    for (int rank = 1; rank < ranks; rank++)
        combine(result, calls[rank]->sent + offset, count, form->type, form->operation);
    if (form->operation == ncclAvg)
        divide(result, count, form->type, ranks);
    return result;
}

static void give(struct call *call, size_t offset, const char *bytes, size_t size)
{
    if (call->result)
        memcpy(call->result + offset, bytes, size);
}

static void match_reduced(struct call **calls, int ranks)
{
    const struct call_form *form = &calls[0]->form;
    size_t size = form->count * type_size(form->type);
    size_t all = form->kind == CALL_REDUCE_SCATTER ? size * (size_t)ranks : size;
    char *result = reduced(calls, ranks, 0, all);
    for (int rank = 0; rank < ranks; rank++)
        give(calls[rank], 0, result + (form->kind == CALL_REDUCE_SCATTER ? size * (size_t)rank : 0),
             size);
    free(result);
}

void match_all(struct call **calls, int ranks)
{
    const struct call_form *form = &calls[0]->form;
    size_t size = form->count * type_size(form->type);
    if (call_reduces(form->kind)) {
        match_reduced(calls, ranks);
        return;
    }
    for (int to = 0; to < ranks; to++) {
        if (form->kind == CALL_BROADCAST)
            give(calls[to], 0, calls[form->peer]->sent, size);
        for (int from = 0; from < ranks && form->kind == CALL_ALL_GATHER; from++)
            give(calls[to], size * (size_t)from, calls[from]->sent, size);
    }
}
