/*
 * Vectors with vectors: the first level of BLAS. Sums are made in a wider type and rounded once, so
 * that they are as near as a sum can be. An increment of 0 means one element, again and again, in
 * order.
 */
#include "cublas/call.h"

#include <math.h>

#include "check/watched.h"

#define READ  WATCHED_READ
#define WRITE WATCHED_WRITE

static double get(const struct operand *vector, size_t i)
{
    return element_get(vector->type, vector->first, operand_at(vector, i));
}

static void set(const struct operand *vector, size_t i, double value)
{
    element_set(vector->type, vector->first, operand_at(vector, i), value);
}

static size_t count(int n)
{
    return n > 0 ? (size_t)n : 0;
}

static cublasStatus_t axpy(struct call call, enum element type, int n, const void *alpha,
                           const void *x, int incx, void *y, int incy)
{
    call_open(&call);
    double factor = call_scalar(&call, "alpha", type, alpha);
    if (call.status || n <= 0 || factor == 0)
        return call_close(&call);
    struct operand from = call_vector(&call, "x", type, x, n, incx, READ);
    struct operand to = call_vector(&call, "y", type, y, n, incy, READ | WRITE);
    if (call_starts(&call, n))
        for (size_t i = 0; i < count(n); i++)
            set(&to, i, fma(factor, get(&from, i), get(&to, i)));
    return call_close(&call);
}

/* Nothing happens if the increment is not positive, as with the next ones that have one vector. */
static cublasStatus_t scal(struct call call, enum element type, int n, const void *alpha, void *x,
                           int incx)
{
    call_open(&call);
    double factor = call_scalar(&call, "alpha", type, alpha);
    if (call.status || n <= 0 || incx <= 0)
        return call_close(&call);
    struct operand vector = call_vector(&call, "x", type, x, n, incx, READ | WRITE);
    if (call_starts(&call, n))
        for (size_t i = 0; i < count(n); i++)
            set(&vector, i, factor * get(&vector, i));
    return call_close(&call);
}

/* Copies x to y, or exchanges them. */
static cublasStatus_t move(struct call call, enum element type, int n, const void *x, int incx,
                           void *y, int incy, int exchanges)
{
    call_open(&call);
    if (call.status || n <= 0)
        return call_close(&call);
    struct operand from =
        call_vector(&call, "x", type, x, n, incx, exchanges ? READ | WRITE : READ);
    struct operand to = call_vector(&call, "y", type, y, n, incy, exchanges ? READ | WRITE : WRITE);
    if (call_starts(&call, 0))
        for (size_t i = 0; i < count(n); i++) {
            double value = get(&from, i);
            if (exchanges)
                set(&from, i, get(&to, i));
            set(&to, i, value);
        }
    return call_close(&call);
}

static cublasStatus_t dot(struct call call, enum element type, int n, const void *x, int incx,
                          const void *y, int incy, void *result)
{
    long double sum = 0;
    call_open(&call);
    call_result(&call, type, result);
    if (!call.status && n > 0) {
        struct operand one = call_vector(&call, "x", type, x, n, incx, READ);
        struct operand other = call_vector(&call, "y", type, y, n, incy, READ);
        if (call_starts(&call, n))
            for (size_t i = 0; i < count(n); i++)
                sum += (long double)get(&one, i) * get(&other, i);
    }
    call_give(&call, type, (double)sum);
    return call_close(&call);
}

/* The sum of absolute values, or the root of the sum of squares. */
static cublasStatus_t norm(struct call call, enum element type, int n, const void *x, int incx,
                           void *result, int squares)
{
    long double sum = 0;
    call_open(&call);
    call_result(&call, type, result);
    if (!call.status && n > 0 && incx > 0) {
        struct operand vector = call_vector(&call, "x", type, x, n, incx, READ);
        if (call_starts(&call, n))
            for (size_t i = 0; i < count(n); i++) {
                long double value = get(&vector, i);
                sum += squares ? value * value : fabsl(value);
            }
    }
    call_give(&call, type, (double)(squares ? sqrtl(sum) : sum));
    return call_close(&call);
}

/* The first of the largest, or smallest, absolute values; counted from 1, and 0 if there is none.
 */
static cublasStatus_t extreme(struct call call, enum element type, int n, const void *x, int incx,
                              int *result, int is_least)
{
    size_t best = 0;
    call_open(&call);
    call_result(&call, ELEMENT_INT, result);
    if (!call.status && n > 0 && incx > 0) {
        struct operand vector = call_vector(&call, "x", type, x, n, incx, READ);
        double extreme = 0;
        if (call_starts(&call, n))
            for (size_t i = 0; i < count(n); i++) {
                double value = fabs(get(&vector, i));
                if (!best || (is_least ? value < extreme : value > extreme)) {
                    extreme = value;
                    best = i + 1;
                }
            }
    }
    call_give(&call, ELEMENT_INT, (double)best);
    return call_close(&call);
}

/* ---- By the names of cuBLAS --------------------------------------------------------------------
 */

#define VECTOR_CALLS(letter, small, type, element)                                                 \
    cublasStatus_t cublas##letter##axpy_v2(cublasHandle_t handle, int n, const type *alpha,        \
                                           const type *x, int incx, type *y, int incy)             \
    {                                                                                              \
        return axpy(CALL(handle, "cublas" #letter "axpy"), element, n, alpha, x, incx, y, incy);   \
    }                                                                                              \
    cublasStatus_t cublas##letter##scal_v2(cublasHandle_t handle, int n, const type *alpha,        \
                                           type *x, int incx)                                      \
    {                                                                                              \
        return scal(CALL(handle, "cublas" #letter "scal"), element, n, alpha, x, incx);            \
    }                                                                                              \
    cublasStatus_t cublas##letter##copy_v2(cublasHandle_t handle, int n, const type *x, int incx,  \
                                           type *y, int incy)                                      \
    {                                                                                              \
        return move(CALL(handle, "cublas" #letter "copy"), element, n, x, incx, y, incy, 0);       \
    }                                                                                              \
    cublasStatus_t cublas##letter##swap_v2(cublasHandle_t handle, int n, type *x, int incx,        \
                                           type *y, int incy)                                      \
    {                                                                                              \
        return move(CALL(handle, "cublas" #letter "swap"), element, n, x, incx, y, incy, 1);       \
    }                                                                                              \
    cublasStatus_t cublas##letter##dot_v2(cublasHandle_t handle, int n, const type *x, int incx,   \
                                          const type *y, int incy, type *result)                   \
    {                                                                                              \
        return dot(CALL(handle, "cublas" #letter "dot"), element, n, x, incx, y, incy, result);    \
    }                                                                                              \
    cublasStatus_t cublas##letter##nrm2_v2(cublasHandle_t handle, int n, const type *x, int incx,  \
                                           type *result)                                           \
    {                                                                                              \
        return norm(CALL(handle, "cublas" #letter "nrm2"), element, n, x, incx, result, 1);        \
    }                                                                                              \
    cublasStatus_t cublas##letter##asum_v2(cublasHandle_t handle, int n, const type *x, int incx,  \
                                           type *result)                                           \
    {                                                                                              \
        return norm(CALL(handle, "cublas" #letter "asum"), element, n, x, incx, result, 0);        \
    }                                                                                              \
    cublasStatus_t cublasI##small##amax_v2(cublasHandle_t handle, int n, const type *x, int incx,  \
                                           int *result)                                            \
    {                                                                                              \
        return extreme(CALL(handle, "cublasI" #small "amax"), element, n, x, incx, result, 0);     \
    }                                                                                              \
    cublasStatus_t cublasI##small##amin_v2(cublasHandle_t handle, int n, const type *x, int incx,  \
                                           int *result)                                            \
    {                                                                                              \
        return extreme(CALL(handle, "cublasI" #small "amin"), element, n, x, incx, result, 1);     \
    }

VECTOR_CALLS(S, s, float, ELEMENT_FLOAT)
VECTOR_CALLS(D, d, double, ELEMENT_DOUBLE)
