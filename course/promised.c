#include "promised.h"

#include <stdio.h>
#include <string.h>

#include "../common/types/element.h"
#include "../common/types/operation.h"

enum {
    EXPONENTS = 16, /* of numbers that are drawn: from -7 on */
    DIFFERENT = 257 /* keys of integers of which the smallest is asked: it comes again */
};

static const char *const operations[PROMISED_OPERATIONS] = {
    [OPERATION_SUM] = "Sum",           [OPERATION_MINIMUM] = "Minimum",
    [OPERATION_MAXIMUM] = "Maximum",   [OPERATION_PRODUCT] = "Product",
    [OPERATION_ARGMIN] = "ArgMinimum", [OPERATION_MOMENTS] = "Moments",
    [OPERATION_AND] = "And",           [OPERATION_AFFINE] = "Compose"};
static const char *const types[PROMISED_TYPES] = {[ELEMENT_INT] = "int",
                                                  [ELEMENT_UNSIGNED] = "unsigned int",
                                                  [ELEMENT_INT64] = "long long",
                                                  [ELEMENT_FLOAT] = "float",
                                                  [ELEMENT_DOUBLE] = "double",
                                                  [ELEMENT_HALF] = "__half",
                                                  [ELEMENT_BFLOAT16] = "__nv_bfloat16"};

/* The bits of a floating-point type behind its sign. */
static const struct format {
    unsigned exponent, fraction;
} formats[PROMISED_TYPES] = {[ELEMENT_FLOAT] = {8, 23},
                             [ELEMENT_DOUBLE] = {11, 52},
                             [ELEMENT_HALF] = {5, 10},
                             [ELEMENT_BFLOAT16] = {8, 7}};

static int is_integer(unsigned type)
{
    return formats[type].exponent == 0;
}

static int is_wide(unsigned type)
{
    return type == ELEMENT_INT64 || type == ELEMENT_DOUBLE;
}

static unsigned bytes_of(unsigned type)
{
    if (is_integer(type))
        return is_wide(type) ? 8 : 4;
    return (1 + formats[type].exponent + formats[type].fraction) / 8;
}

static int is_there(struct promised it)
{
    return it.operation != OPERATION_AFFINE || it.type == ELEMENT_UNSIGNED ||
           it.type == ELEMENT_FLOAT || it.type == ELEMENT_DOUBLE;
}

int promised_is_commutative(struct promised it)
{
    return it.operation != OPERATION_AFFINE;
}

void promised_names(struct promised it, char *operation, char *type, size_t bytes)
{
    const char *before = promised_is_commutative(it) ? "" : "map_of<";

    snprintf(operation, bytes, "%s<%s>", operations[it.operation], types[it.type]);
    snprintf(type, bytes, "%s%s%s", before, types[it.type], *before != '\0' ? ">" : "");
}

unsigned promised_element_bytes(struct promised it)
{
    return bytes_of(it.type) * (promised_is_commutative(it) ? 1 : 2);
}

unsigned promised_words(struct promised it)
{
    unsigned of_number = is_wide(it.type) ? 2 : 1;
    int is_int = is_integer(it.type) && !is_wide(it.type);

    switch (it.operation) {
    case OPERATION_SUM:
    case OPERATION_PRODUCT: return is_int ? 2 : of_number; /* ints are carried in 64 bits */
    case OPERATION_ARGMIN:
    case OPERATION_AFFINE: return 2 * of_number;
    case OPERATION_MOMENTS: return 3 * (is_int ? 2 : of_number); /* ints' means are doubles */
    case OPERATION_AND: return 1;
    default: return of_number;
    }
}

/* How much of it the code asks for: the operator, its type, both, or nothing. */
static unsigned asked_for(struct promised it, unsigned asked)
{
    return (asked >> (ASKS_FOR_OPERATION + it.operation) & 1) +
           (asked >> (ASKS_FOR_TYPE + it.type) & 1);
}

size_t draw_promised(struct draw *draw, unsigned asked, int (*is_taken)(struct promised it),
                     size_t most, struct promised *drawn)
{
    struct promised all[PROMISED_OPERATIONS * PROMISED_TYPES];
    size_t count = 0, taken = 0;

    for (unsigned i = 0; i < PROMISED_OPERATIONS * PROMISED_TYPES; i++) {
        struct promised it = {i / PROMISED_TYPES, i % PROMISED_TYPES};

        if (is_there(it) && !is_taken(it))
            all[count++] = it;
    }
    for (size_t i = count; i > 1; i--) {
        size_t other = draw_between(draw, 0, (unsigned)i - 1);
        struct promised kept = all[i - 1];

        all[i - 1] = all[other];
        all[other] = kept;
    }
    for (unsigned asks = 2; asks + 1 > 0; asks--)
        for (size_t i = 0; i < count && taken < most; i++)
            if (asked_for(all[i], asked) == asks)
                drawn[taken++] = all[i];
    return taken;
}

/* Bits of an integer as wide as an int64 is. */
static uint64_t integer_bits(unsigned operation, uint64_t bits)
{
    switch (operation) {
    case OPERATION_PRODUCT: /* even ones would soon make a product 0 */
    case OPERATION_AND: return bits | 1;
    case OPERATION_ARGMIN: return bits % DIFFERENT - DIFFERENT / 2;
    default: return bits;
    }
}

/*
 * A floating-point number's bits: with all bits and an exponent of its own; near 1 for products,
 * which neither grow nor vanish then; powers of two where the smallest is asked, which comes again.
 */
static uint64_t real_bits(struct format format, unsigned operation, uint64_t bits)
{
    uint64_t bias = ((uint64_t)1 << (format.exponent - 1)) - 1, exponent = bias - 7;
    uint64_t fraction = bits & (((uint64_t)1 << format.fraction) - 1);
    uint64_t sign = bits >> 63 << (format.exponent + format.fraction);

    exponent += bits >> 56 & (EXPONENTS - 1);
    if (operation == OPERATION_PRODUCT) {
        exponent = bias;
        fraction = format.fraction < 10 ? bits % EXPONENTS == 0 : fraction >> 7;
    } else if (operation == OPERATION_ARGMIN) {
        fraction = 0;
    }
    return sign | exponent << format.fraction | fraction;
}

int promised_is_of_one(struct promised it)
{
    return it.operation == OPERATION_MINIMUM || it.operation == OPERATION_MAXIMUM ||
           it.operation == OPERATION_ARGMIN || it.operation == OPERATION_AND;
}

/* The number that decides: the smallest or largest of all, beyond those that are drawn; or 0. */
static uint64_t deciding_bits(struct promised it)
{
    unsigned width = 8 * bytes_of(it.type);
    uint64_t first = (uint64_t)1 << (width - 1), others = first - 1;
    int is_most = it.operation == OPERATION_MAXIMUM;

    if (it.operation == OPERATION_AND)
        return 0;
    if (it.type == ELEMENT_UNSIGNED)
        return is_most ? first | others : 0;
    if (is_integer(it.type))
        return is_most ? others : first;
    return (is_most ? 0 : first) | ((uint64_t)1 << (width - 2)) |
           (uint64_t)8 << formats[it.type].fraction;
}

void promised_element(struct promised it, const struct numbers *numbers, size_t place, int decides,
                      void *element)
{
    struct numbers any = {numbers->seed, ANY, 1, 2 * numbers->count};
    uint64_t first = (uint32_t)number_at(&any, place);
    uint64_t second = (uint32_t)number_at(&any, numbers->count + place);
    unsigned bytes = bytes_of(it.type), operation = it.operation;
    struct format format = formats[it.type];
    uint64_t drawn[2] = {first << 32 | second, second << 32 | first};

    for (unsigned i = 0; i < promised_element_bytes(it) / bytes; i++) {
        /* a map's factor is near 1, or odd; of its offset all bits are any */
        unsigned as = operation != OPERATION_AFFINE ? operation
                      : i == 0                      ? OPERATION_PRODUCT
                                                    : OPERATION_SUM;
        uint64_t bits =
            is_integer(it.type) ? integer_bits(as, drawn[i]) : real_bits(format, as, drawn[i]);

        if (decides && promised_is_of_one(it))
            bits = deciding_bits(it);
        memcpy((char *)element + i * bytes, &bits, bytes); /* its low bytes come first */
    }
}
