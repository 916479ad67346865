/*
 * A call of cuBLAS, from its arguments to its status: opened, checked, computed, closed. Once
 * something is wrong with it, the rest does nothing, and the status says so.
 */
#ifndef CUBLAS_CALL_H
#define CUBLAS_CALL_H

#include <stdint.h>

#include "base/site.h"
#include "cublas/handle.h"
#include "cublas/operand.h"

struct call {
    cublasHandle_t handle;
    const char *name; /* of the function */
    uintptr_t pc;     /* the program's call */
    cublasStatus_t status;
    struct operand *operands;
    size_t count;
    int host_waits; /* a result goes to the host */
    void *result;   /* the host's place for it */
    int started;    /* it may touch the device's memory */
};

/* A call of the function that is named, by the program. To be written in that function. */
#define CALL(handle, name)                                                                         \
    (struct call)                                                                                  \
    {                                                                                              \
        (handle), (name), CALLER, CUBLAS_STATUS_SUCCESS, NULL, 0, 0, NULL, 0                       \
    }

/* Takes the lock of the API, and looks at the handle and its stream. */
void call_open(struct call *call);

/* The same for calls that only set or ask something of the handle. */
void call_open_handle(struct call *call);

/* Ends it: gives the lock back, frees what the call has, returns its status. */
cublasStatus_t call_close(struct call *call);

/* It is refused with that status, and a finding: its words, as for printf, and an advice. */
void call_refuse(struct call *call, cublasStatus_t status, const char *advice, const char *what,
                 ...) __attribute__((format(printf, 4, 5)));

/*
 * Reports a complaint about an operand, with that advice if a pointer of the host is the reason
 * (NULL: with the complaint's own). is_fatal: the call fails.
 */
void call_complain(struct call *call, const struct complaint *complaint, const char *of_host,
                   int is_fatal);

/* It is refused with CUBLAS_STATUS_INVALID_VALUE if the number is under the least one allowed. */
void call_at_least(struct call *call, const char *name, long long value, long long least);

/* The same unless the leading dimension is at least the number of rows, and 1. */
void call_leading(struct call *call, const char *name, long long ld, const char *of, size_t rows);

/* The same unless it is CUBLAS_OP_N, _T or _C. Returns 1 if the matrix is to be transposed. */
int call_transposes(struct call *call, const char *name, cublasOperation_t operation);

/* The value of alpha or beta, from the host or the device as the handle has it. 0 if that fails. */
double call_scalar(struct call *call, const char *name, enum element type, const void *pointer);

/* Adds an operand. Of a vector: n elements, that increment apart. */
struct operand call_vector(struct call *call, const char *name, enum element type,
                           const void *first, int n, int increment, unsigned how);
void call_matrix(struct call *call, const struct operand *matrix);

/* Where the one result goes, of ELEMENT_INT or another type. */
void call_result(struct call *call, enum element type, void *pointer);

/* Gives it: also in calls that have nothing to compute. */
void call_give(struct call *call, enum element type, double value);

/*
 * All operands are there: looks at their memory. Returns 1 if the call may compute; it may touch
 * the device's memory then. products: how often it multiplies and adds, for its time.
 */
int call_starts(struct call *call, double products);

#endif
