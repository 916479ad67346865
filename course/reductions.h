/*
 * The reductions that exercise 16 is judged by: one kernel with several operators, types and
 * tiles. Their elements, and their results in step 16's order, bit by bit.
 */
#ifndef REDUCTIONS_H
#define REDUCTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "drawn_operator.h"
#include "numbers.h"
#include "promised.h"

/*
 * An instance of the kernel: an operator, its elements, the size of its tiles. All but the first
 * are drawn for a grading, by its seed: INTEGERS is one of several operators. Some are there only
 * for a kernel that asks for operators or types: is_drawn().
 */
enum reduction {
    NO_REDUCTION, /* a sum, as in other exercises */
    FLOAT_SUM,    /* the one whose counters are judged */
    INTEGERS,
    MAPS,
    FLOAT_MAPS, /* not commutative, and only nearly associative: any other order shows */
    ARGMIN,
    MOMENTS,
    HALF_SUM, /* of small tiles: more of them than a group has */
    DRAWN,    /* one that the step's program does not have: course/drawn_operator.h */
    SECOND,   /* an operator such as INTEGERS is, but another one; and a third */
    THIRD,
    PROMISED, /* the first of those that the step's program makes besides: course/promised.h */
    PROMISED_LAST = PROMISED + 4,
    ALONE,        /* with one tile, which meets no other */
    FOURTH_ALONE, /* the same of a fourth operator such as INTEGERS is */
    REDUCTIONS
};

/* INTEGERS for all operators such as that, else the reduction itself. */
enum reduction family_of(enum reduction reduction);

/*
 * What INTEGERS may be: the sum of int64. A kernel that asks for operators or types is judged by
 * four, those that it asks for before all others, and then by the usual ones: named_types.h.
 */
enum integer_operator {
    INT_SUM,
    UNSIGNED_PRODUCT,
    INT_MINIMUM,
    UNSIGNED_MAXIMUM,
    USUAL_OPERATORS,
    LONG_SUM = USUAL_OPERATORS,
    INT_AND,
    DOUBLE_SUM,
    INTEGER_OPERATORS
};

/* A partial result, laid out as in step16_any_type/operators.h. */
union accumulator {
    long long integer;
    double wide_real;
    float real;
    struct {
        int key;
        unsigned index;
    } place;
    int least;
    unsigned most;
    struct {
        unsigned factor, offset;
    } map;
    struct {
        float factor, offset;
    } real_map;
    struct {
        unsigned count;
        float mean, squares;
    } moments;
    unsigned drawn[DRAWN_WORDS_MOST];
    unsigned char bytes[PROMISED_BYTES];
};

struct reduction_kind {
    const char *name;
    const char *operation, *type; /* the template's arguments, as nm -C prints them */
    char tile[32];                /* and those for the tile: warps, loads, rounds if it is alone */
    unsigned element;             /* bytes of an element */
    unsigned words;               /* of 32 bits in an accumulator */
    unsigned warps, loads, rounds;
    int is_commutative;
    int integers; /* enum integer_operator */
    int is_bfloat16;
    struct promised promised; /* of those from PROMISED on */
};
extern struct reduction_kind reductions[REDUCTIONS];

/*
 * Draws the operators and tiles: to be called before anything else here. asked: what the kernel's
 * code asks for, by the bits of course/promised.h.
 */
void draw_reductions(unsigned seed, unsigned asked);

/* What they were drawn for. */
unsigned drawn_for(void);

/* Whether there is this one in the grading, and how many there are. */
int is_drawn(enum reduction reduction);
unsigned drawn_reductions(void);

/* Whether it is one from PROMISED on. */
int is_promised(enum reduction reduction);

/* The first characters of a drawn operator's name, and its length with those drawn. */
#define DRAWN_NAME "drawn_"
enum { DRAWN_NAME_LENGTH = sizeof DRAWN_NAME - 1 + 8 };

/* How many elements a tile has, or a load of 16 bytes. */
unsigned tile_elements(enum reduction reduction);
unsigned pack_elements(enum reduction reduction);

/* How many neighbouring tiles meet first, and how many of these groups then. */
enum { TILES_OF_GROUP = 512 };

/* How many tiles n elements need. */
size_t tiles_of(enum reduction reduction, size_t n);

/* The two numbers by which an element of the drawn operator counts. */
void drawn_numbers(const void *element, unsigned numbers[2]);

/* Writes the element of an index; where numbers are EXTREME some are NaN of floats for ARGMIN, most
 * are 0 for MOMENTS, and all are -0 for FLOAT_SUM. */
void element_at(enum reduction reduction, const struct numbers *numbers, size_t place,
                void *element);

/* The value of an element for HALF_SUM, by its bits. */
float narrow_value(uint16_t narrow);

/*
 * The value that a tile of n elements, or on a level above 0 a group of tiles, has where it does
 * not run: mostly that of an element of its own. n is below 2^32 for MOMENTS, which have a count.
 */
union accumulator value_of_other(enum reduction reduction, size_t n, unsigned seed, unsigned level,
                                 size_t place);

/* A result in 64 bits: its words but for a count, which must be n. */
long long packed(enum reduction reduction, const union accumulator *result, size_t n);

/* The same in words, for people. */
void packed_text(enum reduction reduction, long long result, char *text, size_t bytes);

/*
 * The result of all elements in step 16's order, packed (course/in_order.c). The grader alone knows
 * it. Of at most 1024 tiles.
 */
long long reduced_in_order(enum reduction reduction, const struct numbers *numbers);

/* The same for one from PROMISED on (course/as_promised.c). */
long long reduced_as_promised(enum reduction reduction, const struct numbers *numbers);

/* The same of count tiles of one group, and of values of others for all others that they meet. */
long long reduced_of_chosen(enum reduction reduction, const struct numbers *numbers, unsigned seed,
                            const unsigned *tiles, unsigned count);

#endif
