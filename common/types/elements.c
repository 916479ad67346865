#include "elements.h"

#include <math.h>

#include "../memory.h"
#include "../random.h"

const char *const values_names[] = {"plain",    "signed", "largest", "denormal",
                                    "infinite", "nan",    NULL};

enum { FACTORS = 64 }; /* of a plain product that are no power of two */

/* What the numbers are drawn from. */
struct draw {
    enum element_type type;
    struct random_state random;
};

int values_exist(enum values values, enum element_type type)
{
    return values <= VALUES_LARGEST || !element_is_integer(type);
}

/* 0 to 2^bits - 1, for at most 62 bits. */
static unsigned long long random_bits(struct draw *draw, int bits)
{
    unsigned long long high = (unsigned long long)random_next(&draw->random) << 31;

    return (high | (unsigned long long)random_next(&draw->random)) >> (62 - bits);
}

/* From 0 up to but not with 1, with as many digits as the type has. */
static double random_fraction(struct draw *draw)
{
    int precision = element_precision(draw->type);

    return ldexp((double)random_bits(draw, precision), -precision);
}

static double random_sign(struct draw *draw)
{
    return random_bits(draw, 1) ? -1 : 1;
}

/* Of both signs, with any digits, from 2^-20 to 2^20 or as far as the type goes. */
static double random_signed(struct draw *draw)
{
    int precision = element_precision(draw->type);
    int least = draw->type == ELEMENT_HALF ? element_least_exponent(ELEMENT_HALF) : -20;
    double significand = 1 + ldexp((double)random_bits(draw, precision - 1), 1 - precision);
    int exponent = least + (int)random_bits(draw, 10) % (1 - 2 * least);

    return random_sign(draw) * ldexp(significand, exponent);
}

static double random_denormal(struct draw *draw)
{
    int bits = element_precision(draw->type) - 1;

    return random_sign(draw) *
           ldexp((double)random_bits(draw, bits), element_least_exponent(draw->type) - bits);
}

static double largest_real(enum element_type type)
{
    return ldexp(2 - ldexp(1, 1 - element_precision(type)), element_most_exponent(type));
}

static double next_real(struct draw *draw, enum values values)
{
    switch (values) {
    case VALUES_SIGNED: return random_signed(draw);
    case VALUES_LARGEST: return random_sign(draw) * largest_real(draw->type);
    case VALUES_DENORMAL: return random_denormal(draw);
    default: return random_fraction(draw);
    }
}

static long long next_integer(struct draw *draw, enum values values)
{
    switch (values) {
    case VALUES_SIGNED: return (long long)(random_bits(draw, 62) << 2 | random_bits(draw, 2));
    case VALUES_LARGEST:
        if (draw->type == ELEMENT_UNSIGNED)
            return random_bits(draw, 1) ? 0xFFFFFFFF : 0;
        if (draw->type == ELEMENT_INT)
            return random_bits(draw, 1) ? 0x7FFFFFFF : -0x80000000LL;
        return random_bits(draw, 1) ? 0x7FFFFFFFFFFFFFFFLL : -0x7FFFFFFFFFFFFFFFLL - 1;
    default: return random_next(&draw->random) & 0xFF; /* the lecture's */
    }
}

/* A plain number of an operation that needs others than those from 0 to 1, or to 255. */
static void set_plain(struct draw *draw, enum operation operation, void *numbers, size_t index)
{
    int is_factor = index < FACTORS;

    if (element_is_integer(draw->type)) {
        long long value = next_integer(draw, VALUES_PLAIN);

        element_set_integer(draw->type, numbers, index, 2 * value + 1);
    } else if (operation == OPERATION_PRODUCT) {
        element_set_real(draw->type, numbers, index,
                         random_sign(draw) * (is_factor ? 1 + random_fraction(draw) / 2 : 1));
    } else {
        element_set_real(draw->type, numbers, index, 0.5 + random_fraction(draw) / 2);
    }
}

/* Map number index: two numbers, its factor and its offset. */
static void set_map(struct draw *draw, enum values values, void *numbers, size_t index)
{
    if (element_is_integer(draw->type)) {
        /* odd: with even factors all that came before would soon be gone */
        element_set_integer(draw->type, numbers, 2 * index, next_integer(draw, VALUES_SIGNED) | 1);
        element_set_integer(draw->type, numbers, 2 * index + 1, next_integer(draw, values));
    } else {
        element_set_real(draw->type, numbers, 2 * index, random_sign(draw));
        element_set_real(draw->type, numbers, 2 * index + 1, next_real(draw, values));
    }
}

/* Moves the factors of a product that are no power of two from the front to anywhere. */
static void scatter(struct draw *draw, void *numbers, size_t n)
{
    for (size_t i = 0; i < FACTORS && i < n; i++) {
        size_t other = random_bits(draw, 62) % n;
        double here = element_real(draw->type, numbers, i);

        element_set_real(draw->type, numbers, i, element_real(draw->type, numbers, other));
        element_set_real(draw->type, numbers, other, here);
    }
}

/* Puts in what a few elements are to be, anywhere. */
static void strew(struct draw *draw, enum values values, void *numbers, size_t n, unsigned int seed)
{
    enum { INFINITIES = 3 };

    if (values == VALUES_INFINITE)
        for (int i = 0; i < INFINITIES; i++)
            element_set_real(draw->type, numbers, random_bits(draw, 62) % n,
                             seed % 2 == 0 && i % 2 == 1 ? -INFINITY : INFINITY);
    if (values == VALUES_NAN) {
        element_set_real(draw->type, numbers, random_bits(draw, 62) % n, INFINITY);
        element_set_real(draw->type, numbers, random_bits(draw, 62) % n, NAN);
    }
}

void *make_elements(enum operation operation, enum element_type type, enum values values, size_t n,
                    unsigned int seed)
{
    int is_plain =
        values == VALUES_PLAIN && (operation == OPERATION_PRODUCT || operation == OPERATION_AND);
    size_t count = n * operation_numbers(operation);
    void *numbers = allocate(count * element_bytes(type));
    struct draw draw = {.type = type};

    random_start(&draw.random, seed);
    for (size_t i = 0; i < n; i++)
        if (operation == OPERATION_AFFINE)
            set_map(&draw, values, numbers, i);
        else if (is_plain)
            set_plain(&draw, operation, numbers, i);
        else if (element_is_integer(type))
            element_set_integer(type, numbers, i, next_integer(&draw, values));
        else
            element_set_real(type, numbers, i, next_real(&draw, values));
    if (is_plain && operation == OPERATION_PRODUCT && !element_is_integer(type))
        scatter(&draw, numbers, n);
    if (is_plain && operation == OPERATION_AND && seed % 2 == 0) {
        size_t place = random_bits(&draw, 62) % n;

        if (element_is_integer(type))
            element_set_integer(type, numbers, place, 0);
        else
            element_set_real(type, numbers, place, -0.0);
    }
    strew(&draw, values, numbers, count, seed);
    return numbers;
}
