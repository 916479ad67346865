/*
 * The rows of why.cu: how they are cut from the same numbers, and whether their results are right.
 */
#ifndef WHY_ROWS_H
#define WHY_ROWS_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/exit_status.h"
#include "../../common/lab.h"
#include "../../common/random.h"
#include "../../common/rows/rows.h"
#include "../../common/types/exact_sum.h"
#include "../../common/why/why.h"
#include "../operators.h"

/* What is done with the numbers: the task of struct launched. */
enum rows_of {
    ROWS_OF_32,
    ROWS_OF_33,
    ROWS_OF_256,
    FOUR_ROWS,
    PIECES_OF_ROWS, /* the pieces of four rows as rows of their own */
    UNEQUAL_ROWS,   /* 1 to LONGEST numbers, in no order */
    SOFTMAX_OF_256,
    CUTS
};

enum { LEAST_NUMBERS = 1024, LONGEST = 79, LEAST_NUMBERS_A_ROW = 32 };

/* Rows as they lie in the input, and what they come to. */
struct cut {
    size_t rows, columns;
    const size_t *h_offsets; /* NULL: of a matrix with `columns` columns */
    double *values, *bounds; /* of each row; NULL until they are asked for */
    float *maxima;           /* of softmax */
};

static struct cut cuts[CUTS];
static const float *h_numbers;
static size_t *h_offsets, *d_offsets, *d_equal_offsets; /* of UNEQUAL_ROWS; of ROWS_OF_256 */
static size_t unequal_rows;

static size_t *to_device(const size_t *h_ends, size_t rows)
{
    size_t *d_ends;

    CHECK(cudaMalloc((void **)&d_ends, (rows + 1) * sizeof(size_t)));
    CHECK(cudaMemcpy(d_ends, h_ends, (rows + 1) * sizeof(size_t), cudaMemcpyHostToDevice));
    return d_ends;
}

/* The numbers of step 17, and the offsets by which they are cut. They stay until the end. */
static void *make_rows(size_t n, unsigned int seed)
{
    struct random_state random;

    if (n < LEAST_NUMBERS) {
        fprintf(stderr, "-n %zu: fewer than %d numbers are no rows\n", n, LEAST_NUMBERS);
        exit(EXIT_BAD_USAGE);
    }
    size_t equal_rows = n / 256, most = n / LEAST_NUMBERS_A_ROW;
    h_offsets = (size_t *)allocate((most + equal_rows + 2) * sizeof(size_t));
    random_start(&random, seed);
    h_offsets[0] = 0;
    while (h_offsets[unequal_rows] < n) { // the last possible row has all that is left
        size_t left = n - h_offsets[unequal_rows];
        size_t length = 1 + (size_t)random_next(&random) % LONGEST;
        bool is_last = unequal_rows + 1 == most || length > left;
        h_offsets[unequal_rows + 1] = is_last ? n : h_offsets[unequal_rows] + length;
        unequal_rows++;
    }
    d_offsets = to_device(h_offsets, unequal_rows);
    size_t *h_equal = h_offsets + most + 1;
    for (size_t row = 0; row <= equal_rows; row++)
        h_equal[row] = 256 * row;
    d_equal_offsets = to_device(h_equal, equal_rows);
    float *numbers = make_row_input(n, seed, PLAIN_VALUES);
    h_numbers = numbers;
    return numbers;
}

/*
 * The sum of a row. As long as the magnitudes add up to 2^18, every order of additions gives the
 * same (common/rows/rows.h); else no number passes more than `additions`.
 */
static void expect_sum(struct cut *cut, size_t row, const float *numbers, size_t n)
{
    double magnitudes = 0, additions = (double)n / 128 + 128;

    cut->values[row] = 0;
    for (size_t i = 0; i < n; i++) {
        cut->values[row] += numbers[i];
        magnitudes += fabsf(numbers[i]);
    }
    cut->bounds[row] =
        magnitudes <= 0x1p18 ? 0 : error_bound(additions, UNIT_ROUNDOFF_FLOAT, magnitudes);
}

/* Softmax's pair of a row. The numbers are within 4 of each other, so no power is very small. */
static void expect_softmax(struct cut *cut, size_t row, const float *numbers, size_t n)
{
    float maximum = -INFINITY;
    double terms = 0;

    for (size_t i = 0; i < n; i++)
        maximum = fmaxf(maximum, numbers[i]);
    for (size_t i = 0; i < n; i++)
        terms += exp((double)numbers[i] - maximum);
    cut->maxima[row] = maximum;
    cut->values[row] = terms;
    cut->bounds[row] = error_bound(6 * ((double)n + 1), UNIT_ROUNDOFF_FLOAT, terms);
}

/* Fills in what a cut's rows come to. */
static void expect(struct cut *cut, bool is_softmax)
{
    cut->values = (double *)allocate(cut->rows * sizeof(double));
    cut->bounds = (double *)allocate(cut->rows * sizeof(double));
    cut->maxima = (float *)allocate(is_softmax ? cut->rows * sizeof(float) : 0);
    for (size_t row = 0; row < cut->rows; row++) {
        size_t begin = cut->h_offsets ? cut->h_offsets[row] : row * cut->columns;
        size_t end = cut->h_offsets ? cut->h_offsets[row + 1] : begin + cut->columns;
        if (is_softmax)
            expect_softmax(cut, row, h_numbers + begin, end - begin);
        else
            expect_sum(cut, row, h_numbers + begin, end - begin);
    }
}

/* Whether each row's result is right: floats in g_odata, softmax's pairs in g_sums. */
static int rows_are_right(const struct numbers *numbers, const struct launched *launched)
{
    bool is_softmax = launched->task == SOFTMAX_OF_256;
    struct cut *cut = &cuts[launched->task];
    size_t bytes = cut->rows * (is_softmax ? sizeof(struct softmax_pair) : sizeof(float));
    void *h_results = allocate(bytes);
    bool are_right = true;

    if (cut->values == NULL)
        expect(cut, is_softmax);
    CHECK(cudaMemcpy(h_results,
                     is_softmax ? (const void *)numbers->g_sums : (const void *)numbers->g_odata,
                     bytes, cudaMemcpyDeviceToHost));
    for (size_t row = 0; row < cut->rows; row++) {
        const struct softmax_pair *pair = (const struct softmax_pair *)h_results + row;
        float value = is_softmax ? pair->sum : ((const float *)h_results)[row];
        // a NaN is not right
        are_right &= fabs(value - cut->values[row]) <= cut->bounds[row] &&
                     (!is_softmax || pair->maximum == cut->maxima[row]);
    }
    free(h_results);
    return are_right;
}

#endif
