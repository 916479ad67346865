/*
 * A kernel's phases as they are put together, and the text that they are made of.
 */
#ifndef SIMCC_PHASE_TEXT_H
#define SIMCC_PHASE_TEXT_H

#include "text.h"
#include "uniform.h"

/* A variable of the thread, where its name is declared, and its type in an array. */
struct variable {
    size_t name;
    char *type; /* NULL: of a kind that is not kept */
};

struct variables_list {
    struct variable *list;
    size_t count;
};

/* A statement: its first and last token. */
struct statement {
    size_t first, last;
};

struct phases {
    const struct definition *kernel;
    const struct source *source;
    struct text code;
    struct uniform uniform;
    struct variables_list kept; /* by earlier phases, as far as they can be seen */
    struct variables_list own;  /* declared by the present phase, outside of its blocks */
    struct text phase;          /* the present phase's statements */
    size_t phase_first;         /* where it begins */
    struct statement *statements;
    size_t statement_count;
    unsigned ends;        /* marks of ends of threads so far */
    unsigned loops;       /* around barriers */
    size_t stretch_first; /* of the statements since the last barrier */
    size_t named_end;     /* not 0: the present phase names what stands before it, too */
    int no_jam;           /* the present phase's statements are not all of it */
    int has_barriers, has_returns;
    int is_impossible;
};

void add_variable(struct variables_list *variables, size_t name, char *type);
void drop_variables(struct variables_list *variables, size_t count);

/* The tokens [first, end), as the translator has left them. */
void add_tokens(const struct phases *it, struct text *text, size_t first, size_t end);

/* Whether [first, end) has the name. */
int is_named(const struct phases *it, const struct token *name, size_t first, size_t end);

/* Whether the variable declared at position is changed in the kernel, but for its first value. */
int is_changed_by_kernel(const struct phases *it, size_t position);

#endif
