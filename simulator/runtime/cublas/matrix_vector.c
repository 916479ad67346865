/*
 * A matrix with vectors: the second level of BLAS, as far as it is here.
 */
#include "cublas/call.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "check/watched.h"

#define READ  WATCHED_READ
#define WRITE WATCHED_WRITE

static void check_increment(struct call *call, const char *name, int increment)
{
    if (!increment)
        call_refuse(call, CUBLAS_STATUS_INVALID_VALUE, NULL,
                    "%s is 0: it is the distance of a vector's elements", name);
}

static struct operand matrix_of(struct call *call, enum element type, const void *first, int m,
                                int n, int lda, unsigned how)
{
    struct operand matrix = {.name = "A",
                             .type = type,
                             .first = (void *)first,
                             .rows = (size_t)m,
                             .columns = (size_t)n,
                             .ld = (size_t)lda,
                             .how = how,
                             .matrix = -1};
    call_matrix(call, &matrix);
    return matrix;
}

/* The sums of A x, or of its transpose, column by column, as the matrix lies in memory. */
static void multiply(const struct operand *a, const struct operand *x, long double *sums,
                     int transposed)
{
    for (size_t column = 0; column < a->columns; column++)
        for (size_t row = 0; row < a->rows; row++) {
            size_t from = transposed ? row : column, to = transposed ? column : row;
            sums[to] += (long double)element_get(a->type, a->first, column * a->ld + row) *
                        element_get(x->type, x->first, operand_at(x, from));
        }
}

/* What gemv is called with, but for types. */
struct gemv {
    cublasOperation_t trans;
    int m, n, lda, incx, incy;
    const void *alpha, *a, *x, *beta;
    void *y;
};

static cublasStatus_t gemv(struct call call, enum element type, const struct gemv *g)
{
    call_open(&call);
    int transposed = call_transposes(&call, "trans", g->trans);
    call_at_least(&call, "m", g->m, 0);
    call_at_least(&call, "n", g->n, 0);
    call_leading(&call, "lda", g->lda, "A", g->m < 0 ? 0 : (size_t)g->m);
    check_increment(&call, "incx", g->incx);
    check_increment(&call, "incy", g->incy);
    double alpha = call_scalar(&call, "alpha", type, g->alpha);
    double beta = call_scalar(&call, "beta", type, g->beta);
    if (call.status || !g->m || !g->n || (alpha == 0 && beta == 1))
        return call_close(&call);
    int length = transposed ? g->n : g->m;
    struct operand a = {.rows = 0}, x = {.rows = 0};
    if (alpha != 0) {
        a = matrix_of(&call, type, g->a, g->m, g->n, g->lda, READ);
        x = call_vector(&call, "x", type, g->x, transposed ? g->m : g->n, g->incx, READ);
    }
    struct operand y =
        call_vector(&call, "y", type, g->y, length, g->incy, beta != 0 ? READ | WRITE : WRITE);
    if (call_starts(&call, (double)g->m * g->n)) {
        long double *sums = allocate((size_t)length * sizeof *sums);
        multiply(&a, &x, sums, transposed);
        for (size_t i = 0; i < (size_t)length; i++) {
            size_t at = operand_at(&y, i);
            long double before = beta != 0 ? beta * element_get(type, y.first, at) : 0.0L;
            element_set(type, y.first, at,
                        (double)(alpha != 0 ? alpha * sums[i] + before : before));
        }
        free(sums);
    }
    return call_close(&call);
}

static cublasStatus_t ger(struct call call, enum element type, int m, int n, const void *alpha,
                          const void *x, int incx, const void *y, int incy, void *a, int lda)
{
    call_open(&call);
    call_at_least(&call, "m", m, 0);
    call_at_least(&call, "n", n, 0);
    check_increment(&call, "incx", incx);
    check_increment(&call, "incy", incy);
    call_leading(&call, "lda", lda, "A", m < 0 ? 0 : (size_t)m);
    double factor = call_scalar(&call, "alpha", type, alpha);
    if (call.status || !m || !n || factor == 0)
        return call_close(&call);
    struct operand one = call_vector(&call, "x", type, x, m, incx, READ);
    struct operand other = call_vector(&call, "y", type, y, n, incy, READ);
    struct operand matrix = matrix_of(&call, type, a, m, n, lda, READ | WRITE);
    if (call_starts(&call, (double)m * n))
        for (size_t column = 0; column < matrix.columns; column++)
            for (size_t row = 0; row < matrix.rows; row++) {
                size_t at = column * matrix.ld + row;
                double product = element_get(type, one.first, operand_at(&one, row)) *
                                 element_get(type, other.first, operand_at(&other, column));
                element_set(type, matrix.first, at,
                            fma(factor, product, element_get(type, matrix.first, at)));
            }
    return call_close(&call);
}

/* ---- By the names of cuBLAS --------------------------------------------------------------------
 */

#define MATRIX_CALLS(letter, type, element)                                                        \
    cublasStatus_t cublas##letter##gemv_v2(                                                        \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const type *alpha,           \
        const type *A, int lda, const type *x, int incx, const type *beta, type *y, int incy)      \
    {                                                                                              \
        struct gemv gemv_call = {trans, m, n, lda, incx, incy, alpha, A, x, beta, y};              \
        return gemv(CALL(handle, "cublas" #letter "gemv"), element, &gemv_call);                   \
    }                                                                                              \
    cublasStatus_t cublas##letter##ger_v2(cublasHandle_t handle, int m, int n, const type *alpha,  \
                                          const type *x, int incx, const type *y, int incy,        \
                                          type *A, int lda)                                        \
    {                                                                                              \
        return ger(CALL(handle, "cublas" #letter "ger"), element, m, n, alpha, x, incx, y, incy,   \
                   A, lda);                                                                        \
    }

MATRIX_CALLS(S, float, ELEMENT_FLOAT)
MATRIX_CALLS(D, double, ELEMENT_DOUBLE)
