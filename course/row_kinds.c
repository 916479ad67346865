#include "row_kinds.h"

#include <math.h>
#include <stdlib.h>

#include "draw.h"

enum {
    EIGHTHS = 8,
    APART = 200,
    LEVELS = 32,
    STEPS = 4,
    BLOCK_MOST = 4096,
    LOADS_OF_WARP = 16,
    SUM_MOST = EIGHTHS * BLOCK_MOST
};

/* Results that are no number, and none that can be right: each behind all others. */
enum { NO_NUMBER = 1 << 30, NOT_A_NUMBER, INFINITE, LESS_THAN_ALL };

/* Nearly the logarithm of 2, and so short that sums of it and of multiples of 200 are exact. */
static const float step = 2839.0f / 4096;

struct row_instance row_instances[ROW_KINDS];

/*
 * Blocks of two of the sizes that are neither the step's own nor OTHER_ROWS'. One has more loads
 * than the step has, or three; the other has more rows. Both operators are among them.
 */
static void draw_other_blocks(struct draw *draw, struct row_instance to[2])
{
    unsigned left_out = draw_between(draw, 0, 2), blocks[3], count = 0;
    int is_softmax = (int)draw_between(draw, 0, 1);

    for (unsigned block = 64; block <= 1024; block *= 2)
        if (block != 256 && block != row_instances[OTHER_ROWS].block)
            blocks[count++] = block;
    for (unsigned i = 0; i < 2; i++)
        to[i] = (struct row_instance){is_softmax != (i > 0), blocks[(left_out + 1 + i) % 3], 1, 1};
    to[0].loads = 3 + 2 * draw_between(draw, 0, 1) + draw_between(draw, 0, 1);
    if (to[0].block == 1024) /* else it would have too many numbers */
        to[0].loads = 3;
    to[1].rows = draw_between(draw, 3, 4);
}

void draw_row_instances(unsigned seed)
{
    /* choose_shape of step17_rows/shapes.h */
    static const struct row_instance own[] = {{0, 256, 1, 4}, {0, 256, 4, 1}, {0, 256, 8, 1}};
    struct draw draw = draw_begin(seed, "rows");
    struct row_instance *other = &row_instances[OTHER_ROWS];
    struct row_instance *further = &row_instances[FURTHER_ROWS];
    unsigned first = draw_between(&draw, 0, 2), is_reverse = draw_between(&draw, 0, 1);

    /* all of the step's own shapes, so that none tells that nobody looks */
    row_instances[USUAL_ROWS] = (struct row_instance){0, 256, 2, 2};
    row_instances[SUM_ROWS] = own[first];
    row_instances[SOFTMAX_ROWS] = own[(first + 1 + is_reverse) % 3];
    row_instances[SOFTMAX_ROWS].is_softmax = 1;
    *further = own[(first + 2 - is_reverse) % 3];
    /* one softmax has rows of several loads: its padding is not that of sums */
    further->is_softmax = row_instances[SOFTMAX_ROWS].loads == 1 || draw_between(&draw, 0, 1) != 0;
    other->is_softmax = (int)draw_between(&draw, 0, 1);
    other->block = 64u << draw_between(&draw, 0, 3);
    if (other->block == 256)
        other->block = 1024;
    other->rows = draw_between(&draw, 1, 4);
    other->loads = draw_between(&draw, 1, 8);
    /* few enough that a grading is quick: more loads take as long to compile as all else */
    while (other->block * other->rows * other->loads > BLOCK_MOST ||
           other->rows * other->loads > LOADS_OF_WARP)
        other->loads = (other->loads + 1) / 2;
    row_instances[USUAL_SOFTMAX] = row_instances[USUAL_ROWS];
    row_instances[ONE_MORE] = row_instances[draw_between(&draw, SUM_ROWS, FURTHER_ROWS)];
    for (int kind = USUAL_SOFTMAX; kind <= ONE_MORE; kind++)
        row_instances[kind].is_softmax = !row_instances[kind].is_softmax;
    draw_other_blocks(&draw, &row_instances[ONE_MORE + 1]);
}

unsigned rows_of_block(enum row_kind kind)
{
    return row_instances[kind].block / 32 * row_instances[kind].rows;
}

unsigned columns_most(enum row_kind kind)
{
    return 32 * 4 * row_instances[kind].loads;
}

/* How often 2 divides a number that is not 0: few numbers have many. */
static int twos(unsigned number)
{
    return number % 2 != 0 || number == 0 ? 0 : 1 + twos(number / 2);
}

/* What is drawn for a matrix as a whole. */
static unsigned drawn_for_all(const struct numbers *numbers)
{
    struct numbers of_all = {~numbers->seed - numbers->together, ANY, 1, numbers->count};

    return (unsigned)number_at(&of_all, numbers->count);
}

/* No fixed point has all of them. In half of the matrices it is a quarter, with its round numbers.
 */
float row_unit(const struct numbers *numbers)
{
    static const int exponents[] = {-2, -7, -2, -12, -2, -17, -2, -22};

    return ldexpf(1, exponents[drawn_for_all(numbers) % 8]);
}

static float sum_number(int drawn, int is_narrow, float unit)
{
    float small = (float)(drawn / 8 % 17) * unit; /* which come again; 0 has both signs */

    if (drawn % 8 == 0)
        return drawn < 0 && small == 0 ? -0.0f : small;
    return (float)(is_narrow ? drawn : drawn / 4) * unit;
}

static float softmax_number(int drawn)
{
    unsigned bits = (unsigned)drawn;

    if (drawn % 11 == 0)
        return -INFINITY;
    return (float)(APART * (twos(bits) - LEVELS / 2)) + (float)(bits >> 13 & (STEPS - 1)) * step;
}

/* What stands among the numbers of some rows, in one or two of their places. */
static void put_special(const struct numbers *numbers, size_t row, float *to)
{
    size_t columns = numbers->together;
    struct numbers of_rows = {~numbers->seed, ANY, 1, numbers->count};
    unsigned drawn = (unsigned)number_at(&of_rows, row);
    float *first = &to[drawn / 64 % columns], *second = &to[drawn / 4096 % columns];

    if (drawn % 8 != 0)
        return;
    switch (drawn / 8 % 4) { /* both may be the same place: then the first one counts */
    case 0: *first = NAN; break;
    case 1: *first = *second = INFINITY; break;
    case 2: *first = *second = -INFINITY; break;
    default: *second = -INFINITY; *first = INFINITY;
    }
}

void draw_row(enum row_kind kind, const struct numbers *numbers, size_t row, float *to)
{
    enum { AT_ONCE = 256 };
    size_t columns = numbers->together;
    int is_softmax = row_instances[kind].is_softmax, is_narrow = columns <= 256;
    /* in half of the matrices none is below 0 */
    int has_signs = is_softmax || drawn_for_all(numbers) / 8 % 2 != 0, drawn[AT_ONCE];
    float unit = is_softmax ? 0 : row_unit(numbers);

    for (size_t done = 0; done < columns; done += AT_ONCE) {
        size_t count = columns - done < AT_ONCE ? columns - done : AT_ONCE;

        draw_numbers(numbers, row * columns + done, row * columns + done + count, drawn);
        for (size_t i = 0; i < count; i++)
            to[done + i] = is_softmax
                               ? softmax_number(drawn[i])
                               : sum_number(has_signs ? drawn[i] : abs(drawn[i]), is_narrow, unit);
    }
    put_special(numbers, row, to);
}

double row_power(float number, float maximum)
{
    return number == maximum ? 1 : exp((double)number - (double)maximum);
}

long long coded_sum(float sum, float unit)
{
    float units = sum / unit;

    if (isnan(sum))
        return NOT_A_NUMBER;
    if (isinf(sum))
        return sum > 0 ? INFINITE : LESS_THAN_ALL;
    return fabsf(units) < NO_NUMBER && units == truncf(units) ? (long long)units : NO_NUMBER;
}

/* A maximum by its level and its steps, or -1. */
static int coded_maximum(float maximum)
{
    float level = floorf(maximum / APART), steps = (maximum - level * APART) / step;

    if (maximum == -INFINITY)
        return 0;
    if (maximum == INFINITY)
        return 2 * LEVELS * STEPS;
    if (!(fabsf(level) < LEVELS && steps >= 0 && steps < STEPS && steps == truncf(steps)))
        return -1;
    return ((int)level + LEVELS) * STEPS + (int)steps;
}

long long coded_softmax(float maximum, float sum)
{
    float eighths = sum * EIGHTHS, nearest = rintf(eighths);
    int code = coded_maximum(maximum);

    if (isnan(maximum) && isnan(sum))
        return NOT_A_NUMBER;
    if (code < 0 || !(nearest >= 0 && nearest < SUM_MOST && fabsf(eighths - nearest) < 0.25f))
        return NO_NUMBER;
    return (long long)code * SUM_MOST + (long long)nearest;
}
