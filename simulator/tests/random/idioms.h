/*
 * Pieces of random programs: what CUDA code does to synchronise, right or nearly so.
 */
#ifndef IDIOMS_H
#define IDIOMS_H

#include "parts.h"

/* Appends the slots of a random idiom, if there is room for them. */
void idiom_add(struct program *program, struct random *random);

/* The idiom of signals.c. */
void add_signal(struct program *program, struct random *random);

/* Those of more_idioms.c. */
void add_structures(struct program *program, struct random *random);
void add_copy(struct program *program, struct random *random);
void add_ordered_flag(struct program *program, struct random *random);
void add_fresh(struct program *program, struct random *random);
void add_arrivals(struct program *program, struct random *random);
void add_exit(struct program *program, struct random *random);

/* Those of together.c. */
void add_tiles(struct program *program, struct random *random);
void add_grid(struct program *program, struct random *random);
void add_pipeline(struct program *program, struct random *random);

/* Those of rows.c. */
struct place random_row(const struct program *program, struct random *random, unsigned size);
void add_rows(struct program *program, struct random *random);
void add_row_and_one(struct program *program, struct random *random);

#endif
