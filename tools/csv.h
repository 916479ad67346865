/*
 * Reads small files of comma-separated values, for the programs that print tables.
 */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

struct csv {
    char **names; /* of the columns, from the first line */
    size_t columns;
    char ***rows; /* the other lines; each has as many values as there are names */
    size_t count; /* how many */
};

/*
 * Reads a whole file, without lines that start with #; fields may stand in double
 * quotes, with "" for a quote within. Missing fields are empty, surplus ones are
 * dropped. Returns 1, or 0 if the file cannot be read or has no first line;
 * then csv is empty. Never freed: the programs here end soon after.
 */
int csv_read(const char *path, struct csv *csv);

/* As realloc; ends the program with status 3 if there is no memory. */
void *grown(void *memory, size_t bytes);

/* The value in that row under that name, or NULL if there is no such row or column. */
const char *csv_text(const struct csv *csv, size_t row, const char *name);

/* The same as a number, thousands' commas allowed; NAN if it is missing or no number. */
double csv_number(const struct csv *csv, size_t row, const char *name);

#endif
