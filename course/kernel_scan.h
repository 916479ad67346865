/*
 * A submission's source as it is written: its lines for the preprocessor, and where main begins.
 */
#ifndef KERNEL_SCAN_H
#define KERNEL_SCAN_H

#include <stddef.h>
#include <stdio.h>

struct to_do {
    int line; /* of the first gap that is not filled, or 0 */
    char text[160];
};

/*
 * Reads a source up to main (course/kernel_scan.c). Returns 1, how many bytes stand before
 * main's definition, and how many #if are open there; or 0, with an error in log by the name of
 * the file, if a directive is refused. Stores the first TODO.
 */
int scan_source(const char *text, const char *name, FILE *log, struct to_do *to_do, size_t *length,
                int *open_ifs);

#endif
