/*
 * Reading a declaration of variables.
 */
#ifndef SIMCC_DECLARATIONS_H
#define SIMCC_DECLARATIONS_H

#include "syntax.h"

/* A declaration of variables. */
struct variables {
    size_t first;    /* its first token */
    size_t type_end; /* where the first declarator begins */
    size_t end;      /* its ; */
    size_t *names;   /* the variables' names */
    size_t count;
    int is_function; /* not variables at all */
};

/* Reads the declaration that starts at first. The caller frees variables->names. */
void read_variables(const struct source *source, size_t first, struct variables *variables);

/* The token that ends the declarator at position: a , or the declaration's ;. */
size_t declarator_end(const struct source *source, size_t position);

/* The parameters' names as the program has them: "in,out,", nothing for one without, "a..." of
 * several. A new string. */
char *parameter_names(const struct source *source, const struct list *parameters);

/* Erases a qualifier wherever it stands before the first declarator. */
void erase_word(struct source *source, const struct variables *variables, const char *word);

#endif
