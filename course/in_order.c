/*
 * Step 16's order of combining, one element after the other: the grader's expected result, bit by
 * bit. step16_any_type/order.h has the same for any operator of C++.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "reductions.h"

enum {
    LANES = 32,
    WARPS_MOST = 32,
    PACK_MOST = 8,
    LOADS_MOST = 8,
    GROUP = TILES_OF_GROUP,
    TILES_MOST = 1024
};

static union accumulator identity_of_integers(enum reduction reduction)
{
    switch (reductions[reduction].integers) {
    case UNSIGNED_PRODUCT: return (union accumulator){.integer = 1};
    case INT_MINIMUM: return (union accumulator){.least = INT32_MAX};
    case INT_AND: return (union accumulator){.most = 1};
    case DOUBLE_SUM: return (union accumulator){.wide_real = -0.0};
    default: return (union accumulator){.integer = 0};
    }
}

static union accumulator identity(enum reduction reduction)
{
    union accumulator value = {.integer = 0};

    switch (family_of(reduction)) {
    case INTEGERS: return identity_of_integers(reduction);
    case FLOAT_MAPS: return (union accumulator){.real_map = {1, -0.0f}};
    case MAPS: return (union accumulator){.map = {1, 0}};
    case DRAWN:
        drawn_identity(reductions[DRAWN].words, reductions[DRAWN].is_commutative, value.drawn);
        return value;
    case ARGMIN: return (union accumulator){.place = {INT32_MAX, UINT32_MAX}};
    case MOMENTS: return (union accumulator){.moments = {0, 0, 0}};
    default: return (union accumulator){.real = -0.0f};
    }
}

/* An integer key in the order of floats; a NaN comes first. */
static int key_of(float real)
{
    int bits;

    memcpy(&bits, &real, sizeof bits);
    if (isnan(real))
        return INT32_MIN;
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

static void lift_integer(enum reduction reduction, int integer, union accumulator *to)
{
    switch (reductions[reduction].integers) {
    case INT_SUM: to->integer = integer; break;
    case UNSIGNED_PRODUCT: to->integer = (unsigned)integer; break;
    case INT_MINIMUM: to->least = integer; break;
    default: to->most = (unsigned)integer;
    }
}

static void lift_real(enum reduction reduction, float real, size_t place, union accumulator *to)
{
    switch (reduction) {
    case ARGMIN:
        to->place.key = key_of(real);
        to->place.index = (unsigned)place;
        break;
    case MOMENTS:
        to->moments.count = 1;
        to->moments.mean = real;
        to->moments.squares = 0;
        break;
    default: to->real = real;
    }
}

/* Stores the partial result of one element, by its index. */
static void lift(enum reduction reduction, const struct numbers *numbers, size_t place,
                 union accumulator *to)
{
    unsigned element[4], drawn[2]; /* 16 bytes at most */
    uint16_t narrow;
    float real;
    int integer;

    switch (family_of(reduction)) {
    case INTEGERS:
        if (reductions[reduction].element > sizeof integer) { /* it is its own partial result */
            element_at(reduction, numbers, place, to);
            break;
        }
        element_at(reduction, numbers, place, &integer);
        lift_integer(reduction, integer, to);
        break;
    case FLOAT_MAPS:
    case MAPS: element_at(reduction, numbers, place, to); break;
    case DRAWN:
        element_at(reduction, numbers, place, element);
        drawn_numbers(element, drawn);
        drawn_lift(reductions[DRAWN].words, reductions[DRAWN].is_commutative, drawn[0], drawn[1],
                   (unsigned)place, to->drawn);
        break;
    case HALF_SUM:
        element_at(reduction, numbers, place, &narrow);
        to->real = narrow_value(narrow);
        break;
    default: element_at(reduction, numbers, place, &real); lift_real(reduction, real, place, to);
    }
}

/*
 * What follows stores a combination of a and b to *to, which may be one of them. It stores single
 * members: the processor waits where a union is read as a whole soon after a part of it was stored.
 */

/* Products wrap around, as unsigned ones do. */
static void combine_integers(enum integer_operator which, union accumulator *to,
                             const union accumulator *a, const union accumulator *b)
{
    switch (which) {
    case INT_SUM:
    case LONG_SUM:
        to->integer = (long long)((unsigned long long)a->integer + (unsigned long long)b->integer);
        break;
    case DOUBLE_SUM: to->wide_real = a->wide_real + b->wide_real; break;
    case UNSIGNED_PRODUCT:
        to->integer = (long long)((unsigned long long)a->integer * (unsigned long long)b->integer);
        break;
    case INT_MINIMUM: to->least = b->least < a->least ? b->least : a->least; break;
    case INT_AND: to->most = b->most < a->most ? b->most : a->most; break;
    default: to->most = b->most > a->most ? b->most : a->most;
    }
}

static void combine_places(union accumulator *to, const union accumulator *a,
                           const union accumulator *b)
{
    int is_first = a->place.key < b->place.key ||
                   (a->place.key == b->place.key && a->place.index <= b->place.index);

    to->place = is_first ? a->place : b->place;
}

/* Merges two partial results by the distance of their means. */
static void combine_moments(union accumulator *to, const union accumulator *a,
                            const union accumulator *b)
{
    unsigned count = a->moments.count + b->moments.count;
    float share = 0.5f, mean = a->moments.mean, squares = a->moments.squares;

    if (b->moments.count > 0) {
        if (a->moments.count != b->moments.count)
            share = (float)b->moments.count / (float)count;
        float distance = b->moments.mean - mean;
        float scaled = distance * ((float)a->moments.count * share);

        mean = fmaf(distance, share, mean);
        squares = fmaf(distance, scaled, squares + b->moments.squares);
    }
    to->moments.count = count;
    to->moments.mean = mean;
    to->moments.squares = squares;
}

/* Inlined, so that a loop whose family is known asks once which one it is. */
static inline __attribute__((always_inline)) void
combine(enum reduction family, enum integer_operator which, union accumulator *to,
        const union accumulator *a, const union accumulator *b)
{
    float offset;
    unsigned moved;

    switch (family) {
    case INTEGERS: combine_integers(which, to, a, b); break;
    case FLOAT_MAPS:
        offset = fmaf(b->real_map.factor, a->real_map.offset, b->real_map.offset);
        to->real_map.factor = b->real_map.factor * a->real_map.factor;
        to->real_map.offset = offset;
        break;
    case MAPS:
        moved = b->map.offset + b->map.factor * a->map.offset;
        to->map.factor = b->map.factor * a->map.factor;
        to->map.offset = moved;
        break;
    case DRAWN:
        drawn_combine(reductions[DRAWN].words, reductions[DRAWN].is_commutative, a->drawn, b->drawn,
                      to->drawn);
        break;
    case ARGMIN: combine_places(to, a, b); break;
    case MOMENTS: combine_moments(to, a, b); break;
    default: to->real = a->real + b->real;
    }
}

static inline __attribute__((always_inline)) void fold_known(enum reduction family,
                                                             enum integer_operator which,
                                                             union accumulator *values,
                                                             unsigned count)
{
    for (; count > 1; count /= 2)
        for (unsigned i = 0; i < count / 2; i++)
            combine(family, which, &values[i], &values[2 * i], &values[2 * i + 1]);
}

/* Neighbours first, of a power of two of values. */
static union accumulator fold(enum reduction reduction, union accumulator *values, unsigned count)
{
    enum integer_operator which = (enum integer_operator)reductions[reduction].integers;

    switch (family_of(reduction)) {
    case INTEGERS: fold_known(INTEGERS, which, values, count); break;
    case FLOAT_MAPS: fold_known(FLOAT_MAPS, which, values, count); break;
    case MAPS: fold_known(MAPS, which, values, count); break;
    case DRAWN: fold_known(DRAWN, which, values, count); break;
    case ARGMIN: fold_known(ARGMIN, which, values, count); break;
    case MOMENTS: fold_known(MOMENTS, which, values, count); break;
    default: fold_known(FLOAT_SUM, which, values, count);
    }
    return values[0];
}

/* Adds a value behind those that came to *all. */
static void add_behind(enum reduction reduction, union accumulator *all,
                       const union accumulator *value)
{
    combine(family_of(reduction), (enum integer_operator)reductions[reduction].integers, all, all,
            value);
}

/* The elements of one load of a lane; beyond n, the identity. */
static union accumulator of_load(enum reduction reduction, const struct numbers *numbers,
                                 size_t place)
{
    union accumulator values[PACK_MOST];
    unsigned pack = pack_elements(reduction);

    if (place >= numbers->count) /* all that follows: identities fold to the identity */
        return identity(reduction);
    for (unsigned i = 0; i < pack; i++)
        if (place + i < numbers->count)
            lift(reduction, numbers, place + i, &values[i]);
        else
            values[i] = identity(reduction);
    return fold(reduction, values, pack);
}

/*
 * The number of a row among all, by its number in a warp's part of a tile. A warp's rows follow
 * each other if the operator is not commutative, or else that of each next warp does.
 */
static size_t row_of(enum reduction reduction, size_t tile, unsigned warp, unsigned row)
{
    const struct reduction_kind *it = &reductions[reduction];
    size_t first = tile * it->warps * it->loads * it->rounds;

    return first +
           (it->is_commutative ? row * it->warps + warp : warp * it->loads * it->rounds + row);
}

/* The elements of a lane in a row of all. */
static union accumulator of_row(enum reduction reduction, const struct numbers *numbers, size_t row,
                                unsigned lane)
{
    return of_load(reduction, numbers, (row * LANES + lane) * pack_elements(reduction));
}

/* How many rounds of a warp's part have elements: what all others have comes to the identity. */
static unsigned rounds_there(enum reduction reduction, const struct numbers *numbers, size_t tile,
                             unsigned warp)
{
    const struct reduction_kind *it = &reductions[reduction];
    size_t rows = (numbers->count - 1) / (LANES * pack_elements(reduction)) + 1;
    unsigned rounds = 0;

    while (rounds < it->rounds && row_of(reduction, tile, warp, rounds * it->loads) < rows)
        rounds++;
    return rounds;
}

/* A warp's part of a tile if the operator is not commutative: row by row. */
static union accumulator of_rows(enum reduction reduction, const struct numbers *numbers,
                                 size_t tile, unsigned warp)
{
    union accumulator lanes[LANES], rows[LOADS_MOST], all = identity(reduction);
    unsigned loads = reductions[reduction].loads;
    unsigned rounds = rounds_there(reduction, numbers, tile, warp);

    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned k = 0; k < loads; k++) {
            size_t row = row_of(reduction, tile, warp, round * loads + k);

            for (unsigned lane = 0; lane < LANES; lane++)
                lanes[lane] = of_row(reduction, numbers, row, lane);
            rows[k] = fold(reduction, lanes, LANES);
        }
        fold(reduction, rows, loads);
        add_behind(reduction, &all, &rows[0]);
    }
    return all;
}

/* And if it is: lane by lane. */
static union accumulator of_lanes(enum reduction reduction, const struct numbers *numbers,
                                  size_t tile, unsigned warp)
{
    union accumulator lanes[LANES], rows[LOADS_MOST];
    unsigned loads = reductions[reduction].loads;
    unsigned rounds = rounds_there(reduction, numbers, tile, warp);

    if (rounds == 0)
        return identity(reduction);
    for (unsigned lane = 0; lane < LANES; lane++) {
        lanes[lane] = identity(reduction);
        for (unsigned round = 0; round < rounds; round++) {
            for (unsigned k = 0; k < loads; k++)
                rows[k] = of_row(reduction, numbers,
                                 row_of(reduction, tile, warp, round * loads + k), lane);
            fold(reduction, rows, loads);
            add_behind(reduction, &lanes[lane], &rows[0]);
        }
    }
    return fold(reduction, lanes, LANES);
}

/* The value of a group of neighbouring tiles; missing ones are the identity. */
static union accumulator of_group(enum reduction reduction, const union accumulator *values,
                                  size_t count)
{
    union accumulator group[GROUP];

    for (size_t i = 0; i < GROUP; i++)
        group[i] = i < count ? values[i] : identity(reduction);
    return fold(reduction, group, GROUP);
}

static union accumulator of_tile(enum reduction reduction, const struct numbers *numbers,
                                 size_t tile)
{
    union accumulator warps[WARPS_MOST];

    for (unsigned warp = 0; warp < reductions[reduction].warps; warp++)
        warps[warp] = reductions[reduction].is_commutative
                          ? of_lanes(reduction, numbers, tile, warp)
                          : of_rows(reduction, numbers, tile, warp);
    return fold(reduction, warps, reductions[reduction].warps);
}

long long reduced_in_order(enum reduction reduction, const struct numbers *numbers)
{
    if (is_promised(reduction))
        return reduced_as_promised(reduction, numbers);
    size_t count = tiles_of(reduction, numbers->count);
    static union accumulator values[TILES_MOST];

    for (size_t tile = 0; tile < count; tile++)
        values[tile] = of_tile(reduction, numbers, tile);
    for (; count > 1; count = (count - 1) / GROUP + 1)
        for (size_t first = 0; first < count; first += GROUP)
            values[first / GROUP] =
                of_group(reduction, values + first, count - first < GROUP ? count - first : GROUP);
    return packed(reduction, &values[0], numbers->count);
}

long long reduced_of_chosen(enum reduction reduction, const struct numbers *numbers, unsigned seed,
                            const unsigned *tiles, unsigned count)
{
    size_t of_level = tiles_of(reduction, numbers->count), at = tiles[0];
    union accumulator values[GROUP], value = of_tile(reduction, numbers, at);

    for (unsigned level = 0; of_level > 1; level++) {
        size_t first = at / GROUP * GROUP;
        size_t members = of_level - first < GROUP ? of_level - first : GROUP;

        for (size_t i = 0; i < members; i++)
            values[i] = value_of_other(reduction, numbers->count, seed, level, first + i);
        values[at - first] = value;
        for (unsigned i = 1; i < count && level == 0; i++)
            values[tiles[i] - first] = of_tile(reduction, numbers, tiles[i]);
        value = of_group(reduction, values, members);
        at /= GROUP;
        of_level = (of_level - 1) / GROUP + 1;
    }
    return packed(reduction, &value, numbers->count);
}
