/*
 * What step 17's verdicts rest on, by itself: which results of a row count as right, and how rows
 * of unequal lengths are cut. Prints TAP; tests/rows.t builds and runs it.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/memory.h"
#include "../../common/rows/row_check.h"
#include "../../common/rows/rows.h"
#include "../common/tap.h"

enum { N_MAX = 1 << 20 };
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static int sum_is_right(const float *row, size_t n, float sum, double additions)
{
    struct row_check check = {0};

    check_row_sum(&check, row, n, sum, additions);
    return check.right == 1 && check.rows == 1;
}

static int softmax_is_right(const float *row, size_t n, float maximum, float sum, double additions)
{
    struct row_check check = {0};

    check_row_softmax(&check, row, n, maximum, sum, additions);
    return check.right == 1 && check.rows == 1;
}

static void test_sums(void)
{
    float halves[] = {1.5f, -2.25f, 0.015625f};
    float rounded[] = {16777216.0f, 1.0f, 1.0f, 1.0f};
    float denormal[] = {0x1p-149f, 0x1p-149f, -0x1p-148f, 0x1.8p-127f};

    OK(sum_is_right(halves, 3, -0.734375f, 2), "a sum without rounding is right");
    OK(!sum_is_right(halves, 3, nextafterf(-0.734375f, 0), 2), "and nothing beside it");
    OK(!sum_is_right(halves, 3, NAN, 2) && !sum_is_right(halves, 3, INFINITY, 2),
       "NaN or infinity are not");
    OK(sum_is_right(halves, 0, 0.0f, 0) && sum_is_right(halves, 0, -0.0f, 0),
       "an empty row is 0, of either sign");
    OK(!sum_is_right(halves, 0, 1e-45f, 0), "and nothing else");
    OK(sum_is_right(rounded, 4, 16777216.0f, 3) && sum_is_right(rounded, 4, 16777220.0f, 3),
       "where rounding may come in, all that it may do is right");
    OK(!sum_is_right(rounded, 4, 16777224.0f, 3) && !sum_is_right(rounded, 4, 16777214.0f, 3),
       "and no more");
    OK(sum_is_right(denormal, 4, 0x1.8p-127f, 3) && !sum_is_right(denormal, 4, 0, 3),
       "denormals count");
}

static void test_extreme_sums(void)
{
    float plus[] = {1, INFINITY, 2}, both[] = {INFINITY, 1, -INFINITY}, nan[] = {1, NAN, 2};
    float large[] = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX}, largest[] = {0, FLT_MAX, 0};
    float large_and_infinite[] = {-FLT_MAX, -FLT_MAX, INFINITY};

    OK(sum_is_right(plus, 3, INFINITY, 2) && !sum_is_right(plus, 3, -INFINITY, 2) &&
           !sum_is_right(plus, 3, NAN, 2) && !sum_is_right(plus, 3, 3, 2),
       "an infinity stays");
    OK(sum_is_right(both, 3, NAN, 2) && !sum_is_right(both, 3, INFINITY, 2) &&
           !sum_is_right(both, 3, 1, 2),
       "infinities of both signs make a NaN");
    OK(sum_is_right(nan, 3, NAN, 2) && !sum_is_right(nan, 3, 3, 2), "a NaN stays");
    OK(sum_is_right(large, 4, 0, 3) && sum_is_right(large, 4, INFINITY, 3) &&
           sum_is_right(large, 4, -INFINITY, 3) && sum_is_right(large, 4, NAN, 3),
       "where a partial sum may overflow, all that comes of it is right");
    OK(sum_is_right(largest, 3, FLT_MAX, 2) && !sum_is_right(largest, 3, INFINITY, 2) &&
           !sum_is_right(largest, 3, NAN, 2),
       "the largest float alone does not");
    OK(sum_is_right(large_and_infinite, 3, INFINITY, 2) &&
           sum_is_right(large_and_infinite, 3, NAN, 2) &&
           !sum_is_right(large_and_infinite, 3, -INFINITY, 2),
       "an overflow may meet the other infinity");
}

static void test_softmax(void)
{
    float row[] = {1, 3, 2}, minus[] = {-INFINITY, -INFINITY}, some[] = {-INFINITY, 5, 5};
    float plus[] = {INFINITY, 1, INFINITY, -INFINITY}, nan[] = {1, NAN}, nan_only[] = {NAN};
    float wide[] = {-FLT_MAX, FLT_MAX};
    float sum = (float)(1 + exp(-1) + exp(-2));

    OK(softmax_is_right(row, 3, 3, sum, 3), "the maximum, and the sum of exp(x - maximum)");
    OK(!softmax_is_right(row, 3, 2, sum, 3) && !softmax_is_right(row, 3, NAN, sum, 3),
       "another maximum is wrong");
    OK(!softmax_is_right(row, 3, 3, sum * 1.00001f, 3) && !softmax_is_right(row, 3, 3, NAN, 3) &&
           !softmax_is_right(row, 3, 3, INFINITY, 3),
       "so is another sum");
    OK(softmax_is_right(row, 0, -INFINITY, 0, 0) && !softmax_is_right(row, 0, 0, 0, 0) &&
           !softmax_is_right(row, 0, -FLT_MAX, 0, 0),
       "an empty row: -infinity and 0");
    OK(softmax_is_right(minus, 2, -INFINITY, 0, 1) &&
           !softmax_is_right(minus, 2, -INFINITY, 2, 1) && !softmax_is_right(minus, 2, NAN, NAN, 1),
       "-infinity alone: the same");
    OK(softmax_is_right(some, 3, 5, 2, 2) && !softmax_is_right(some, 3, 5, 3, 2),
       "beside others -infinity counts nothing");
    OK(softmax_is_right(plus, 4, INFINITY, 2, 3) && !softmax_is_right(plus, 4, INFINITY, NAN, 3) &&
           !softmax_is_right(plus, 4, INFINITY, 3, 3),
       "infinities are counted");
    OK(softmax_is_right(nan, 2, NAN, NAN, 1) && !softmax_is_right(nan, 2, 1, NAN, 1) &&
           !softmax_is_right(nan, 2, NAN, 1, 1) && softmax_is_right(nan_only, 1, NAN, NAN, 1),
       "a NaN makes both NaN");
    OK(softmax_is_right(wide, 2, FLT_MAX, 1, 1), "no difference is too large");
}

/* A running sum of floats is as far from the truth as any order of n - 1 additions may be. */
static void test_bounds(void)
{
    float *row = allocate(N_MAX * sizeof *row);
    float sum = 0, maximum = -FLT_MAX, powers = 0;

    for (size_t i = 0; i < N_MAX; i++) {
        row[i] = (float)sin((double)i) * 10;
        sum += row[i];
        float larger = fmaxf(maximum, row[i]);
        powers = powers * expf(maximum - larger) + expf(row[i] - larger);
        maximum = larger;
    }
    OK(sum_is_right(row, N_MAX, sum, N_MAX - 1), "a running sum is within its bound");
    OK(!sum_is_right(row, N_MAX, sum + 0x1p20f, 40), "a tree may err less");
    OK(softmax_is_right(row, N_MAX, maximum, powers, N_MAX), "so is softmax's, joined one by one");
    OK(!softmax_is_right(row, N_MAX, maximum, powers * 1.01f, 100), "a hundredth is too much");
    free(row);
}

static void test_counting(void)
{
    struct row_check check = {0};
    float row[] = {1, 2, 4};

    check_row_sum(&check, row, 3, 7, 2);
    check_row_sum(&check, row, 3, 8, 2);
    check_row_sum(&check, row, 2, 4, 1);
    OK(check.rows == 3 && check.right == 1, "rows are counted");
    OK(strstr(check.first_wrong, "row 1, 3 numbers: sum 8, expected 7") != NULL,
       "and the first wrong one is told");
}

static void test_input(void)
{
    float *plain = make_row_input(1000, 1, PLAIN_VALUES);
    float *extreme = make_row_input(100000, 1, EXTREME_VALUES);
    int outside = 0, nans = 0, plus = 0, minus = 0, denormals = 0, zeros = 0;

    for (int i = 0; i < 1000; i++)
        outside += !(plain[i] >= -2 && plain[i] < 2 && plain[i] * 64 == truncf(plain[i] * 64));
    OK(outside == 0, "plain values are multiples of 1/64 from -2 on and below 2");
    for (int i = 0; i < 100000; i++) {
        nans += isnan(extreme[i]);
        plus += extreme[i] == INFINITY;
        minus += extreme[i] == -INFINITY;
        denormals += fpclassify(extreme[i]) == FP_SUBNORMAL;
        zeros += extreme[i] == 0 && signbit(extreme[i]);
    }
    OK(nans > 100 && plus > 100 && minus > 100 && denormals > 100 && zeros > 100,
       "extreme ones have NaN, infinities, denormals, -0");
    free(plain);
    free(extreme);
}

static void test_segments(void)
{
    size_t ns[] = {0, 1, 1000, 1 << 20}, rows[] = {1, 2, 3, 1000, 100000};
    int wrong = 0, unlike = 0;

    for (size_t i = 0; i < COUNT(ns); i++)
        for (size_t k = 0; k < COUNT(rows); k++) {
            size_t *offsets = make_segments(ns[i], rows[k], 7),
                   *again = make_segments(ns[i], rows[k], 7);

            wrong += offsets[0] != 0 || offsets[rows[k]] != ns[i];
            for (size_t r = 0; r < rows[k]; r++)
                wrong += offsets[r] > offsets[r + 1];
            unlike += memcmp(offsets, again, (rows[k] + 1) * sizeof *offsets) != 0;
            free(offsets);
            free(again);
        }
    OK(wrong == 0, "rows of unequal lengths are one behind the other, and have all numbers");
    OK(unlike == 0, "the same seed cuts the same way");

    size_t *offsets = make_segments(1 << 20, 1000, 7), *other = make_segments(1 << 20, 1000, 8);
    size_t longest = 0, empty = 0;
    for (size_t r = 0; r < 1000; r++) {
        size_t length = offsets[r + 1] - offsets[r];
        longest = length > longest ? length : longest;
        empty += length == 0;
    }
    OK(longest >= 1 << 19, "one has half of them");
    OK(empty >= 250 && empty < 800, "about a third or more are empty");
    OK(memcmp(offsets, other, 1001 * sizeof *offsets) != 0, "another seed cuts in another way");
    free(offsets);
    free(other);
}

int main(void)
{
    test_sums();
    test_extreme_sums();
    test_softmax();
    test_bounds();
    test_counting();
    test_input();
    test_segments();
    return tap_end();
}
