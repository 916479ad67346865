/*
 * The product of two matrices, in the host's memory or the device's.
 */
#ifndef CUBLAS_MULTIPLY_H
#define CUBLAS_MULTIPLY_H

#include "cublas/element.h"

/* C = alpha op(A) op(B) + beta C: op(A) is m x k, op(B) k x n. All lie column by column. */
struct product {
    size_t m, n, k;
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
    int transposes_a, transposes_b;
    enum element type, c_type; /* of A and B; of C */
    double alpha, beta;        /* alpha 0: A and B are not read; beta 0: C is not read */
};

/* Computes in double for doubles, else in float; C is rounded once. */
void multiply(const struct product *product);

/*
 * The same for the only product of a call, whose operands are open. Where it repeats the product
 * before it, and nobody has opened the device's memory in between, C has the result already.
 * is_apart: C does not overlap A or B.
 */
void multiply_once(const struct product *product, int is_apart);

/* The sums alone, in one of the two types: m rounded up to full tiles, column by column. */
float *multiply_float(const struct product *product, size_t *rows);
double *multiply_double(const struct product *product, size_t *rows);

/* By wider vectors, for processors that have them: x86-64 alone. */
float *multiply_float_avx2(const struct product *product, size_t *rows);
float *multiply_float_avx512(const struct product *product, size_t *rows);
double *multiply_double_avx2(const struct product *product, size_t *rows);
double *multiply_double_avx512(const struct product *product, size_t *rows);

#endif
