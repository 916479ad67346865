/*
 * A call, once it begins: see perform.h.
 */
#include "nccl/perform.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/api_lock.h"
#include "launch/handles.h"
#include "nccl/buffers.h"
#include "nccl/report.h"
#include "nccl/types.h"
#include "nccl/wait.h"
#include "report/findings.h"

/* Its times: a default stream is that of the rank's device, which need not be the current one. */
static struct stream_time *time_of(const struct entry *entry)
{
    return stream_is_default(entry->stream) ? timeline_default_stream(entry->communicator->device)
                                            : stream_time_of(entry->stream);
}

/* Values that nobody has written are a finding; the call is made all the same. */
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

void perform_begin(struct entry *entry)
{
    struct call *call = &entry->call;
    ncclComm_t communicator = entry->communicator;
    size_t sent = call_sent_size(&call->form, communicator->count);
    call->result_size = call_result_size(&call->form, communicator->count);
    call->sent = allocate(sent + 1);
    call->result = call->result_size ? allocate(call->result_size) : NULL;
    check_written(entry);
    if (sent)
        buffer_read(call->sent, entry->from, sent, communicator->device);
    call->form.begins = timeline_begin(time_of(entry));
    entry->begun = 1;
    pthread_mutex_lock(&nccl_lock);
    clique_call(communicator->clique, call);
    pthread_mutex_unlock(&nccl_lock);
}

ncclResult_t perform_end(struct entry *entry)
{
    struct call *call = &entry->call;
    ncclComm_t communicator = entry->communicator;
    ncclResult_t result = ncclSuccess;
    pthread_mutex_lock(&nccl_lock);
    wait_for_call(communicator->clique, call);
    if (call->state == CALL_FAILED)
        result = communicator->error = report_clique(communicator->clique, call->pc);
    pthread_mutex_unlock(&nccl_lock);
    if (!result) {
        if (call->result_size)
            buffer_write(entry->to, call->result, call->result_size, communicator->device);
        timeline_end(time_of(entry), call->form.begins);
    }
    free(call->sent);
    free(call->result);
    return result;
}
