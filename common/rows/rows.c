#include "rows.h"

#include <float.h>
#include <math.h>

#include "../memory.h"
#include "../random.h"

const char *const row_value_names[] = {"plain", "extreme", NULL};

enum { GRAINS_IN_ONE = 64, ONE_IN = 8 };

static float extreme_value(int which)
{
    static const float values[] = {
        INFINITY, -INFINITY, NAN,     0.0f,     -0.0f,    0x1p-149f, -0x1p-149f, 0x1.8p-127f,
        FLT_MIN,  -FLT_MIN,  FLT_MAX, -FLT_MAX, 0x1p126f, -0x1p126f, 88.0f,      -104.0f,
    };

    return values[(size_t)which % (sizeof values / sizeof values[0])];
}

float *make_row_input(size_t n, unsigned int seed, enum row_values values)
{
    float *numbers = allocate(n * sizeof(float));
    struct random_state random;

    random_start(&random, seed);
    for (size_t i = 0; i < n; i++) {
        numbers[i] = (float)((random_next(&random) & 0xFF) - 128) / GRAINS_IN_ONE;
        if (values == EXTREME_VALUES && random_next(&random) % ONE_IN == 0)
            numbers[i] = extreme_value(random_next(&random));
    }
    return numbers;
}

/* How much of the numbers a row asks for, beside the others: nothing, or between 1 and 2^20. */
static size_t share(struct random_state *random)
{
    int kind = random_next(random);

    if (kind % 3 == 0)
        return 0;
    /* lengths of all magnitudes: a few bits, or many */
    return 1 + (size_t)random_next(random) % ((size_t)1 << (kind / 3 % 21));
}

size_t *make_segments(size_t n, size_t rows, unsigned int seed)
{
    size_t *offsets = allocate((rows + 1) * sizeof(size_t));
    size_t total = 0, used = 0;
    struct random_state random;

    random_start(&random, seed);
    size_t longest = (size_t)random_next(&random) % rows;
    for (size_t row = 0; row < rows; row++)
        total += offsets[row + 1] = share(&random);

    /* the shares divide what the longest row leaves; what rounding leaves is its own, too */
    double scale = total > 0 ? (double)(n - n / 2) / (double)total : 0;
    for (size_t row = 0; row < rows; row++) {
        size_t length = row == longest ? 0 : (size_t)((double)offsets[row + 1] * scale);

        used += offsets[row + 1] = length;
    }
    offsets[longest + 1] = n - used;
    offsets[0] = 0;
    for (size_t row = 0; row < rows; row++)
        offsets[row + 1] += offsets[row];
    return offsets;
}
