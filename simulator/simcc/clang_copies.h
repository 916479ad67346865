/*
 * Copies of structures in clang's intermediate code (LLVM's assembly language). nvcc copies in
 * pieces as large as the alignment, which the code says of each copy; the hooks of copied_pieces.h
 * are told it. clang's own instrumentation, which would forget it, leaves these copies alone
 * (flags.c).
 */
#ifndef SIMCC_CLANG_COPIES_H
#define SIMCC_CLANG_COPIES_H

#include "text.h"

/*
 * line: of a function with hooks, and what follows it. If it copies or fills memory, adds hooks and
 * the line to output, or where the number of bytes is not known or large, a call that has them
 * in itself. If it is clang's hook of an access that is less aligned than it is large, adds another
 * in its place. is_optimised: the code will be, else fewer copies become instructions. Returns 1 if
 * something was added, 0 if the line is another. *names: names given.
 */
int add_copy(struct text *output, const char *line, int is_optimised, unsigned *names);

/* Adds the declarations of what add_copy has called in output, but for those that code has. */
void declare_copies(const struct text *code, struct text *output);

#endif
