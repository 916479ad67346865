/*
 * The functions that a text defines: where each begins and ends.
 */
#ifndef SIMCC_DEFINITIONS_H
#define SIMCC_DEFINITIONS_H

#include "tokens.h"

#include <stddef.h>

/* Positions in source->tokens: the first of its head, and the braces of its body. */
struct definition {
    size_t head, open, close;
};
struct definitions {
    struct definition *items;
    size_t count;
};

/* In order, without those that lie within others. The caller frees items. */
struct definitions find_definitions(const struct source *source);

#endif
