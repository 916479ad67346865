/*
 * The elements of vectors and matrices, by their type.
 */
#ifndef CUBLAS_ELEMENT_H
#define CUBLAS_ELEMENT_H

#include <stddef.h>

enum element {
    ELEMENT_HALF,
    ELEMENT_BFLOAT,
    ELEMENT_FLOAT,
    ELEMENT_DOUBLE,
    ELEMENT_INT,
    ELEMENT_POINTER
};

/* Bytes of one. */
size_t element_size(enum element type);

/* "floats" */
const char *element_names(enum element type);

/*
 * Element `at` of those that begin there, and its new value, rounded to the nearest. Of any type
 * but ELEMENT_POINTER.
 */
double element_get(enum element type, const void *first, size_t at);
void element_set(enum element type, void *first, size_t at, double value);

#endif
