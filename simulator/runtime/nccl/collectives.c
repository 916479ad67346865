/*
 * Calls that other ranks must make, too: the checks of their arguments.
 */
#include <stdint.h>

#include "base/site.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "nccl/buffers.h"
#include "nccl/group.h"
#include "nccl/report.h"
#include "nccl/types.h"

static ncclResult_t wrong(ncclResult_t result, const struct entry *entry, const char *what)
{
    return group_failed(
        report_wrong(result, entry->call.pc, "%s: %s", call_name(entry->call.form.kind), what));
}

static ncclResult_t check_form(const struct entry *entry)
{
    const struct call_form *form = &entry->call.form;
    int is_named = call_has_root(form->kind) || form->kind >= CALL_SEND;
    if (!type_size(form->type))
        return wrong(ncclInvalidArgument, entry, "no such data type here");
    if (call_reduces(form->kind) && (unsigned)form->operation >= ncclNumOps)
        return wrong(ncclInvalidArgument, entry, "no such operator");
    if (is_named && (form->peer < 0 || form->peer >= entry->communicator->count))
        return group_failed(report_wrong(
            ncclInvalidArgument, entry->call.pc, "%s: rank %d; there are ranks 0 to %d",
            call_name(form->kind), form->peer, entry->communicator->count - 1));
    if (form->count > SIZE_MAX / 64 / (size_t)entry->communicator->count)
        return wrong(ncclInvalidArgument, entry, "more elements than any memory has");
    return ncclSuccess;
}

static ncclResult_t check_stream(const struct entry *entry)
{
    const struct call_form *form = &entry->call.form;
    if (stream_check(entry->stream, entry->call.pc, call_name(form->kind)))
        return group_failed(ncclUnhandledCudaError);
    if (stream_is_default(entry->stream))
        return ncclSuccess;
    if (stream_device(entry->stream) != entry->communicator->device)
        return group_failed(report_wrong(
            ncclUnhandledCudaError, entry->call.pc,
            "%s: the stream is device %d's, but rank %d is device %d's", call_name(form->kind),
            stream_device(entry->stream), form->rank, entry->communicator->device));
    if (graph_of_stream(entry->stream))
        return wrong(ncclInvalidUsage, entry, "the simulator does not capture it into a graph");
    return ncclSuccess;
}

/* 1 if the call works in place. sent, result: bytes of a rank's data and of its result. */
static int is_in_place(const struct entry *entry, size_t sent, size_t result)
{
    uintptr_t from = (uintptr_t)entry->from, to = (uintptr_t)entry->to;
    size_t rank = (size_t)entry->call.form.rank;
    if (entry->call.form.kind == CALL_ALL_GATHER)
        return from == to + rank * sent;
    if (entry->call.form.kind == CALL_REDUCE_SCATTER)
        return to == from + rank * result;
    return from == to;
}

static ncclResult_t check_buffers(const struct entry *entry)
{
    const struct call_form *form = &entry->call.form;
    ncclComm_t communicator = entry->communicator;
    size_t sent = call_sent_size(form, communicator->count);
    size_t result = call_result_size(form, communicator->count);
    uintptr_t from = (uintptr_t)entry->from, to = (uintptr_t)entry->to;
    char text[200];
    const char *what =
        sent ? buffer_wrong(entry->from, sent, communicator->device, text, sizeof text) : NULL;
    const char *which = "send";
    if (!what && result) {
        what = buffer_wrong(entry->to, result, communicator->device, text, sizeof text);
        which = "receive";
    }
    if (what)
        return group_failed(report_wrong(ncclInvalidArgument, entry->call.pc,
                                         "%s: the %s buffer of rank %d is %s",
                                         call_name(form->kind), which, form->rank, what));
    if (sent && result && from < to + result && to < from + sent &&
        !is_in_place(entry, sent, result))
        return group_failed(report_wrong(
            ncclInvalidUsage, entry->call.pc,
            "%s: the buffers of rank %d overlap, and not in the way in which it works in place",
            call_name(form->kind), form->rank));
    return ncclSuccess;
}

static ncclResult_t call(enum call_kind kind, const void *from, void *to, size_t count,
                         ncclDataType_t type, ncclRedOp_t operation, int peer,
                         ncclComm_t communicator, cudaStream_t stream, uintptr_t pc)
{
    ncclResult_t result = communicator_check(communicator, pc, call_name(kind));
    if (result)
        return result;
    struct entry entry = {
        .communicator = communicator,
        .call = {.form = {.kind = kind,
                          .rank = communicator->rank,
                          .peer = peer,
                          .type = type,
                          .operation = operation,
                          .count = count},
                 .pc = pc},
        .from = from,
        .to = to,
        .stream = stream,
    };
    if ((result = check_form(&entry)) || (result = check_stream(&entry)) ||
        (result = check_buffers(&entry)))
        return result;
    return group_add(&entry);
}

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream)
{
    return call(CALL_ALL_REDUCE, sendbuff, recvbuff, count, datatype, op, 0, comm, stream, CALLER);
}

ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)
{
    return call(CALL_REDUCE, sendbuff, recvbuff, count, datatype, op, root, comm, stream, CALLER);
}

ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, int root, ncclComm_t comm, cudaStream_t stream)
{
    return call(CALL_BROADCAST, sendbuff, recvbuff, count, datatype, ncclSum, root, comm, stream,
                CALLER);
}

ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                       cudaStream_t stream)
{
    return call(CALL_BROADCAST, buff, buff, count, datatype, ncclSum, root, comm, stream, CALLER);
}

ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                           ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream)
{
    return call(CALL_ALL_GATHER, sendbuff, recvbuff, sendcount, datatype, ncclSum, 0, comm, stream,
                CALLER);
}

ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                               ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream)
{
    return call(CALL_REDUCE_SCATTER, sendbuff, recvbuff, recvcount, datatype, op, 0, comm, stream,
                CALLER);
}

ncclResult_t ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream)
{
    return call(CALL_SEND, sendbuff, NULL, count, datatype, ncclSum, peer, comm, stream, CALLER);
}

ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream)
{
    return call(CALL_RECEIVE, NULL, recvbuff, count, datatype, ncclSum, peer, comm, stream, CALLER);
}
