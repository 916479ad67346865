/*
 * Numbers of any type for step 16 to reduce: ordinary ones, and those that break a reduction
 * which was only tried on ordinary ones.
 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "operation.h"

#ifdef __cplusplus
extern "C" {
#endif

enum values {
    VALUES_PLAIN,    /* integers: the lecture's, 0 to 255. Others: from 0 up to but not with 1 */
    VALUES_SIGNED,   /* integers: any bits. Others: both signs, sizes from 2^-20 to 2^20 */
    VALUES_LARGEST,  /* the largest and the smallest number of the type */
    VALUES_DENORMAL, /* both signs, 0 and below the smallest normal number */
    VALUES_INFINITE, /* plain, but for some infinities: of one sign for odd seeds, of both for even
                      */
    VALUES_NAN,      /* plain, but for one NaN and one infinity */
    VALUES_KINDS
};

/* "plain", "signed", "largest", "denormal", "infinite", "nan", and NULL behind them. */
extern const char *const values_names[];

/* Whether there are such values of the type: the last three are for floating-point numbers. */
int values_exist(enum values values, enum element_type type);

/*
 * Returns n elements for that operation, drawn from the lecture's random numbers started with
 * seed; to be given back with free(). Exits with 3 if there is no memory for them.
 *
 * Plain values are made so that an operation's result says something: those for a product are odd,
 * or floating-point numbers of which 64 at most are no power of two, with a product that is far
 * from overflow; those for "and" are all other than 0, but for one, somewhere, if the seed is even;
 * maps have a factor of 1 or -1 where they are of floating-point numbers, and else an odd one.
 */
void *make_elements(enum operation operation, enum element_type type, enum values values, size_t n,
                    unsigned int seed);

#ifdef __cplusplus
}
#endif

#endif
