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

static union accumulator identity_of_integers(void)
{
    switch (reductions[INTEGERS].integers) {
    case UNSIGNED_PRODUCT: return (union accumulator){.integer = 1};
    case INT_MINIMUM: return (union accumulator){.least = INT32_MAX};
    default: return (union accumulator){.integer = 0};
    }
}

static union accumulator identity(enum reduction reduction)
{
    switch (reduction) {
    case INTEGERS: return identity_of_integers();
    case FLOAT_MAPS: return (union accumulator){.real_map = {1, -0.0f}};
    case MAPS: return (union accumulator){.map = {1, 0}};
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

static union accumulator integer_lifted(int integer)
{
    switch (reductions[INTEGERS].integers) {
    case INT_SUM: return (union accumulator){.integer = integer};
    case UNSIGNED_PRODUCT: return (union accumulator){.integer = (unsigned)integer};
    case INT_MINIMUM: return (union accumulator){.least = integer};
    default: return (union accumulator){.most = (unsigned)integer};
    }
}

/* Products wrap around, as unsigned ones do. */
static union accumulator combined_integers(union accumulator a, union accumulator b)
{
    unsigned long long product = (unsigned long long)a.integer * (unsigned long long)b.integer;

    switch (reductions[INTEGERS].integers) {
    case INT_SUM: a.integer += b.integer; return a;
    case UNSIGNED_PRODUCT: return (union accumulator){.integer = (long long)product};
    case INT_MINIMUM: return b.least < a.least ? b : a;
    default: return b.most > a.most ? b : a;
    }
}

/* The partial result of one element, by its index. */
static union accumulator lift(enum reduction reduction, const struct numbers *numbers, size_t place)
{
    union accumulator lifted;
    uint16_t half;
    float real;
    int integer;

    switch (reduction) {
    case INTEGERS: element_at(reduction, numbers, place, &integer); return integer_lifted(integer);
    case FLOAT_MAPS: element_at(reduction, numbers, place, &lifted.real_map); return lifted;
    case MAPS: element_at(reduction, numbers, place, &lifted.map); return lifted;
    case HALF_SUM:
        element_at(reduction, numbers, place, &half);
        return (union accumulator){.real = half_value(half)};
    default: element_at(reduction, numbers, place, &real);
    }
    /* each member whole: an initialiser of {0} may leave all but a union's first as it was */
    if (reduction == ARGMIN)
        return (union accumulator){.place = {key_of(real), (unsigned)place}};
    if (reduction == MOMENTS)
        return (union accumulator){.moments = {1, real, 0}};
    return (union accumulator){.real = real};
}

/* Merges two partial results by the distance of their means. */
static union accumulator merged(union accumulator a, union accumulator b)
{
    union accumulator both = a;

    if (b.moments.count == 0)
        return a;
    float share = 0.5f;
    if (a.moments.count != b.moments.count)
        share = (float)b.moments.count / (float)(a.moments.count + b.moments.count);
    float distance = b.moments.mean - a.moments.mean;
    float scaled = distance * ((float)a.moments.count * share);

    both.moments.count = a.moments.count + b.moments.count;
    both.moments.mean = fmaf(distance, share, a.moments.mean);
    both.moments.squares = fmaf(distance, scaled, a.moments.squares + b.moments.squares);
    return both;
}

static union accumulator combine(enum reduction reduction, union accumulator a, union accumulator b)
{
    switch (reduction) {
    case INTEGERS: return combined_integers(a, b);
    case FLOAT_MAPS:
        b.real_map.offset = fmaf(b.real_map.factor, a.real_map.offset, b.real_map.offset);
        b.real_map.factor = b.real_map.factor * a.real_map.factor;
        return b;
    case MAPS:
        b.map.offset += b.map.factor * a.map.offset;
        b.map.factor *= a.map.factor;
        return b;
    case ARGMIN:
        if (b.place.key != a.place.key)
            return b.place.key < a.place.key ? b : a;
        return b.place.index < a.place.index ? b : a;
    case MOMENTS: return merged(a, b);
    default: a.real += b.real; return a;
    }
}

/* Neighbours first, of a power of two of values. */
static union accumulator fold(enum reduction reduction, union accumulator *values, unsigned count)
{
    for (; count > 1; count /= 2)
        for (unsigned i = 0; i < count / 2; i++)
            values[i] = combine(reduction, values[2 * i], values[2 * i + 1]);
    return values[0];
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
        values[i] =
            place + i < numbers->count ? lift(reduction, numbers, place + i) : identity(reduction);
    return fold(reduction, values, pack);
}

/*
 * The elements of a lane in one row of a tile. A warp's rows follow each other if the operator is
 * not commutative, or else that of each next warp does.
 */
static union accumulator of_row(enum reduction reduction, const struct numbers *numbers,
                                size_t tile, unsigned warp, unsigned row, unsigned lane)
{
    const struct reduction_kind *it = &reductions[reduction];
    size_t first = tile * it->warps * it->loads * it->rounds; /* row of all */

    first += it->is_commutative ? row * it->warps + warp : warp * it->loads * it->rounds + row;
    return of_load(reduction, numbers, (first * LANES + lane) * pack_elements(reduction));
}

/* A warp's part of a tile if the operator is not commutative: row by row. */
static union accumulator of_rows(enum reduction reduction, const struct numbers *numbers,
                                 size_t tile, unsigned warp)
{
    union accumulator lanes[LANES], rows[LOADS_MOST], all = identity(reduction);
    unsigned loads = reductions[reduction].loads;

    for (unsigned round = 0; round < reductions[reduction].rounds; round++) {
        for (unsigned k = 0; k < loads; k++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                lanes[lane] = of_row(reduction, numbers, tile, warp, round * loads + k, lane);
            rows[k] = fold(reduction, lanes, LANES);
        }
        all = combine(reduction, all, fold(reduction, rows, loads));
    }
    return all;
}

/* And if it is: lane by lane. */
static union accumulator of_lanes(enum reduction reduction, const struct numbers *numbers,
                                  size_t tile, unsigned warp)
{
    union accumulator lanes[LANES], rows[LOADS_MOST];
    unsigned loads = reductions[reduction].loads;

    for (unsigned lane = 0; lane < LANES; lane++) {
        lanes[lane] = identity(reduction);
        for (unsigned round = 0; round < reductions[reduction].rounds; round++) {
            for (unsigned k = 0; k < loads; k++)
                rows[k] = of_row(reduction, numbers, tile, warp, round * loads + k, lane);
            lanes[lane] = combine(reduction, lanes[lane], fold(reduction, rows, loads));
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
