#include "reductions.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"

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

/* The float whose bits these are. */
static float real_in(unsigned word)
{
    float real;

    memcpy(&real, &word, sizeof real);
    return real;
}

/* A float of 24 bits with an exponent of its own: sums of these depend on their order. */
static float real_of(int drawn)
{
    enum { LEAST = 127 - 7 /* exponent, as it is stored */ };
    unsigned bits = (unsigned)drawn;

    return real_in((bits & 0x807FFFFF) | (LEAST + (bits >> 23 & 15)) << 23);
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

/*
 * Of EXTREME numbers for moments all are 0 but those of one lane: then merging its moments with
 * others halves them, and what a round's merging rounds shows in the result.
 */
static float of_one_lane(const struct numbers *numbers, size_t place, int drawn)
{
    size_t row = place / (32 * pack_elements(MOMENTS));
    unsigned lane = (unsigned)(place / pack_elements(MOMENTS) % 32);
    int is_chosen =
        lane == numbers->seed % 32 && row % reductions[MOMENTS].warps == numbers->seed / 32 % 2;

    return numbers->kind != EXTREME || is_chosen ? real_of(drawn) : 0;
}

/* A half with 11 bits and an exponent of its own, none of them special; or a bfloat16 with 8. */
static uint16_t narrow_of(int drawn)
{
    unsigned bits = (unsigned)drawn;

    if (reductions[HALF_SUM].is_bfloat16)
        return (uint16_t)((drawn < 0) << 15 | (116 + bits % 23) << 7 | (bits >> 8 & 127));
    return (uint16_t)((drawn < 0) << 15 | (5 + bits % 19) << 10 | (bits >> 8 & 1023));
}

float narrow_value(uint16_t narrow)
{
    enum { APART = 127 - 15 /* of the exponents that a float and a half store */ };
    unsigned bits = narrow;

    if (reductions[HALF_SUM].is_bfloat16)
        return real_in(bits << 16);
    return real_in((bits & 0x8000) << 16 | (APART + (bits >> 10 & 31)) << 23 | (bits & 1023) << 13);
}

/* A factor near 1, so that products neither grow nor vanish, and an offset: both of 24 bits. */
static void real_map_of(int drawn, int second, float map[2])
{
    float small = (float)(drawn % (1 << 15)) * 0x1p-22f;

    map[0] = drawn % 3 == 0 ? -1 - small : 1 + small;
    map[1] = (float)(second % (1 << 24)) * 0x1p-24f;
}

/*
 * Of half of the launches no number is below 0, of the others about half are. any: the numbers that
 * are drawn for the elements.
 */
static int with_sign(const struct numbers *any, int drawn, int by)
{
    int size = drawn < 0 ? -1 - drawn : drawn;

    return by % 2 == 0 || number_at(any, any->count) % 2 == 0 ? size : -1 - size;
}

/*
 * Of EXTREME numbers for a minimum or a maximum one is beyond all others, in the first tile: in a
 * row of another warp's part for each launch. A part that is left out is seen then.
 */
static int is_beyond_others(enum reduction reduction, const struct numbers *numbers, size_t place)
{
    unsigned row = 32 * pack_elements(reduction), warps = reductions[reduction].warps;

    return numbers->kind == EXTREME &&
           place == numbers->seed % warps * row + numbers->seed / warps % row;
}

/*
 * One number is 0 in three of four launches, and none in the others; of EXTREME ones that which is
 * beyond all others.
 */
static int is_zero(enum reduction reduction, const struct numbers *numbers, size_t place)
{
    enum { LAUNCHES = 4 };
    struct numbers any = {numbers->seed, ANY, 1, numbers->count};
    unsigned drawn = (unsigned)number_at(&any, numbers->count);

    if (numbers->kind == EXTREME)
        return is_beyond_others(reduction, numbers, place);
    return drawn % LAUNCHES != 0 && place == drawn / LAUNCHES % numbers->count;
}

/* An element of the kind that the launch asks for. */
static int integer_at(enum reduction reduction, const struct numbers *numbers, size_t place)
{
    struct numbers any = {numbers->seed, ANY, 1, numbers->count};
    int drawn = number_at(&any, place);

    switch (reductions[reduction].integers) {
    case INT_MINIMUM: return is_beyond_others(reduction, numbers, place) ? INT_MIN : drawn;
    case UNSIGNED_MAXIMUM: return is_beyond_others(reduction, numbers, place) ? -1 : drawn;
    case UNSIGNED_PRODUCT: return drawn | 1; /* even ones would soon make a product 0 */
    case INT_AND: return is_zero(reduction, numbers, place) ? 0 : drawn | 1;
    default: return drawn;
    }
}

/* An element of 8 bytes: two numbers are drawn for it. */
static void wide_at(enum reduction reduction, int drawn, int second, void *element)
{
    enum { LEAST = 1023 - 7, APART = 32 - 23 /* bits that are drawn, and are a float's */ };
    unsigned bits = (unsigned)drawn;
    uint64_t wide = (uint64_t)bits << 32 | (unsigned)second;

    if (reductions[reduction].integers == DOUBLE_SUM) /* as real_of has it, with 52 bits */
        wide = (uint64_t)(bits >> 31) << 63 | (uint64_t)(LEAST + (bits >> 23 & 15)) << 52 |
               (wide << APART >> 12);
    memcpy(element, &wide, sizeof wide);
}

/* A single float, of a number that was drawn for it. */
static float real_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                     int drawn)
{
    switch (reduction) {
    case ARGMIN: return tied(numbers, drawn);
    case MOMENTS: return of_one_lane(numbers, place, drawn);
    /* of -0 alone the sum is -0, whose bits +0 in an identity's place would change */
    case FLOAT_SUM: return numbers->kind == EXTREME ? -0.0f : real_of(drawn);
    default: return real_of(drawn);
    }
}

/* Words of any bits. */
static void drawn_element(const struct numbers *numbers, size_t place, void *element)
{
    struct numbers any = {numbers->seed, ANY, 1, 2 * numbers->count};
    unsigned words[4] = {(unsigned)number_at(&any, place),
                         (unsigned)number_at(&any, numbers->count + place)};

    words[2] = words[0] * 0xDA942042u + words[1];
    words[3] = words[1] * 0x9FB21C65u - words[0];
    memcpy(element, words, reductions[DRAWN].element);
}

void drawn_numbers(const void *element, unsigned numbers[2])
{
    unsigned words[4] = {0};

    memcpy(words, element, reductions[DRAWN].element);
    numbers[0] = words[0] ^ words[2];
    numbers[1] = words[1] + words[3];
}

void element_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                void *element)
{
    if (reduction == DRAWN) {
        drawn_element(numbers, place, element);
        return;
    }
    if (is_promised(reduction)) {
        promised_element(reductions[reduction].promised, numbers, place,
                         is_beyond_others(reduction, numbers, place), element);
        return;
    }
    if (family_of(reduction) == INTEGERS && reductions[reduction].element == sizeof(int)) {
        int integer = integer_at(reduction, numbers, place);

        memcpy(element, &integer, sizeof integer);
        return;
    }
    /* twice as many are drawn: a map has two */
    struct numbers any = {numbers->seed, ANY, 1, 2 * numbers->count};
    int second = number_at(&any, numbers->count + place);
    int drawn = with_sign(&any, number_at(&any, place), second);
    unsigned map[2] = {(unsigned)drawn | 1, (unsigned)second};
    uint16_t narrow;
    float real, real_map[2];

    switch (family_of(reduction)) {
    case INTEGERS: wide_at(reduction, drawn, second, element); return;
    case MAPS: memcpy(element, map, sizeof map); return;
    case FLOAT_MAPS:
        real_map_of(drawn, second, real_map);
        memcpy(element, real_map, sizeof real_map);
        return;
    case HALF_SUM:
        narrow = narrow_of(drawn);
        memcpy(element, &narrow, sizeof narrow);
        return;
    default: real = real_at(reduction, numbers, place, drawn); memcpy(element, &real, sizeof real);
    }
}

/* How many elements a tile or a group of tiles has; the last ones may have fewer. */
static unsigned elements_of_other(enum reduction reduction, size_t n, unsigned level, size_t place)
{
    size_t each = tile_elements(reduction);

    while (level-- > 0)
        each *= TILES_OF_GROUP;
    return (unsigned)(n - place * each < each ? n - place * each : each);
}

union accumulator value_of_other(enum reduction reduction, size_t n, unsigned seed, unsigned level,
                                 size_t place)
{
    enum { NEIGHBOURS = 128 };
    struct numbers numbers = {~seed - level, ANY, 1, UINT32_MAX};
    union accumulator value = {.integer = 0};
    unsigned drawn = (unsigned)number_at(&numbers, place);
    uint16_t narrow;

    switch (reduction) {
    case DRAWN:
        drawn_lift(reductions[DRAWN].words, reductions[DRAWN].is_commutative, drawn,
                   (unsigned)number_at(&numbers, UINT32_MAX - place), drawn >> 7, value.drawn);
        return value;
    case SECOND:
    case THIRD:
    case INTEGERS: /* one of so many neighbours tells whether all of them were asked */
        element_at(reduction, &numbers, place, &value);
        if (reductions[reduction].integers == INT_AND)
            value.most = place % NEIGHBOURS != (unsigned)number_at(&numbers, n) % NEIGHBOURS;
        return value;
    case HALF_SUM:
        element_at(reduction, &numbers, place, &narrow);
        value.real = narrow_value(narrow);
        return value;
    case ARGMIN: /* none is the smallest: its place comes from where a tile runs */
        return (union accumulator){.place = {(int)(drawn >> 2) + (1 << 30), drawn}};
    case MOMENTS:
        return (union accumulator){.moments = {elements_of_other(reduction, n, level, place),
                                               real_of((int)drawn), real_of((int)(drawn >> 1))}};
    default: element_at(reduction, &numbers, place, &value); return value;
    }
}

/* Of results with more than 64 bits. */
static long long hash_of(const union accumulator *result, size_t bytes)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ result->bytes[i]) * 0xD1342543DE82EF95u;
    return (long long)hash;
}

long long packed(enum reduction reduction, const union accumulator *result, size_t n)
{
    unsigned words[2] = {0};
    long long value;

    if (is_promised(reduction) || reduction == DRAWN)
        return hash_of(result, 4 * reductions[reduction].words);
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

static double wide_real_in(long long words)
{
    double real;

    memcpy(&real, &words, sizeof real);
    return real;
}

void packed_text(enum reduction reduction, long long result, char *text, size_t bytes)
{
    unsigned words[2];

    memcpy(words, &result, sizeof result);
    if (is_promised(reduction) || reduction == DRAWN) {
        snprintf(text, bytes, "bits:%llx", (unsigned long long)result);
        return;
    }
    switch (family_of(reduction)) {
    case INTEGERS:
        if (reductions[reduction].integers == DOUBLE_SUM)
            snprintf(text, bytes, "%.17g", wide_real_in(result));
        else if (reductions[reduction].words == 2)
            snprintf(text, bytes, "%lld", result);
        else if (reductions[reduction].integers == INT_MINIMUM)
            snprintf(text, bytes, "%d", (int)words[0]);
        else
            snprintf(text, bytes, "%u", words[0]);
        break;
    case FLOAT_MAPS:
        snprintf(text, bytes, "%.9g x + %.9g", real_in(words[0]), real_in(words[1]));
        break;
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
