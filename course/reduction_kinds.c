/*
 * The instances of a grading: their operators, types and tiles.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "../common/types/element.h"
#include "../common/types/operation.h"
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

/* The template's arguments of those from PROMISED on. */
static char texts[2 * (PROMISED_LAST - PROMISED + 1)][32];

static unsigned wanted; /* what draw_reductions was given */

unsigned drawn_for(void)
{
    return wanted;
}

int is_drawn(enum reduction reduction)
{
    return reductions[reduction].element > 0;
}

unsigned drawn_reductions(void)
{
    unsigned count = 0;

    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++)
        count += is_drawn(it);
    return count;
}

int is_promised(enum reduction reduction)
{
    return reduction >= PROMISED && reduction <= PROMISED_LAST;
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

/* What of a kernel's code asks for an integer operator: by its name or its type's. */
static unsigned asking_for(enum integer_operator which)
{
    switch (which) {
    case UNSIGNED_PRODUCT: return 1u << (ASKS_FOR_OPERATION + OPERATION_PRODUCT);
    case INT_MINIMUM: return 1u << (ASKS_FOR_OPERATION + OPERATION_MINIMUM);
    case UNSIGNED_MAXIMUM: return 1u << (ASKS_FOR_OPERATION + OPERATION_MAXIMUM);
    case INT_AND: return 1u << (ASKS_FOR_OPERATION + OPERATION_AND);
    case LONG_SUM: return 1u << (ASKS_FOR_TYPE + ELEMENT_INT64);
    case DOUBLE_SUM: return 1u << (ASKS_FOR_TYPE + ELEMENT_DOUBLE);
    default: return 0;
    }
}

/*
 * Four operators: those that are asked for, and of the usual ones as many as there is room for.
 * first: the usual one that comes first. Those asked for stand before all others: the last is
 * tested least.
 */
static void choose_operators(unsigned first, enum integer_operator chosen[USUAL_OPERATORS])
{
    unsigned count = 0;

    for (int is_asked = 1; is_asked >= 0; is_asked--)
        for (unsigned i = 0; i < INTEGER_OPERATORS; i++) {
            enum integer_operator it =
                (enum integer_operator)(i < USUAL_OPERATORS ? (first + i) % USUAL_OPERATORS : i);

            if (((wanted & asking_for(it)) != 0) == is_asked && count < USUAL_OPERATORS)
                chosen[count++] = it;
        }
}

/* Whether another instance has this operator and type. */
static int is_taken(struct promised it)
{
    char operation[sizeof texts[0]], type[sizeof texts[0]];

    promised_names(it, operation, type, sizeof operation);
    for (enum reduction other = FLOAT_SUM; other < REDUCTIONS; other++)
        if (is_drawn(other) && !is_promised(other) &&
            strcmp(reductions[other].operation, operation) == 0)
            return 1;
    return 0;
}

/* Small tiles: a few thousand elements meet in many, and their bits take little time. */
static void set_promised(struct draw *draw, enum reduction reduction, struct promised promised)
{
    struct reduction_kind *it = &reductions[reduction];
    char *operation = texts[2 * (reduction - PROMISED)];
    char *type = texts[2 * (reduction - PROMISED) + 1];

    promised_names(promised, operation, type, sizeof texts[0]);
    *it = (struct reduction_kind){.name = operation,
                                  .operation = operation,
                                  .type = type,
                                  .element = promised_element_bytes(promised),
                                  .words = promised_words(promised),
                                  .is_commutative = promised_is_commutative(promised),
                                  .promised = promised};
    set_tile(reduction, 2u << draw_between(draw, 0, 1), 1u << draw_between(draw, 0, 1),
             draw_between(draw, 1, 2));
}

/* Those that only a kernel which asks for operators or types is judged by. */
static void draw_for_asking(struct draw *draw, const enum integer_operator *chosen)
{
    static const enum reduction others[] = {SECOND, THIRD, FOURTH_ALONE};
    struct promised promised[PROMISED_LAST - PROMISED + 1];

    for (enum reduction it = PROMISED; it <= PROMISED_LAST; it++)
        reductions[it] = (struct reduction_kind){.name = NULL};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        reductions[others[i]] = (struct reduction_kind){.name = NULL};
    if (wanted == 0)
        return;
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        set_integers(others[i], chosen[i + 1]);
        set_tile(others[i], 2u << draw_between(draw, 0, 2), 1, draw_between(draw, 1, 2));
    }
    size_t count =
        draw_promised(draw, wanted, is_taken, sizeof promised / sizeof *promised, promised);

    for (size_t i = 0; i < count; i++)
        set_promised(draw, (enum reduction)(PROMISED + i), promised[i]);
}

/*
 * An operator with a name that no kernel can know: a partial result of more than 12 bytes, elements
 * that fill a load. Half of them are commutative.
 */
static void draw_operator(struct draw *draw)
{
    enum { ANY_NAME = INT_MAX };
    static char operation[DRAWN_NAME_LENGTH + 1], type[DRAWN_NAME_LENGTH + sizeof "::element"];
    unsigned words = DRAWN_WORDS_LEAST + 2 * draw_between(draw, 0, 2);

    /* those of course/shapes/any_type_parts.cu begin with a 0 */
    snprintf(operation, sizeof operation, DRAWN_NAME "%08x", ~draw_between(draw, 0, ANY_NAME));
    snprintf(type, sizeof type, "%s::element", operation);
    reductions[DRAWN] = (struct reduction_kind){.name = "drawn operator",
                                                .operation = operation,
                                                .type = type,
                                                .element = 4 * sizeof(unsigned),
                                                .words = words,
                                                .is_commutative = draw_between(draw, 0, 1) != 0};
    unsigned most = reductions[DRAWN].is_commutative ? 2 : 3; /* maps are rarely of eight loads */

    set_tile(DRAWN, 2u << draw_between(draw, 0, 1), 1u << draw_between(draw, most - 2, most),
             draw_between(draw, 1, 2));
}

void draw_reductions(unsigned seed, unsigned asked)
{
    struct draw draw = draw_begin(seed, "reductions");
    int is_wide = draw_between(&draw, 0, 1) != 0;
    enum integer_operator chosen[USUAL_OPERATORS];

    wanted = asked;
    choose_operators(draw_between(&draw, 0, USUAL_OPERATORS - 1), chosen);
    /* a kernel that asks for nothing can tell elements of 4 and of 8 bytes: others have 4 */
    if (wanted == 0)
        chosen[0] = LONG_SUM;
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
    unsigned many = draw_between(&draw, 0, 1) != 0 ? 8 : more;
    draw_tile(FLOAT_MAPS, is_wide ? 8 : 16, loads == 1 ? 2 : many, many == 8 && loads > 1 ? 1 : 3);
    draw_tile(ARGMIN, 2, are_moments_long ? 1u << draw_between(&draw, 0, 2) : 8,
              draw_between(&draw, 2, 3));
    /* bits show the order of merging: each round has its own */
    draw_tile(MOMENTS, are_moments_long ? 2 : 2u << draw_between(&draw, 0, 2),
              are_moments_long ? 8 : more, 3);
    unsigned alone = 2u << draw_between(&draw, 0, 2);

    draw_tile(ALONE, alone, 2u << draw_between(&draw, 0, 2), draw_between(&draw, 2, 3));
    /* both have two bytes and the same accumulator: only their names tell them apart */
    int is_bfloat = draw_between(&draw, 0, 1) != 0;

    reductions[HALF_SUM] = narrow[is_bfloat || (wanted >> (ASKS_FOR_TYPE + ELEMENT_BFLOAT16) & 1)];
    set_tile(HALF_SUM, 2, 1, 1);
    draw_operator(&draw);
    draw_for_asking(&draw, chosen);
}
