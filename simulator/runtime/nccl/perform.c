/*
 * The execution of a call: see perform.h.
 */
#include "nccl/perform.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/api_lock.h"
#include "cuda_api/copied.h"
#include "launch/ordered.h"
#include "nccl/buffers.h"
#include "nccl/connection.h"
#include "nccl/report.h"
#include "nccl/times.h"
#include "nccl/types.h"
#include "nccl/wait.h"
#include "report/findings.h"

/*
 * The entry's stream on the timeline. A default stream: that of the rank's device, which need not
 * be the current one.
 */
static struct stream_time *time_of(const struct entry *entry)
{
    return stream_is_default(entry->stream) ? timeline_default_stream(entry->communicator->device)
                                            : stream_time_of(entry->stream);
}

/* Unwritten values are a finding. The call is made all the same. */
static void check_written(const struct entry *entry)
{
    const struct call_form *form = &entry->call.form;
    size_t sent = call_sent_size(form, entry->communicator->count);
    size_t unwritten = sent ? buffer_unwritten(entry->from, sent, type_size(form->type)) : 0;
    if (unwritten == sent)
        return;
    api_lock();
    finding_on_host(FINDING_UNINITIALISED, entry->call.pc,
                    "%s: element %zu of what rank %d sends was written by nobody",
                    call_name(form->kind), unwritten / type_size(form->type), form->rank);
    api_unlock();
}

/* The entry's stream, on the rank's device. Needs the lock of the API. */
static struct ordered_stream *order_of(const struct entry *entry)
{
    return ordered_of(entry->stream, entry->communicator->device);
}

/* The call comes after earlier work of its stream. */
static void begin_in_order(struct entry *entry)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    streams_begin(order_of(entry));
    vector_clock_join(&order_of(entry)->vector_clock, &entry->communicator->vector_clock);
    vector_clock_join(&entry->call.vector_clock, &order_of(entry)->vector_clock);
    api_unlock();
}

/* Later work of the stream comes after the call, and so after the other ranks' part of it. */
static void end_in_order(struct entry *entry)
{
    if (!streams_are_ordered())
        return;
    const struct call *call = &entry->call;
    struct work_name name = {.pc = call->pc};
    struct watched_range *ranges = allocate(2 * sizeof *ranges);
    size_t count = 0;
    api_lock();
    uintptr_t from = copied_place(entry->from), to = copied_place(entry->to);
    if (call->sent_size)
        ranges[count++] = (struct watched_range){from, from + call->sent_size, WATCHED_READ};
    if (call->result_size)
        ranges[count++] = (struct watched_range){to, to + call->result_size, WATCHED_WRITE};
    ranges = copied_in_order(ranges, &count);
    snprintf(name.text, sizeof name.text, "%s of rank %d", call_name(call->form.kind),
             call->form.rank);
    vector_clock_join(&order_of(entry)->vector_clock, &call->vector_clock);
    stream_work_done(order_of(entry), &name, ranges, count);
    vector_clock_join(&entry->communicator->vector_clock, &order_of(entry)->vector_clock);
    api_unlock();
}

void perform_join_streams(const struct entry *entries, size_t count)
{
    if (!streams_are_ordered())
        return;
    api_lock();
    for (int turn = 0; turn < 2; turn++) /* so that the last one's clock reaches the first */
        for (size_t i = 1; i < count; i++)
            for (size_t k = i; k-- > 0;)
                if (!entries[i].joins && entries[k].communicator == entries[i].communicator) {
                    struct ordered_stream *one = order_of(&entries[i]),
                                          *other = order_of(&entries[k]);
                    vector_clock_join(&one->vector_clock, &other->vector_clock);
                    vector_clock_join(&other->vector_clock, &one->vector_clock);
                    break;
                }
    api_unlock();
}

void perform_begin(struct entry *entry)
{
    struct call *call = &entry->call;
    ncclComm_t communicator = entry->communicator;
    size_t sent = call_sent_size(&call->form, communicator->count);
    call->result_size = call_result_size(&call->form, communicator->count);
    call->sent_size = sent;
    call->sent = allocate(sent + 1);
    call->result = call->result_size ? allocate(call->result_size) : NULL;
    check_written(entry);
    if (sent)
        buffer_read(call->sent, entry->from, sent, communicator->device);
    call->form.begins = timeline_begin(time_of(entry));
    begin_in_order(entry);
    entry->begun = 1;
    if (communicator->connection) {
        connection_call(communicator->connection, call);
        return;
    }
    pthread_mutex_lock(&ranks_lock);
    clique_call(communicator->clique, call);
    pthread_mutex_unlock(&ranks_lock);
}

static void wait_for(ncclComm_t communicator, struct call *call)
{
    if (communicator->connection) {
        connection_wait_for_call(communicator->connection, call);
        return;
    }
    pthread_mutex_lock(&ranks_lock);
    wait_for_call(communicator->clique, call);
    pthread_mutex_unlock(&ranks_lock);
}

ncclResult_t perform_end(struct entry *entry)
{
    struct call *call = &entry->call;
    ncclComm_t communicator = entry->communicator;
    wait_for(communicator, call);
    ncclResult_t result = ncclSuccess;
    if (call->state == CALL_FAILED)
        result = communicator->error = communicator_failed(communicator, call->pc);
    if (!result) {
        if (call->result_size)
            buffer_write(entry->to, call->result, call->result_size, communicator->device);
        timeline_end(time_of(entry), call->form.begins + call_time(&call->form, communicator->count,
                                                                   entry->from == entry->to));
        end_in_order(entry);
    }
    free(call->sent);
    free(call->result);
    free(call->vector_clock.done);
    return result;
}
