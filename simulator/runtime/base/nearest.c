/*
 * The distance of two names: Levenshtein's, row by row.
 */
#include "base/nearest.h"

#include <string.h>

#define LENGTH_MOST 63

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned less = a < b ? a : b;
    return less < c ? less : c;
}

unsigned name_distance(const char *one, const char *other)
{
    size_t rows = strnlen(one, LENGTH_MOST), columns = strnlen(other, LENGTH_MOST);
    unsigned row[LENGTH_MOST + 1]; /* from the beginning of one to each beginning of other */
    for (unsigned i = 0; i <= columns; i++)
        row[i] = i;
    for (size_t i = 0; i < rows; i++) {
        unsigned diagonal = row[0]++;
        for (size_t j = 0; j < columns; j++) {
            unsigned exchanged = diagonal + (one[i] != other[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(exchanged, row[j + 1] + 1, row[j] + 1);
        }
    }
    return row[columns];
}
