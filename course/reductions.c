#include "reductions.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
const struct reduction_kind reductions[REDUCTIONS] = {
    [FLOAT_SUM] = {"float sum", "Sum<float>", "float", "4u, 4u, 0u", sizeof(float), 1, 4, 4, 2, 1},
    [INT_SUM] = {"int sum", "Sum<int>", "int", "16u, 2u, 0u", sizeof(int), 2, 16, 2, 1, 1},
    [MAPS] = {"maps", "Compose<unsigned int>", "map_of<unsigned int>", "2u, 2u, 0u",
              2 * sizeof(unsigned), 2, 2, 2, 3, 0},
    [ARGMIN] = {"argmin", "ArgMinimum<float>", "float", "1u, 1u, 0u", sizeof(float), 2, 1, 1, 1, 1},
    [MOMENTS] = {"moments", "Moments<float>", "float", "8u, 1u, 0u", sizeof(float), 3, 8, 1, 3, 1},
    [HALF_SUM] = {"half sum", "Sum<__half>", "__half", "1u, 1u, 0u", sizeof(short), 1, 1, 1, 1, 1},
    [FLOAT_SUM_ALONE] = {"float sum of one tile", "Sum<float>", "float", "16u, 2u, 2u",
                         sizeof(float), 1, 16, 2, 2, 1},
};
/* clang-format on */

unsigned pack_elements(enum reduction reduction)
{
    return 16 / reductions[reduction].element;
}

unsigned tile_elements(enum reduction reduction)
{
    const struct reduction_kind *it = &reductions[reduction];

    return it->warps * it->loads * it->rounds * 32 * pack_elements(reduction);
}

size_t tiles_of(enum reduction reduction, size_t n)
{
    return (n - 1) / tile_elements(reduction) + 1;
}

/* A float of 24 bits with an exponent of its own: sums of these depend on their order. */
static float real_of(int drawn)
{
    unsigned bits = (unsigned)drawn;
    float size = ldexpf((float)(1 << 23 | (bits & 0x7FFFFF)), (int)(bits >> 23 & 15) - 30);

    return drawn < 0 ? -size : size;
}

/* Few different ones, so that the smallest comes again; 0 has both signs. */
static float tied(const struct numbers *numbers, int drawn)
{
    unsigned bits = (unsigned)drawn;
    int size = (int)(bits % 257);

    if (numbers->kind == EXTREME && bits % 1009 < 2) {
        uint32_t nan = 0x7F800001 | (bits & 0x803FFFFF);
        float value;

        memcpy(&value, &nan, sizeof value);
        return value;
    }
    if (numbers->seed % 2 == 0)
        return (float)(size - 128);
    size %= 16;
    return size == 0 && bits / 257 % 2 == 0 ? -0.0f : (float)size;
}

/* A half with 11 bits and an exponent of its own, none of them special. */
static uint16_t half_of(int drawn)
{
    unsigned bits = (unsigned)drawn;

    return (uint16_t)((drawn < 0) << 15 | (5 + bits % 19) << 10 | (bits >> 8 & 1023));
}

float half_value(uint16_t half)
{
    float size = ldexpf((float)(1024 | (half & 1023)), (half >> 10 & 31) - 25);

    return half >> 15 ? -size : size;
}

void element_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                void *element)
{
    /* twice as many are drawn: a map has two */
    struct numbers any = {numbers->seed, ANY, 1, 2 * numbers->count};
    int drawn = number_at(&any, place), second = number_at(&any, numbers->count + place);
    unsigned map[2] = {(unsigned)drawn | 1, (unsigned)second};
    uint16_t half = half_of(drawn);
    float real;

    switch (reduction) {
    case INT_SUM:
        drawn = number_at(numbers, place);
        memcpy(element, &drawn, sizeof drawn);
        return;
    case MAPS: memcpy(element, map, sizeof map); return;
    case HALF_SUM: memcpy(element, &half, sizeof half); return;
    case ARGMIN: real = tied(numbers, drawn); break;
    default: real = real_of(drawn);
    }
    memcpy(element, &real, sizeof real);
}

long long packed(enum reduction reduction, const union accumulator *result, size_t n)
{
    unsigned words[2] = {0};
    long long value;

    switch (reduction) {
    case MOMENTS:
        if (result->moments.count != n)
            return -1;
        memcpy(&words[0], &result->moments.mean, sizeof words[0]);
        memcpy(&words[1], &result->moments.squares, sizeof words[1]);
        break;
    default: memcpy(words, result, 4 * reductions[reduction].words);
    }
    memcpy(&value, words, sizeof value);
    return value;
}

static float real_in(unsigned word)
{
    float real;

    memcpy(&real, &word, sizeof real);
    return real;
}

void packed_text(enum reduction reduction, long long result, char *text, size_t bytes)
{
    unsigned words[2];

    memcpy(words, &result, sizeof result);
    switch (reduction) {
    case INT_SUM: snprintf(text, bytes, "%lld", result); break;
    case MAPS: snprintf(text, bytes, "%u x + %u", words[0], words[1]); break;
    case ARGMIN:
        /* keys of numbers below 0 are in reverse order */
        snprintf(text, bytes, "%g at %u", real_in(words[0] ^ (words[0] >> 31) * 0x7FFFFFFFu),
                 words[1]);
        break;
    case MOMENTS:
        if (result == -1)
            snprintf(text, bytes, "another count than n");
        else
            snprintf(text, bytes, "mean %.9g, squares %.9g", real_in(words[0]), real_in(words[1]));
        break;
    default: snprintf(text, bytes, "%.9g", real_in(words[0]));
    }
}
