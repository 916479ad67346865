/*
 * The reductions that exercise 16 is judged by: one kernel with several operators, types and
 * tiles. Their elements, and their results in step 16's order, bit by bit.
 */
#ifndef REDUCTIONS_H
#define REDUCTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "numbers.h"

/* An instance of the kernel: an operator, its elements, the size of its tiles. */
enum reduction {
    NO_REDUCTION, /* a sum, as in other exercises */
    FLOAT_SUM,    /* the one whose counters are judged */
    INT_SUM,
    MAPS,
    ARGMIN,
    MOMENTS,
    HALF_SUM,
    FLOAT_SUM_ALONE, /* with one tile, which meets no other */
    REDUCTIONS
};

/* A partial result, laid out as in step16_any_type/operators.h. */
union accumulator {
    long long integer;
    float real;
    struct {
        int key;
        unsigned index;
    } place;
    struct {
        unsigned factor, offset;
    } map;
    struct {
        unsigned count;
        float mean, squares;
    } moments;
};

struct reduction_kind {
    const char *name;
    const char *operation, *type, *tile; /* the template's arguments, as nm -C prints them */
    unsigned element;                    /* bytes of an element */
    unsigned words;                      /* of 32 bits in an accumulator */
    unsigned warps, loads, rounds;
    int is_commutative;
};
extern const struct reduction_kind reductions[REDUCTIONS];

/* How many elements a tile has, or a load of 16 bytes. */
unsigned tile_elements(enum reduction reduction);
unsigned pack_elements(enum reduction reduction);

/* How many tiles n elements need. */
size_t tiles_of(enum reduction reduction, size_t n);

/* Writes the element of an index; of floats for ARGMIN some are NaN where numbers are EXTREME. */
void element_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                void *element);

/* The value of a half, by its bits. */
float half_value(uint16_t half);

/* A result in 64 bits: its words but for a count, which must be n. */
long long packed(enum reduction reduction, const union accumulator *result, size_t n);

/* The same in words, for people. */
void packed_text(enum reduction reduction, long long result, char *text, size_t bytes);

/*
 * The result of all elements in step 16's order, packed (course/in_order.c). The grader alone knows
 * it. Of at most 1024 tiles.
 */
long long reduced_in_order(enum reduction reduction, const struct numbers *numbers);

#endif
