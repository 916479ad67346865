#ifndef PRINT_H
#define PRINT_H

#include "pairs.h"
#include "program.h"

/*
 * Prints the program on stdout as CUDA that any compiler takes, one slot a line, with
 * a comment that names the races expected in it, by the lines of the printed file.
 */
void print_program(const struct program *program, uint64_t seed, const struct pairs *expected);

/* Prints the pairs that are in one of the two and not, or otherwise, in the other. */
void print_differences(const struct program *program, const struct pairs *expected,
                       const struct pairs *found);

#endif
