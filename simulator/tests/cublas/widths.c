// The sums of products by vectors of all widths that this processor has: the same bits. Prints how
// many widths there were beside the narrowest.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cublas/multiply.h"

enum { M = 37, N = 13, K = 300 };
static double a[M * K], b[K * N];
static float c[M * K], d[K * N];

/* 1 if the sums of both types are those of the narrowest vectors. */
static int is_same(double *(*doubles)(const struct product *, size_t *),
                   float *(*floats)(const struct product *, size_t *))
{
    struct product p = {M, N, K, a, b, NULL, M, K, M, 0, 0, ELEMENT_DOUBLE, ELEMENT_DOUBLE, 1, 0};
    struct product q = {M, N, K, c, d, NULL, M, K, M, 0, 0, ELEMENT_FLOAT, ELEMENT_FLOAT, 1, 0};
    size_t narrow, wide;
    int same = 1;
    double *first = multiply_double(&p, &narrow), *other = doubles(&p, &wide);
    for (int j = 0; j < N; j++)
        same &= !memcmp(first + j * narrow, other + j * wide, M * sizeof *first);
    float *one = multiply_float(&q, &narrow), *more = floats(&q, &wide);
    for (int j = 0; j < N; j++)
        same &= !memcmp(one + j * narrow, more + j * wide, M * sizeof *one);
    return same;
}

int main(void)
{
    int widths = 0, same = 0;
    for (int i = 0; i < M * K; i++)
        c[i] = (float)(a[i] = rand() / 1e9 - 1);
    for (int i = 0; i < K * N; i++)
        d[i] = (float)(b[i] = rand() / 1e9 - 1);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        widths++, same += is_same(multiply_double_avx2, multiply_float_avx2);
    if (__builtin_cpu_supports("avx512f"))
        widths++, same += is_same(multiply_double_avx512, multiply_float_avx512);
#endif
    printf("%d of %d\n", same, widths);
    return same != widths;
}
