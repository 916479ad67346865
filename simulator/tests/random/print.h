#ifndef PRINT_H
#define PRINT_H

#include "pairs.h"
#include "program.h"

/* Prints the program on stdout as CUDA that any compiler takes, one slot a line. */
void print_program(const struct program *program, uint64_t seed);

/*
 * Prints, as comments behind the program, which races are expected and found in it, by
 * the lines of the printed file. Those found that may be or not are neither expected
 * nor wrong.
 */
void print_verdict(const struct program *program, const struct verdict *verdict,
                   const struct pairs *found);

/* The line of the printed file on which the slot stands. */
int print_line_of_slot(const struct program *program, unsigned slot);

#endif
