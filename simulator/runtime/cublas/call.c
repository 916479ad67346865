/*
 * Calls from their arguments to their status: see call.h.
 */
#include "cublas/call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/settings.h"
#include "check/watched.h"
#include "clock/timeline.h"
#include "cublas/times.h"
#include "cuda_api/copied.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "memory/memory.h"
#include "memory/variables.h"
#include "report/findings.h"

static void find(const struct call *call, enum finding_kind kind, const char *advice,
                 const char *what)
{
    if (settings.checks)
        finding_on_host_advising(kind, advice, call->pc, "%s: %s", call->name, what);
}

void call_refuse(struct call *call, cublasStatus_t status, const char *advice, const char *what,
                 ...)
{
    char text[300];
    va_list arguments;
    if (call->status)
        return;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    find(call, FINDING_INVALID_BLAS_CALL, advice, text);
    call->status = status;
}

/* ---- Begin and end --------------------------------------------------------------------------- */

void call_open_handle(struct call *call)
{
    api_lock();
    const char *wrong = handle_wrong(call->handle);
    if (wrong)
        call_refuse(call, CUBLAS_STATUS_NOT_INITIALIZED,
                    "Make one handle with cublasCreate before the first call, ask for its status, "
                    "and destroy it after the last call.",
                    "the handle %s", wrong);
}

void call_open(struct call *call)
{
    call_open_handle(call);
    if (call->status)
        return;
    if (error_sticky()) {
        call->status = CUBLAS_STATUS_EXECUTION_FAILED;
        return;
    }
    cudaStream_t stream = call->handle->stream;
    if (!stream_known(stream))
        call_refuse(call, CUBLAS_STATUS_EXECUTION_FAILED,
                    "Destroy a stream only after the last call that uses it.",
                    "the handle's stream was destroyed");
    else if (graph_of_stream(stream))
        call_refuse(call, CUBLAS_STATUS_NOT_SUPPORTED,
                    "Call cuBLAS outside of the capture, between launches of graphs.",
                    "the handle's stream is captured into a graph, and the simulator's graphs have "
                    "no calls of cuBLAS");
    else if (current_device() != call->handle->device)
        call_refuse(call, CUBLAS_STATUS_EXECUTION_FAILED,
                    "Make a handle for each device, and set the device before a call with it.",
                    "the handle is one of device %d, but the current device is %d",
                    call->handle->device, current_device());
}

cublasStatus_t call_close(struct call *call)
{
    for (size_t i = 0; call->started && i < call->count; i++)
        if (call->operands[i].how & WATCHED_WRITE)
            operand_written(&call->operands[i]);
    if (call->started)
        memory_close();
    free(call->operands);
    api_unlock();
    return call->status;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

void call_at_least(struct call *call, const char *name, long long value, long long least)
{
    if (value < least)
        call_refuse(call, CUBLAS_STATUS_INVALID_VALUE, NULL, "%s is %lld: it must be at least %lld",
                    name, value, least);
}

void call_leading(struct call *call, const char *name, long long ld, const char *of, size_t rows)
{
    call_at_least(call, name, ld, 1);
    if ((size_t)ld < rows)
        call_refuse(call, CUBLAS_STATUS_INVALID_VALUE,
                    "Pass the distance of two columns in elements: cuBLAS's matrices lie column by "
                    "column. A matrix that lies row by row is the transpose of one that lies "
                    "column by column.",
                    "%s is %lld, but %s has %zu row%s as it is stored", name, ld, of, rows,
                    rows == 1 ? "" : "s");
}

int call_transposes(struct call *call, const char *name, cublasOperation_t operation)
{
    if (operation != CUBLAS_OP_N && operation != CUBLAS_OP_T && operation != CUBLAS_OP_C)
        call_refuse(call, CUBLAS_STATUS_INVALID_VALUE, NULL,
                    "%s is %d: it must be CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C", name,
                    (int)operation);
    return operation != CUBLAS_OP_N;
}

struct operand call_vector(struct call *call, const char *name, enum element type,
                           const void *first, int n, int increment, unsigned how)
{
    struct operand vector = {
        .name = name,
        .type = type,
        .first = (void *)first,
        .rows = 1,
        .columns = increment ? (size_t)n : 1,
        .ld = increment ? (size_t)llabs((long long)increment) : 1,
        .how = how,
        .is_vector = 1,
        .is_backward = increment < 0,
        .matrix = -1,
    };
    call_matrix(call, &vector);
    return vector;
}

void call_matrix(struct call *call, const struct operand *matrix)
{
    call->operands = allocate_again(call->operands, (call->count + 1) * sizeof *call->operands);
    call->operands[call->count++] = *matrix;
}

/* ---- Scalars --------------------------------------------------------------------------------- */

void call_complain(struct call *call, const struct complaint *complaint, const char *of_host,
                   int is_fatal)
{
    find(call, complaint->kind,
         complaint->kind == FINDING_HOST_POINTER && of_host ? of_host : complaint->advice,
         complaint->what);
    if (is_fatal)
        call->status = complaint->kind == FINDING_NULL_POINTER ? CUBLAS_STATUS_INVALID_VALUE
                                                               : CUBLAS_STATUS_EXECUTION_FAILED;
}

static const char to_host[] =
    "Set the pointer mode back with cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST), or "
    "pass a pointer to the device's memory: in the handle's mode alpha, beta and results are "
    "there.";

/* 0 if the pointer cannot be one of the host in the mode of the host. */
static int is_the_hosts(struct call *call, const char *name, const void *pointer)
{
    if (!pointer) {
        call_refuse(call, CUBLAS_STATUS_INVALID_VALUE, NULL, "%s is a null pointer", name);
    } else if (operand_is_a_devices(pointer)) {
        char text[200];
        snprintf(text, sizeof text,
                 "%s is a pointer to the device's memory, where the host's must be", name);
        find(call, FINDING_DEVICE_POINTER,
             "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before, or pass the "
             "address of a variable of the host.",
             text);
        call->status = CUBLAS_STATUS_EXECUTION_FAILED;
    }
    return !call->status;
}

double call_scalar(struct call *call, const char *name, enum element type, const void *pointer)
{
    struct complaint complaint;
    if (call->status)
        return 0;
    if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_HOST)
        return is_the_hosts(call, name, pointer) ? element_get(type, pointer, 0) : 0;
    struct operand scalar = call_vector(call, name, type, pointer, 1, 1, WATCHED_READ);
    if (operand_wrong(&scalar, call->handle->device, &complaint)) {
        call_complain(call, &complaint, to_host, 1);
        return 0;
    }
    variables_show(call->handle->device);
    memory_open();
    double value = element_get(type, pointer, 0);
    memory_close();
    return value;
}

void call_result(struct call *call, enum element type, void *pointer)
{
    if (call->status)
        return;
    if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        if (is_the_hosts(call, "result", pointer))
            call->result = pointer;
        call->host_waits = 1;
        return;
    }
    struct complaint complaint;
    struct operand result = call_vector(call, "result", type, pointer, 1, 1, WATCHED_WRITE);
    if (operand_wrong(&result, call->handle->device, &complaint))
        call_complain(call, &complaint, to_host, 1);
}

void call_give(struct call *call, enum element type, double value)
{
    if (call->status)
        return;
    memory_open();
    for (size_t i = 0; i < call->count; i++) {
        const struct operand *operand = &call->operands[i];
        if (!call->result && operand->how == WATCHED_WRITE) {
            element_set(type, operand->first, 0, value);
            operand_written(operand);
        }
    }
    if (call->result)
        element_set(type, call->result, 0, value);
    memory_close();
}

/* ---- The operands ------------------------------------------------------------------------------
 */

/* Its bytes, of which each element is moved once for each way in which it is used. */
static double moved(const struct operand *operand)
{
    double ways = (operand->how & WATCHED_READ ? 1 : 0) + (operand->how & WATCHED_WRITE ? 1 : 0);
    return ways * (double)(operand->rows * operand->columns * element_size(operand->type));
}

/* Its memory becomes work of the stream. */
static void note(const struct call *call, const struct operand *operand)
{
    size_t element = element_size(operand->type);
    if (operand_is_dense(operand)) {
        copied_note(operand->first, operand_size(operand), operand->how, call->pc, call->name);
        return;
    }
    for (size_t column = 0; column < operand->columns; column++)
        copied_note((char *)operand->first + column * operand->ld * element,
                    operand->rows * element, operand->how, call->pc, call->name);
}

/* As in y = 2 * y: each element depends on itself alone. */
static int is_in_place(const struct call *call, const struct operand *one,
                       const struct operand *other)
{
    for (size_t i = 0; i < call->count; i++)
        if (!call->operands[i].is_vector)
            return 0;
    return one->first == other->first && one->ld == other->ld && one->columns == other->columns &&
           one->is_backward == other->is_backward;
}

/* A batch has one matrix's operands next to each other. */
#define NEAR 4

/* What is written must not be another operand, too, in whole or in part. */
static void look_for_overlaps(struct call *call, size_t written)
{
    const struct operand *one = &call->operands[written];
    char text[400], name[100], other_name[100];
    size_t first = written > NEAR ? written - NEAR : 0;
    for (size_t i = first; i < call->count && i <= written + NEAR; i++) {
        const struct operand *other = &call->operands[i];
        if (i == written || (other->how & WATCHED_WRITE && i > written) ||
            other->matrix != one->matrix || is_in_place(call, one, other) ||
            !operands_overlap(one, other))
            continue;
        snprintf(text, sizeof text, "%s and %s overlap, and %s is written",
                 operand_name(one, name, sizeof name),
                 operand_name(other, other_name, sizeof other_name), one->name);
        find(call, FINDING_INVALID_BLAS_CALL,
             "Give the result memory of its own: threads write to it while others still read.",
             text);
        return;
    }
}

int call_starts(struct call *call, double products)
{
    struct complaint complaint;
    double bytes = 0;
    if (call->status)
        return 0;
    for (size_t i = 0; i < call->count && !call->status; i++)
        if (operand_wrong(&call->operands[i], call->handle->device, &complaint))
            call_complain(call, &complaint, NULL, 1);
    if (call->status)
        return 0;
    variables_show(call->handle->device);
    for (size_t i = 0; i < call->count; i++) {
        const struct operand *operand = &call->operands[i];
        if (operand->how & WATCHED_READ && operand_unwritten(operand, &complaint))
            call_complain(call, &complaint, NULL, 0);
        bytes += moved(operand);
    }
    for (size_t i = 0; i < call->count; i++) {
        note(call, &call->operands[i]);
        if (call->operands[i].how & WATCHED_WRITE)
            look_for_overlaps(call, i);
    }
    struct stream_time *stream = stream_time_of(call->handle->stream);
    double begin = timeline_begin(stream);
    enum element type = call->count ? call->operands[0].type : ELEMENT_FLOAT;
    timeline_is_bound("cuBLAS");
    timeline_end(stream, begin + device.launch_gap + blas_time(bytes, products, type));
    if (call->host_waits)
        timeline_host_waits(stream->ready);
    copied_done(call->handle->stream, call->host_waits);
    memory_open();
    return call->started = 1;
}
