/*
 * The symbols of an object file, as nm lists them.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdio.h>

#include "exercise.h"

struct symbol {
    char *symbol; /* as the object file has it: "_Z3addii" */
    char *name;   /* in the source's words: "add(int, int)" */
    char type;    /* nm's letter */
};

struct symbols {
    struct symbol *all; /* by symbol */
    size_t count;
};

/*
 * Reads the output of `nm -p -P` and of `nm -C -p -P` for the same file. Returns 1; or 0 if one of
 * them cannot be read, or if they differ in a symbol. To be freed in any case.
 */
int read_symbols(const char *listing, const char *readable, struct symbols *symbols);
void free_symbols(struct symbols *symbols);

enum { KERNELS_MOST = 17 };

/* The kernels of an object file, and the names by which host programs know them. */
struct kernel_symbols {
    int count;
    const char *symbol[KERNELS_MOST]; /* of the symbols that they were found in */
    char as[KERNELS_MOST][32];
};

/* Finds the exercise's kernels, by name and parameters; returns whether all are there. */
int find_kernels(const struct exercise *exercise, const struct symbols *symbols,
                 struct kernel_symbols *found);

/*
 * Whether an object file uses only functions and variables of kernels (course/allowed.c).
 * given: how the names of the lab's own functions begin, NULL behind the last; or NULL.
 * disassembly: the output of `objdump -drl` for it. Prints all others to log, with their lines in
 * source.
 */
int symbols_allowed(const struct symbols *symbols, const char *const *given,
                    const char *disassembly, const char *source, FILE *log);

/* Whether all calls and jumps are direct. */
int calls_allowed(const char *disassembly, const char *source, FILE *log);

#endif
