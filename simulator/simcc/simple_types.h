/*
 * Types without functions of their own: see is_simple_type.
 */
#ifndef SIMCC_SIMPLE_TYPES_H
#define SIMCC_SIMPLE_TYPES_H

#include "syntax.h"

/* Whether the word names a type without functions of its own, or is a part of such a type. */
int is_simple_type(const struct token *token);

#endif
