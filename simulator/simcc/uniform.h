/*
 * What is the same in all threads of a block, in a kernel that may run phase by phase.
 */
#ifndef SIMCC_UNIFORM_H
#define SIMCC_UNIFORM_H

#include "phase_words.h"

/* Variables of the kernel that are known to be uniform: where their names are declared. */
struct uniform {
    const struct definition *kernel;
    size_t *names;
    size_t count;
};

/* Whether the variable at position, or a member of it, gets another value there. */
int is_altered(const struct source *source, size_t position);

/* Whether the expression [first, end) is, and changes nothing. */
int is_uniform(const struct uniform *uniform, size_t first, size_t end);

/*
 * Whether the variable declared at name, with that value in [first, end) or with none (first ==
 * end), is and stays uniform: then it is added.
 */
int find_uniform(struct uniform *uniform, size_t name, size_t first, size_t end);

void add_uniform(struct uniform *uniform, size_t name);

/*
 * Whether the statement at position does no more than to change a uniform variable: where that
 * is declared, or NOWHERE.
 */
size_t changed_uniform(const struct uniform *uniform, size_t position);

/* The last token of the statement at position that has a barrier within: its branch or body is
 * [*first, *end), and that of an else [*other, *other_end), or empty. 0 where it is of no known
 * form. */
int parts_around_barrier(const struct source *source, size_t position, size_t *first, size_t *end,
                         size_t *other, size_t *other_end);

#endif
