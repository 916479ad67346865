/*
 * Random parts of programs. Data lies in the first words of an area, places for each
 * thread behind them, and flags and locks in words of their own behind those, so that
 * most idioms do not disturb each other.
 */
#ifndef PARTS_H
#define PARTS_H

#include "program.h"

#define DATA_WORDS 4 /* of 8 bytes, that single accesses choose from */

/* Random numbers, always the same ones after the same start. */
struct random {
    uint64_t state;
    int is_basic; /* see generate.h */
};

/* A number in [0, limit). */
unsigned random_below(struct random *random, unsigned limit);
/* 1 in percent of all cases. */
int random_chance(struct random *random, unsigned percent);

struct who one_thread(unsigned block, unsigned thread);
struct who all_threads(const struct program *program);
struct who random_thread(const struct program *program, struct random *random);
/* One thread, or some, or all, of one block or all. */
struct who random_who(const struct program *program, struct random *random);

enum space random_space(struct random *random);
/* A flag's word. */
struct place random_flag(struct random *random, enum space space);
/* A place for single accesses of that size. */
struct place random_data(struct random *random, enum space space, unsigned size);
/* A place for each thread, up to 32 of them. */
struct place by_thread(const struct program *program, struct random *random, enum space space);

unsigned random_size(struct random *random);
enum scope random_scope(struct random *random);
/* A scope that includes the threads, of one block or not; now and then one that does not. */
enum scope fitting_scope(struct random *random, int same_block);
enum operation read_or_write(struct random *random, unsigned write_percent);

/* A single operation of any kind that touches memory, or a fence, by some threads. */
struct slot random_slot(const struct program *program, struct random *random);

/*
 * Append a slot and return it; if there is no room, one that belongs to no program.
 * An access has a random scope, and stores a random value.
 */
struct slot *append_access(struct program *program, struct random *random, enum operation operation,
                           struct who who, struct place place, unsigned size);
struct slot *append_fence(struct program *program, struct who who, enum scope scope);
/* The same, now and then of the light kind. */
struct slot *append_some_fence(struct program *program, struct random *random, struct who who,
                               enum scope scope);
struct slot *append_warp_barrier(struct program *program, struct who who);
/* OP_ARRIVE or OP_WAIT. */
void append_arrival(struct program *program, enum operation operation, struct who who,
                    unsigned barrier);
/* The threads leave the kernel. */
void append_exit(struct program *program, struct who who);
/* Appends a barrier of all blocks' threads, block by block. */
void append_barrier(struct program *program);
/* The same of the whole grid; or of tiles of so many lanes. */
void append_grid_barrier(struct program *program);
void append_tile_barrier(struct program *program, struct who who, unsigned lanes);
/* OP_COPY_COMMIT or OP_COPY_WAIT. */
void append_copy_step(struct program *program, enum operation operation, struct who who,
                      unsigned prior);

#endif
