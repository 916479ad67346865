#include "row_kinds.h"

#include <math.h>

#include "draw.h"

enum { QUARTERS = 4, APART = 200, LEVELS = 32, NO_NUMBER = 1 << 30, BLOCK_MOST = 4096 };

struct row_instance row_instances[ROW_KINDS];

void draw_row_instances(unsigned seed)
{
    /* choose_shape of step17_rows/shapes.h */
    static const struct row_instance own[] = {{0, 256, 1, 4}, {0, 256, 4, 1}, {0, 256, 8, 1}};
    struct draw draw = draw_begin(seed, "rows");
    struct row_instance *other = &row_instances[OTHER_ROWS];

    row_instances[USUAL_ROWS] = (struct row_instance){0, 256, 2, 2};
    row_instances[SUM_ROWS] = own[draw_between(&draw, 0, 2)];
    row_instances[SOFTMAX_ROWS] = own[draw_between(&draw, 0, 2)];
    row_instances[SOFTMAX_ROWS].is_softmax = 1;
    other->is_softmax = (int)draw_between(&draw, 0, 1);
    other->block = 64u << draw_between(&draw, 0, 3);
    if (other->block == 256)
        other->block = 1024;
    other->rows = draw_between(&draw, 1, 4);
    other->loads = draw_between(&draw, 1, 8);
    while (other->block * other->rows * other->loads > BLOCK_MOST)
        other->loads = (other->loads + 1) / 2;
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

float row_number(enum row_kind kind, const struct numbers *numbers, size_t place)
{
    int drawn = number_at(numbers, place);

    if (!row_instances[kind].is_softmax)
        return (float)(numbers->together > 256 ? drawn / 4 : drawn) / QUARTERS;
    if (drawn % 11 == 0)
        return -INFINITY;
    return (float)(APART * (twos((unsigned)drawn) - LEVELS / 2));
}

long long coded_sum(float sum)
{
    float quarters = sum * QUARTERS;

    return fabsf(quarters) < NO_NUMBER && quarters == truncf(quarters) ? (long long)quarters
                                                                       : NO_NUMBER;
}

long long coded_softmax(float maximum, float sum)
{
    float level = maximum / APART + LEVELS;

    if (maximum == -INFINITY)
        level = 0;
    if (!(level >= 0 && level < 2 * LEVELS && level == truncf(level) && sum >= 0 &&
          sum < BLOCK_MOST && sum == truncf(sum)))
        return NO_NUMBER;
    return (long long)level * BLOCK_MOST + (long long)sum;
}
