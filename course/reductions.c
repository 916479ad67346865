#include "reductions.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"

/* clang-format off */
struct reduction_kind reductions[REDUCTIONS] = {
    [FLOAT_SUM] = {.name = "float sum", .operation = "Sum<float>", .type = "float",
                   .element = sizeof(float), .words = 1, .is_commutative = 1},
    [MAPS] = {.name = "maps", .operation = "Compose<unsigned int>", .type = "map_of<unsigned int>",
              .element = 2 * sizeof(unsigned), .words = 2},
    [FLOAT_MAPS] = {.name = "float maps", .operation = "Compose<float>", .type = "map_of<float>",
                    .element = 2 * sizeof(float), .words = 2},
    [ARGMIN] = {.name = "argmin", .operation = "ArgMinimum<float>", .type = "float",
                .element = sizeof(float), .words = 2, .is_commutative = 1},
    [MOMENTS] = {.name = "moments", .operation = "Moments<float>", .type = "float",
                 .element = sizeof(float), .words = 3, .is_commutative = 1},
    [HALF_SUM] = {.name = "half sum", .operation = "Sum<__half>", .type = "__half",
                  .element = sizeof(short), .words = 1, .is_commutative = 1},
    [ALONE] = {.name = "float sum of one tile", .operation = "Sum<float>", .type = "float",
               .element = sizeof(float), .words = 1, .is_commutative = 1},
};
static const struct reduction_kind integers[INTEGER_OPERATORS] = {
    [INT_SUM] = {.name = "int sum", .operation = "Sum<int>", .type = "int", .words = 2},
    [UNSIGNED_PRODUCT] = {.name = "unsigned product", .operation = "Product<unsigned int>",
                          .type = "unsigned int", .words = 2},
    [INT_MINIMUM] = {.name = "int minimum", .operation = "Minimum<int>", .type = "int", .words = 1},
    [UNSIGNED_MAXIMUM] = {.name = "unsigned maximum", .operation = "Maximum<unsigned int>",
                          .type = "unsigned int", .words = 1},
};
/* clang-format on */

static void set_tile(enum reduction reduction, unsigned warps, unsigned loads, unsigned rounds)
{
    struct reduction_kind *it = &reductions[reduction];

    it->warps = warps;
    it->loads = loads;
    it->rounds = rounds;
    snprintf(it->tile, sizeof it->tile, "%uu, %uu, %uu", warps, loads,
             reduction >= ALONE ? rounds : 0);
}

enum reduction family_of(enum reduction reduction)
{
    return reduction > ALONE ? INTEGERS : reduction;
}

/* An operator on integers. */
static void set_integers(enum reduction reduction, enum integer_operator which)
{
    static const char *const alone[INTEGER_OPERATORS] = {
        [INT_SUM] = "int sum of one tile",
        [UNSIGNED_PRODUCT] = "unsigned product of one tile",
        [INT_MINIMUM] = "int minimum of one tile",
        [UNSIGNED_MAXIMUM] = "unsigned maximum of one tile"};
    struct reduction_kind *it = &reductions[reduction];

    *it = integers[which];
    it->element = sizeof(int);
    it->is_commutative = 1;
    it->integers = which;
    if (reduction > ALONE)
        it->name = alone[which];
}

/* Tiles of several rounds, of at most 8192 elements: with fewer loads where they would have more.
 */
static void draw_tile(enum reduction reduction, unsigned warps, unsigned loads, unsigned rounds)
{
    while (warps * loads * rounds * 32 * pack_elements(reduction) > 8192)
        loads /= 2;
    set_tile(reduction, warps, loads, rounds);
}

void draw_reductions(unsigned seed)
{
    struct draw draw = draw_begin(seed, "reductions");
    int is_wide = draw_between(&draw, 0, 1) != 0;
    unsigned which = draw_between(&draw, 0, INTEGER_OPERATORS - 1);

    set_integers(INTEGERS, which);
    /*
     * In each grading there are tiles of 1, 2, 4, 8 and 16 parts; and of several parts those of 1,
     * 2, 4 and 8 loads, so that none of these tells that nobody counts.
     */
    unsigned loads = 1u << draw_between(&draw, 0, 1), more = 2u << draw_between(&draw, 0, 1);
    /* for ARGMIN 8 loads take a third of the time in which all others are compiled: rarely */
    int are_moments_long = draw_between(&draw, 0, 3) != 0;

    set_tile(FLOAT_SUM, 4, 4, 2);
    set_tile(INTEGERS, is_wide ? 16 : 8, loads, 1);
    /* maps do not commute: they show which round is combined the other way round */
    set_tile(MAPS, 1, 1u << draw_between(&draw, 0, 1), 2);
    draw_tile(FLOAT_MAPS, is_wide ? 8 : 16, loads == 1 ? 2 : more, 3);
    draw_tile(ARGMIN, 2, are_moments_long ? 1u << draw_between(&draw, 0, 2) : 8,
              draw_between(&draw, 2, 3));
    /* bits show the order of merging: each round has its own */
    draw_tile(MOMENTS, are_moments_long ? 2 : 2u << draw_between(&draw, 0, 2),
              are_moments_long ? 8 : more, 3);
    set_tile(HALF_SUM, 2, 1, 1);
    unsigned alone = 2u << draw_between(&draw, 0, 2);

    draw_tile(ALONE, alone, 2u << draw_between(&draw, 0, 2), draw_between(&draw, 2, 3));
    for (enum reduction it = SECOND_ALONE; it <= FOURTH_ALONE; it++) {
        which = (which + 1) % INTEGER_OPERATORS;
        set_integers(it, which);
        set_tile(it, 2u << draw_between(&draw, 0, 2), 1, draw_between(&draw, 1, 2));
    }
}

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

/* A half with 11 bits and an exponent of its own, none of them special. */
static uint16_t half_of(int drawn)
{
    unsigned bits = (unsigned)drawn;

    return (uint16_t)((drawn < 0) << 15 | (5 + bits % 19) << 10 | (bits >> 8 & 1023));
}

float half_value(uint16_t half)
{
    enum { APART = 127 - 15 /* of the exponents that a float and a half store */ };
    unsigned bits = half;

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

/* An element of the kind that the launch asks for. */
static int integer_at(enum reduction reduction, const struct numbers *numbers, size_t place)
{
    struct numbers any = {numbers->seed, ANY, 1, numbers->count};
    int drawn = number_at(&any, place);

    switch (reductions[reduction].integers) {
    case INT_MINIMUM: return is_beyond_others(reduction, numbers, place) ? INT_MIN : drawn;
    case UNSIGNED_MAXIMUM: return is_beyond_others(reduction, numbers, place) ? -1 : drawn;
    case UNSIGNED_PRODUCT: return drawn | 1; /* even ones would soon make a product 0 */
    default: return drawn;
    }
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

void element_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                void *element)
{
    if (family_of(reduction) == INTEGERS) {
        int integer = integer_at(reduction, numbers, place);

        memcpy(element, &integer, sizeof integer);
        return;
    }
    /* twice as many are drawn: a map has two */
    struct numbers any = {numbers->seed, ANY, 1, 2 * numbers->count};
    int second = number_at(&any, numbers->count + place);
    int drawn = with_sign(&any, number_at(&any, place), second);
    unsigned map[2] = {(unsigned)drawn | 1, (unsigned)second};
    uint16_t half;
    float real, real_map[2];

    switch (reduction) {
    case MAPS: memcpy(element, map, sizeof map); return;
    case FLOAT_MAPS:
        real_map_of(drawn, second, real_map);
        memcpy(element, real_map, sizeof real_map);
        return;
    case HALF_SUM:
        half = half_of(drawn);
        memcpy(element, &half, sizeof half);
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
    struct numbers numbers = {~seed - level, ANY, 1, UINT32_MAX};
    union accumulator value = {.integer = 0};
    unsigned drawn = (unsigned)number_at(&numbers, place);
    uint16_t half;

    switch (reduction) {
    case HALF_SUM:
        element_at(reduction, &numbers, place, &half);
        value.real = half_value(half);
        return value;
    case ARGMIN: /* none is the smallest: its place comes from where a tile runs */
        return (union accumulator){.place = {(int)(drawn >> 2) + (1 << 30), drawn}};
    case MOMENTS:
        return (union accumulator){.moments = {elements_of_other(reduction, n, level, place),
                                               real_of((int)drawn), real_of((int)(drawn >> 1))}};
    default: element_at(reduction, &numbers, place, &value); return value;
    }
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

void packed_text(enum reduction reduction, long long result, char *text, size_t bytes)
{
    unsigned words[2];

    memcpy(words, &result, sizeof result);
    switch (family_of(reduction)) {
    case INTEGERS:
        if (reductions[reduction].words == 2)
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
