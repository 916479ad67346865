/*
 * Whether a kernel's words let it run phase by phase (phases.h): nothing in it may wait but for the
 * block's barrier, and nothing that it calls may ask which thread runs.
 */
#ifndef SIMCC_PHASE_WORDS_H
#define SIMCC_PHASE_WORDS_H

#include "simple_types.h"

/* A kernel's definition: positions. */
struct definition {
    const struct source *source;
    size_t first;       /* of the declaration */
    size_t open, close; /* the parentheses of its parameters */
    size_t body, end;   /* its braces */
};

/* Whether all words of the kernel are known not to wait, and not to ask for the thread. */
int words_allow_phases(const struct definition *kernel);

/* Whether [first, end) has a token of that text. */
int has_word(const struct source *source, size_t first, size_t end, const char *word);

#endif
