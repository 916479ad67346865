/*
 * The vectors and matrices of a call: where they are, and what is wrong with that.
 */
#ifndef CUBLAS_OPERAND_H
#define CUBLAS_OPERAND_H

#include <stddef.h>

#include "cublas/element.h"
#include "report/advice.h"

/*
 * A matrix lies column by column. A vector counts as a matrix of one row. From the first element of
 * a column to that of the next it is `ld` elements.
 */
struct operand {
    const char *name; /* in the program's call: "A" */
    enum element type;
    void *first;
    size_t rows, columns, ld;
    unsigned how;    /* WATCHED_READ, WATCHED_WRITE */
    int is_vector;   /* then columns are its elements, */
    int is_backward; /* the last of them comes first, as a negative increment has it */
    long matrix;     /* of several in a batch: its number; else -1 */
};

/* Bytes from its first element to the end of its last. 0: it has none. */
size_t operand_size(const struct operand *operand);

/* 1 if one column follows the other without a gap. */
int operand_is_dense(const struct operand *operand);

/* The place of a vector's element `i` among those that begin at `first`. */
size_t operand_at(const struct operand *vector, size_t i);

/* "A", "x", "A of matrix 3 of the batch". Written to text. */
const char *operand_name(const struct operand *operand, char *text, size_t size);

/* What is wrong: the finding. */
struct complaint {
    enum finding_kind kind;
    const char *advice; /* NULL: its kind's */
    char what[400];
};

/*
 * 0 if the operand is memory that the device can use, else 1 with a complaint. With the lock of the
 * API, like all that follows.
 */
int operand_wrong(const struct operand *operand, int device, struct complaint *complaint);

/* 1 with a complaint if it has elements that nobody has written. It is memory of the device. */
int operand_unwritten(const struct operand *operand, struct complaint *complaint);

/* 1 if the two have bytes in common. */
int operands_overlap(const struct operand *one, const struct operand *other);

/* Its elements were written. */
void operand_written(const struct operand *operand);

/* 1 for memory that only devices can use. */
int operand_is_a_devices(const void *pointer);

#endif
