/*
 * What `make stepNN why` gave on one device at one n, for the programs that put it into pages.
 */
#ifndef WHY_COLUMNS_H
#define WHY_COLUMNS_H

#include "csv.h"

enum { WHY_COLUMNS_MAX = 16 };

struct why_column {
    struct csv csv;   /* as tools/record/why.sh writes it; row by row a comparison */
    char heading[96]; /* "H100 2^24", "K20m 2^24 modelled" */
    char n[16];       /* "16777216" */
};

/*
 * Adds a column for each of 2^22, 2^24 and 2^28, as far as the file has them, to the count that are
 * there. Returns how many there are then: as many as before if the file cannot be read.
 */
size_t add_why_columns(struct why_column *columns, size_t count, const char *path);

/* The same of a folder's why.csv. */
size_t add_why_folder(struct why_column *columns, size_t count, const char *folder);

/* The column's row of the step's comparison with these letters, or -1. */
long why_row(const struct why_column *column, const char *step, const char *before,
             const char *after);

/* What of the time before is saved, in percent; NAN for row -1. */
double why_gain(const struct why_column *column, long row);

/*
 * The first line of the file, a comment: under which conditions it was recorded. Returns 1, or 0
 * if there is none.
 */
int why_conditions(const char *path, char *conditions, size_t size);

#endif
