/*
 * How shared variables are aligned where clang is the compiler: see shared_alignment.c.
 */
#ifndef SIMCC_SHARED_ALIGNMENT_H
#define SIMCC_SHARED_ALIGNMENT_H

#include "declarations.h"
#include "text.h"

/* Makes the declaration of shared variables, which is not translated yet, say their alignment. */
void align_shared_as_type(struct source *source, const struct variables *variables);

/*
 * line: of clang's intermediate code after all of its passes. If it defines a thread-local
 * variable, adds it to output with an alignment of at least 16 and returns 1; else returns 0.
 */
int keep_shared_alignment(const char *line, struct text *output);

#endif
