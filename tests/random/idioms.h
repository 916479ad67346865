/*
 * Pieces of random programs: what CUDA code does to synchronise, right or nearly so.
 */
#ifndef IDIOMS_H
#define IDIOMS_H

#include "program.h"

/* Random numbers, always the same ones after the same start. */
struct random {
    uint64_t state;
};

/* A number in [0, limit). */
unsigned random_below(struct random *random, unsigned limit);
/* 1 in percent of all cases. */
int random_chance(struct random *random, unsigned percent);

/* Appends the slots of a random idiom, if there is room for them. */
void idiom_add(struct program *program, struct random *random);

/* One thread, or some, or all, of one block or all. */
struct who random_who(const struct program *program, struct random *random);
/* A single operation of any kind that touches memory, or a fence, by some threads. */
struct slot random_slot(const struct program *program, struct random *random);

#endif
