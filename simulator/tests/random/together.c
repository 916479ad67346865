/*
 * Cooperative groups' tiles and grids; copies that are asynchronous.
 */
#include "idioms.h"

/* Each lane writes its place and, behind a barrier of its tile, reads one nearby. */
void add_tiles(struct program *program, struct random *random)
{
    unsigned lanes = 1u << random_below(random, 6);
    struct place place = by_thread(program, random, random_space(random));
    struct who who = all_threads(program);
    who.block = (int)random_below(random, program->blocks);
    place.modulus = program->threads < 32 ? program->threads : 32;
    if (random_chance(random, 70))
        who.end = place.modulus;
    append_access(program, random, OP_WRITE, who, place, 4);
    struct who meeting = who;
    meeting.end -= random_chance(random, 20) ? 0 : meeting.end % lanes;
    if (random_chance(random, 20))
        meeting.first = lanes < meeting.end ? lanes : 0;
    if (random_chance(random, 90))
        append_tile_barrier(program, meeting, lanes);
    if (random_chance(random, 60))
        who.end = who.first + 1 + random_below(random, lanes);
    place.shift = random_below(random, lanes);
    append_access(program, random, read_or_write(random, 30), who, place, 4);
}

/* Blocks write, all threads of the grid meet, or those of a block, and others read. */
void add_grid(struct program *program, struct random *random)
{
    struct place place = random_chance(random, 50) ? by_thread(program, random, SPACE_GLOBAL)
                                                   : random_data(random, SPACE_GLOBAL, 4);
    place.block_step = random_below(random, 3);
    append_access(program, random, read_or_write(random, 80), random_who(program, random), place,
                  4);
    if (random_chance(random, 90))
        append_grid_barrier(program);
    else
        append_barrier(program);
    place.shift = random_below(random, 3);
    append_access(program, random, read_or_write(random, 40), random_who(program, random), place,
                  4);
}

/* A copy of each thread's place, or of one for all. */
static void append_copy(struct program *program, struct random *random, struct who who,
                        struct place to, struct place from, unsigned size)
{
    append_access(program, random, OP_COPY_ASYNC, who, to, size)->from = from;
    if (random_chance(random, 90))
        append_copy_step(program, OP_COPY_COMMIT, who, 0);
}

/* Somebody touches the copy's target, or its source. */
static void append_touch(struct program *program, struct random *random, struct who who,
                         struct place to, struct place from, unsigned size)
{
    if (random_chance(random, 30))
        who = random_who(program, random);
    append_access(program, random, read_or_write(random, 40), who,
                  random_chance(random, 65) ? to : from, size);
}

/* Threads copy to shared memory, wait, or wait for too little, meet, and read. */
void add_pipeline(struct program *program, struct random *random)
{
    static const unsigned sizes[] = {4, 4, 4, 8, 16};
    unsigned size = sizes[random_below(random, 5)];
    unsigned modulus = program->threads < 8 ? program->threads : 8;
    struct who who = random_who(program, random);
    struct place to = {SPACE_SHARED, 0, 1, 0, 0}, from = {SPACE_GLOBAL, 32, 1, 0, 0};
    if (random_chance(random, 70)) {
        to.modulus = from.modulus = modulus;
        who.end = who.end < who.first + modulus ? who.end : who.first + modulus;
    }
    who.ticket = ANY_TICKET;
    if (random_chance(random, 25)) {
        append_touch(program, random, who, to, from, size < 16 ? size : 8);
        if (random_chance(random, 70))
            append_barrier(program);
    }
    append_copy(program, random, who, to, from, size);
    if (random_chance(random, 40)) {
        struct place next = to;
        next.offset = random_chance(random, 85) ? 128 : to.offset;
        append_copy(program, random, who, next, from, size);
    }
    if (random_chance(random, 20))
        append_touch(program, random, who, to, from, size < 16 ? size : 8);
    if (random_chance(random, 85))
        append_copy_step(program, OP_COPY_WAIT, who, random_chance(random, 35));
    if (random_chance(random, 20))
        append_touch(program, random, who, to, from, size < 16 ? size : 8);
    if (random_chance(random, 60)) {
        append_barrier(program);
        to.shift = random_below(random, 3);
    }
    append_touch(program, random, who, to, from, size < 16 ? size : 8);
}
