/*
 * What step 16 reduces numbers by.
 */
#ifndef OPERATION_H
#define OPERATION_H

#include "element.h"

#ifdef __cplusplus
extern "C" {
#endif

enum operation {
    OPERATION_SUM,
    OPERATION_MINIMUM,
    OPERATION_MAXIMUM,
    OPERATION_PRODUCT,
    OPERATION_ARGMIN,  /* the minimum, and the first place where it stands */
    OPERATION_MOMENTS, /* mean and variance */
    OPERATION_AND,     /* whether all are other than 0 */
    OPERATION_AFFINE,  /* each element is a map x -> a x + b: all of them, one after the other */
    OPERATIONS
};

/* "sum", "min", "max", "product", "argmin", "moments", "and", "affine", and NULL behind them. */
extern const char *const operation_names[];

/* Whether the lab reduces such elements in that way: affine is for unsigned, float and double. */
int operation_takes(enum operation operation, enum element_type type);

/* The numbers in one element: 2 for the two of a map, else 1. */
size_t operation_numbers(enum operation operation);

/*
 * What a reduction comes to. Of integers, and of "and", integer is the value; of floating-point
 * numbers it is real. argmin has the place besides, moments the mean in real and the variance in
 * second. A composed map has its factor in integer or real, and its offset in index or second.
 */
struct answer {
    long long integer;
    double real, second;
    unsigned long long index;
};

/* Whether two answers are the same to the last bit; one NaN is as good as another. */
int is_same_answer(const struct answer *a, const struct answer *b);

/* Writes an answer into text, of 48 characters, with the digits of the type it was carried in. */
void answer_text(enum operation operation, enum element_type type, const struct answer *answer,
                 char text[48]);

#ifdef __cplusplus
}
#endif

#endif
