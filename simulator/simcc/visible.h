/*
 * Which declaration a variable's name in a function means, and where its value changes.
 */
#ifndef SIMCC_VISIBLE_H
#define SIMCC_VISIBLE_H

#include "syntax.h"

/* Whether both tokens are the same name. */
int same_name(const struct token *a, const struct token *b);

/* Whether a sign of one character stands there, one of these. */
int is_sign(const struct source *source, size_t position, const char *signs);

/* Whether what stands in [position, last] gets another value: x = 1, x += 1, x <<= 1, x++, --x, or
 * may get one, as its address is taken. */
int is_changed(const struct source *source, size_t position, size_t last);

/* The brace that ends the scope in which position is; NOWHERE: none does. */
size_t scope_end(const struct source *source, size_t position);

/* The end of the expression that begins at position: a comma, a semicolon or a closing bracket. */
size_t expression_end(const struct source *source, size_t position);

/* Where the statement, or the part of a for's header, begins in which position is. */
size_t statement_start(const struct source *source, size_t function, size_t position);

/* The last token of the statement that begins at position: a semicolon or a brace. */
size_t statement_end(const struct source *source, size_t position);

/* Whether position is before the body of the function that begins at function. */
int is_parameter(const struct source *source, size_t function, size_t position);

/* The declaration that the name at use means; NOWHERE: none in this function. */
size_t declaration_of(const struct source *source, size_t function, size_t use);

/* Whether the word has a value that only a kernel's threads know: threadIdx, a shuffle's. */
int is_of_thread(const struct token *token);

#endif
