/*
 * The instances of a grading: their operators, types and tiles.
 */
#include <stdio.h>

#include "draw.h"
#include "reductions.h"

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
    [ALONE] = {.name = "float sum of one tile", .operation = "Sum<float>", .type = "float",
               .element = sizeof(float), .words = 1, .is_commutative = 1},
};
static const struct reduction_kind narrow[] = {
    {.name = "half sum", .operation = "Sum<__half>", .type = "__half", .element = sizeof(short),
     .words = 1, .is_commutative = 1},
    {.name = "bfloat16 sum", .operation = "Sum<__nv_bfloat16>", .type = "__nv_bfloat16",
     .element = sizeof(short), .words = 1, .is_commutative = 1, .is_bfloat16 = 1},
};
static const struct reduction_kind integers[INTEGER_OPERATORS] = {
    [INT_SUM] = {.name = "int sum", .operation = "Sum<int>", .type = "int",
                 .element = sizeof(int), .words = 2},
    [UNSIGNED_PRODUCT] = {.name = "unsigned product", .operation = "Product<unsigned int>",
                          .type = "unsigned int", .element = sizeof(int), .words = 2},
    [INT_MINIMUM] = {.name = "int minimum", .operation = "Minimum<int>", .type = "int",
                     .element = sizeof(int), .words = 1},
    [UNSIGNED_MAXIMUM] = {.name = "unsigned maximum", .operation = "Maximum<unsigned int>",
                          .type = "unsigned int", .element = sizeof(int), .words = 1},
    [LONG_SUM] = {.name = "int64 sum", .operation = "Sum<long long>", .type = "long long",
                  .element = sizeof(long long), .words = 2},
    [INT_AND] = {.name = "and of ints", .operation = "And<int>", .type = "int",
                 .element = sizeof(int), .words = 1},
    [DOUBLE_SUM] = {.name = "double sum", .operation = "Sum<double>", .type = "double",
                    .element = sizeof(double), .words = 2},
};
/* clang-format on */

static unsigned names; /* those that draw_reductions was given */

unsigned drawn_names(void)
{
    return names;
}

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
    switch (reduction) {
    case SECOND:
    case THIRD:
    case FOURTH_ALONE: return INTEGERS;
    default: return reduction;
    }
}

static void set_integers(enum reduction reduction, enum integer_operator which)
{
    static const char *const alone[INTEGER_OPERATORS] = {
        [INT_SUM] = "int sum of one tile",
        [UNSIGNED_PRODUCT] = "unsigned product of one tile",
        [INT_MINIMUM] = "int minimum of one tile",
        [UNSIGNED_MAXIMUM] = "unsigned maximum of one tile",
        [LONG_SUM] = "int64 sum of one tile",
        [INT_AND] = "and of ints of one tile",
        [DOUBLE_SUM] = "double sum of one tile"};
    struct reduction_kind *it = &reductions[reduction];

    *it = integers[which];
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

/*
 * Four operators: those that are named, and of the usual ones as many as there is room for. first:
 * the usual one that comes first. A named one stands before all others: the last is tested least.
 */
static void choose_operators(unsigned first, enum integer_operator chosen[USUAL_OPERATORS])
{
    unsigned count = 0;

    for (int is_named = 1; is_named >= 0; is_named--)
        for (unsigned i = 0; i < INTEGER_OPERATORS; i++) {
            unsigned it = i < USUAL_OPERATORS ? (first + i) % USUAL_OPERATORS : i;

            if ((int)(names >> it & 1) == is_named && count < USUAL_OPERATORS)
                chosen[count++] = (enum integer_operator)it;
        }
}

void draw_reductions(unsigned seed, unsigned named)
{
    struct draw draw = draw_begin(seed, "reductions");
    int is_wide = draw_between(&draw, 0, 1) != 0;
    enum integer_operator chosen[USUAL_OPERATORS];

    names = named;
    choose_operators(draw_between(&draw, 0, USUAL_OPERATORS - 1), chosen);
    set_integers(INTEGERS, chosen[0]);
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
    unsigned alone = 2u << draw_between(&draw, 0, 2);

    draw_tile(ALONE, alone, 2u << draw_between(&draw, 0, 2), draw_between(&draw, 2, 3));
    static const enum reduction others[] = {SECOND, THIRD, FOURTH_ALONE};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        set_integers(others[i], chosen[i + 1]);
        set_tile(others[i], 2u << draw_between(&draw, 0, 2), 1, draw_between(&draw, 1, 2));
    }
    /* both have two bytes and the same accumulator: only their names tell them apart */
    int is_bfloat = draw_between(&draw, 0, 1) != 0;

    reductions[HALF_SUM] = narrow[is_bfloat || (names >> NAMED_BFLOAT16 & 1)];
    set_tile(HALF_SUM, 2, 1, 1);
}
