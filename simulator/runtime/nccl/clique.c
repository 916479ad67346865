/*
 * Cliques: see clique.h.
 */
#define _GNU_SOURCE
#include "nccl/clique.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "nccl/match.h"

/*
 * Recursive: a thread that holds it may end the program, and the work at the program's end locks it
 * again.
 */
pthread_mutex_t ranks_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t ranks_changed = PTHREAD_COND_INITIALIZER;

static void set_count(struct clique *clique, int count)
{
    clique->count = count;
    clique->ranks = allocate((size_t)count * sizeof *clique->ranks);
}

struct clique *clique_make(int count)
{
    struct clique *clique = allocate(sizeof *clique);
    if (count)
        set_count(clique, count);
    return clique;
}

/* ---- Calls that are done or have failed ------------------------------------------------------ */

static void finish(struct call *call, enum call_state state)
{
    call->state = state;
    if (call->notify)
        call->notify(call);
}

static struct call *take_first(struct rank *rank)
{
    struct call *call = rank->first;
    rank->first = call->next;
    if (!rank->first)
        rank->last = NULL;
    return call;
}

static void fail_list(struct call **list)
{
    while (*list) {
        struct call *call = *list;
        *list = call->next;
        finish(call, CALL_FAILED);
    }
}

void clique_fail(struct clique *clique, enum failure failure, uintptr_t pc, uintptr_t other_pc,
                 const char *format, ...)
{
    va_list arguments;
    if (clique->failure)
        return;
    clique->failure = failure;
    clique->pc = pc;
    clique->other_pc = other_pc;
    va_start(arguments, format);
    vsnprintf(clique->why, sizeof clique->why, format, arguments);
    va_end(arguments);
    for (int rank = 0; rank < clique->count; rank++) {
        fail_list(&clique->ranks[rank].first);
        clique->ranks[rank].last = NULL;
        fail_list(&clique->ranks[rank].pairs);
    }
    pthread_cond_broadcast(&ranks_changed);
}

/* The rank that has joined on the device, or -1. */
static int rank_on(const struct clique *clique, int device)
{
    for (int rank = 0; rank < clique->count; rank++)
        if (clique->ranks[rank].joined && clique->ranks[rank].device == device)
            return rank;
    return -1;
}

int clique_join(struct clique *clique, int count, int rank, int device, int is_here)
{
    if (!clique->count)
        set_count(clique, count);
    if (clique->count != count)
        clique_fail(clique, FAILURE_MISMATCH, 0, 0,
                    "ncclCommInitRank: rank %d says that there are %d ranks, another rank %d", rank,
                    count, clique->count);
    else if (clique->ranks[rank].joined)
        clique_fail(clique, FAILURE_MISMATCH, 0, 0, "ncclCommInitRank: rank %d of %d comes twice",
                    rank, count);
    else if (rank_on(clique, device) >= 0)
        clique_fail(
            clique, FAILURE_MISMATCH, 0, 0,
            "ncclCommInitRank: ranks %d and %d are both on device %d, each needs one of its "
            "own (cudaSetDevice)",
            rank_on(clique, device), rank, device);
    if (clique->failure)
        return -1;
    clique->ranks[rank].joined = 1;
    clique->ranks[rank].device = device;
    clique->ranks[rank].is_here = is_here;
    clique->joined++;
    clique->beats++;
    pthread_cond_broadcast(&ranks_changed);
    return 0;
}

/* ---- Missing ranks --------------------------------------------------------------------------- */

static int is_missing(const struct clique *clique, int rank, const struct call *call)
{
    enum call_kind wanted = call->form.kind == CALL_SEND ? CALL_RECEIVE : CALL_SEND;
    if (call->form.kind != CALL_SEND && call->form.kind != CALL_RECEIVE)
        return !clique->ranks[rank].first;
    if (rank != call->form.peer)
        return 0;
    for (const struct call *other = clique->ranks[rank].pairs; other; other = other->next)
        if (other->form.kind == wanted && other->form.peer == call->form.rank)
            return 0;
    return 1;
}

/* Names the marked ranks: "rank 2", "ranks 1, 2 and 3". */
static void name_ranks(const char *marked, int count, char *text, size_t size)
{
    int number = 0, named = 0;
    for (int rank = 0; rank < count; rank++)
        number += marked[rank];
    size_t length = (size_t)snprintf(text, size, number == 1 ? "rank " : "ranks ");
    for (int rank = 0; rank < count && length < size; rank++)
        if (marked[rank]) {
            named++;
            length += (size_t)snprintf(text + length, size - length, "%s%d",
                                       named == 1        ? ""
                                       : named == number ? " and "
                                                         : ", ",
                                       rank);
        }
}

/* 1 if a missing rank has ended with its process. */
static int has_ended(const struct clique *clique, const struct call *call)
{
    for (int rank = 0; rank < clique->count; rank++)
        if (clique->ranks[rank].ended && is_missing(clique, rank, call))
            return 1;
    return 0;
}

/* 1 if a missing rank has left, with its process or without. */
static int waits_for_the_gone(const struct clique *clique, const struct call *call)
{
    for (int rank = 0; rank < clique->count; rank++)
        if (clique->ranks[rank].left && is_missing(clique, rank, call))
            return 1;
    return 0;
}

/*
 * The predicate of the missing ranks. Ranks that have left are named before ranks that only do not
 * call.
 */
static const char *deed(int number, int ended, int left)
{
    if (ended)
        return number == 1 ? "has ended" : "have ended";
    if (left)
        return number == 1 ? "has destroyed its communicator"
                           : "have destroyed their communicators";
    return number == 1 ? "does not" : "do not";
}

void clique_missing(const struct clique *clique, const struct call *call, char *text, size_t size)
{
    char *marked = allocate((size_t)clique->count), names[200];
    int ended = has_ended(clique, call), left = waits_for_the_gone(clique, call), number = 0;
    for (int rank = 0; rank < clique->count; rank++) {
        const struct rank *other = &clique->ranks[rank];
        marked[rank] =
            is_missing(clique, rank, call) && (!ended || other->ended) && (!left || other->left);
        number += marked[rank];
    }
    name_ranks(marked, clique->count, names, sizeof names);
    free(marked);
    if (call->form.kind == CALL_SEND || call->form.kind == CALL_RECEIVE)
        snprintf(text, size, "rank %d calls %s for rank %d, which %s", call->form.rank,
                 call_name(call->form.kind), call->form.peer,
                 left                           ? deed(1, ended, left)
                 : call->form.kind == CALL_SEND ? "does not call ncclRecv for it"
                                                : "does not call ncclSend to it");
    else
        snprintf(text, size, "rank %d calls %s, but %s of %d %s", call->form.rank,
                 call_name(call->form.kind), names, clique->count, deed(number, ended, left));
}

void clique_not_joined(const struct clique *clique, char *text, size_t size)
{
    char *marked = allocate((size_t)clique->count + 1), names[200];
    for (int rank = 0; rank < clique->count; rank++)
        marked[rank] = !clique->ranks[rank].joined;
    name_ranks(marked, clique->count, names, sizeof names);
    free(marked);
    snprintf(text, size, "%s of %d did not come", names, clique->count);
}

/* ---- Matching -------------------------------------------------------------------------------- */

/* All calls begin when the last of their streams reaches its call. */
static void begin_together(struct call **calls, int count)
{
    double begins = 0;
    for (int i = 0; i < count; i++)
        begins = calls[i]->form.begins > begins ? calls[i]->form.begins : begins;
    for (int i = 0; i < count; i++)
        calls[i]->form.begins = begins;
}

/* Orders the sends of a call before its receives. */
static void order_together(struct call **calls, int count)
{
    const struct call_form *form = &calls[0]->form;
    struct call whole = {.vector_clock = {0, NULL}};
    struct vector_clock *from_all = &whole.vector_clock;
    if (form->kind == CALL_BROADCAST)
        from_all = &calls[form->peer]->vector_clock;
    for (int i = 0; i < count && from_all == &whole.vector_clock; i++)
        vector_clock_join(from_all, &calls[i]->vector_clock);
    for (int i = 0; i < count; i++)
        if (form->kind != CALL_REDUCE || calls[i]->form.rank == form->peer)
            vector_clock_join(&calls[i]->vector_clock, from_all);
    free(whole.vector_clock.done);
}

/* The first calls of all ranks, if all have one and they fit; NULL otherwise. */
static struct call **first_calls(struct clique *clique)
{
    char text[300];
    for (int rank = 0; rank < clique->count; rank++)
        if (!clique->ranks[rank].first)
            return NULL;
    struct call **calls = allocate((size_t)clique->count * sizeof *calls);
    for (int rank = 0; rank < clique->count; rank++) {
        calls[rank] = clique->ranks[rank].first;
        if (match_wrong(calls[rank], calls[0], text, sizeof text)) {
            clique_fail(clique, FAILURE_MISMATCH, calls[rank]->pc, calls[0]->pc, "%s", text);
            free(calls);
            return NULL;
        }
    }
    return calls;
}

static void match_first(struct clique *clique)
{
    struct call **calls;
    while (!clique->failure && (calls = first_calls(clique))) {
        begin_together(calls, clique->count);
        order_together(calls, clique->count);
        match_all(calls, clique->count);
        for (int rank = 0; rank < clique->count; rank++)
            finish(take_first(&clique->ranks[rank]), CALL_DONE);
        free(calls);
        pthread_cond_broadcast(&ranks_changed);
    }
}

static void take(struct call **list, const struct call *call)
{
    while (*list != call)
        list = &(*list)->next;
    *list = call->next;
}

/* The call that matches a new CALL_SEND or CALL_RECEIVE, or NULL. */
static struct call *other_of_pair(struct clique *clique, const struct call *call)
{
    enum call_kind wanted = call->form.kind == CALL_SEND ? CALL_RECEIVE : CALL_SEND;
    struct call *other = clique->ranks[call->form.peer].pairs;
    while (other && (other->form.kind != wanted || other->form.peer != call->form.rank))
        other = other->next;
    return other;
}

static void match_pair(struct clique *clique, struct call *call)
{
    struct call *other = other_of_pair(clique, call);
    char text[300];
    if (!other)
        return;
    if (match_wrong(call, other, text, sizeof text)) {
        clique_fail(clique, FAILURE_MISMATCH, call->pc, other->pc, "%s", text);
        return;
    }
    struct call *pair[] = {call, other};
    begin_together(pair, 2);
    struct call *to = call->form.kind == CALL_SEND ? other : call;
    vector_clock_join(&to->vector_clock, call == to ? &other->vector_clock : &call->vector_clock);
    memcpy(to->result, (call == to ? other : call)->sent, to->result_size);
    take(&clique->ranks[call->form.rank].pairs, call);
    take(&clique->ranks[other->form.rank].pairs, other);
    finish(call, CALL_DONE);
    finish(other, CALL_DONE);
    pthread_cond_broadcast(&ranks_changed);
}

/* The call waits for a rank that has left: it fails. */
static void fail_waiting(struct clique *clique, const struct call *call)
{
    char text[300];
    clique_missing(clique, call, text, sizeof text);
    clique_fail(clique, has_ended(clique, call) ? FAILURE_GONE : FAILURE_MISSING, call->pc, 0, "%s",
                text);
}

/* 1 if the call is still one of the rank's waiting ones. It may not exist any more. */
static int still_waits(const struct rank *rank, const struct call *call)
{
    const struct call *other = rank->first;
    while (other && other != call)
        other = other->next;
    if (other)
        return 1;
    for (other = rank->pairs; other && other != call;)
        other = other->next;
    return other != NULL;
}

void clique_call(struct clique *clique, struct call *call)
{
    struct rank *rank = &clique->ranks[call->form.rank];
    int in_pairs = call->form.kind == CALL_SEND || call->form.kind == CALL_RECEIVE;
    call->state = CALL_WAITS;
    call->next = NULL;
    clique->beats++;
    if (clique->failure) {
        finish(call, CALL_FAILED);
        return;
    }
    if (in_pairs) {
        struct call **end = &rank->pairs;
        while (*end)
            end = &(*end)->next;
        *end = call;
        match_pair(clique, call);
    } else {
        *(rank->last ? &rank->last->next : &rank->first) = call;
        rank->last = call;
        match_first(clique);
    }
    if (still_waits(rank, call) && waits_for_the_gone(clique, call))
        fail_waiting(clique, call);
}

void clique_leave(struct clique *clique, int number, int ended)
{
    clique->ranks[number].left = 1;
    clique->ranks[number].ended |= ended;
    clique->beats++;
    for (int rank = 0; rank < clique->count && !clique->failure; rank++) {
        const struct call *first = clique->ranks[rank].first;
        if (first && waits_for_the_gone(clique, first))
            fail_waiting(clique, first);
        for (const struct call *call = clique->ranks[rank].pairs; call && !clique->failure;
             call = call->next)
            if (waits_for_the_gone(clique, call)) {
                fail_waiting(clique, call);
                break;
            }
    }
}
