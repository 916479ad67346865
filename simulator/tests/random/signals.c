/*
 * Signals: threads write and execute a fence, one of them, perhaps another, tells a block of it,
 * whose threads execute a fence and read; with barriers between, or without.
 */
#include "idioms.h"

/* A thread of the block, or all of them. */
static struct who some_of(const struct program *program, struct random *random, unsigned block,
                          unsigned all_percent)
{
    struct who who = one_thread(block, random_below(random, program->threads));
    if (random_chance(random, all_percent)) {
        who.first = 0;
        who.end = program->threads;
    }
    return who;
}

static void append_meeting(struct program *program, struct random *random, struct who who)
{
    who.first = 0;
    who.end = program->threads;
    if (random_chance(random, 80))
        append_barrier(program);
    else if (random_chance(random, 50))
        append_warp_barrier(program, who);
}

static void append_signal(struct program *program, struct random *random, unsigned block,
                          struct place flag, int same_block)
{
    static const enum operation setters[] = {OP_EXCHANGE, OP_EXCHANGE, OP_ADD, OP_VOLATILE_WRITE};
    append_access(program, random, setters[random_below(random, 4)],
                  some_of(program, random, block, 5), flag, 4)
        ->scope = fitting_scope(random, same_block);
}

static void append_wait(struct program *program, struct random *random, unsigned block,
                        struct place flag, int same_block)
{
    append_access(program, random, random_chance(random, 75) ? OP_SPIN : OP_SPIN_VOLATILE,
                  some_of(program, random, block, 10), flag, 4)
        ->scope = fitting_scope(random, same_block);
}

void add_signal(struct program *program, struct random *random)
{
    unsigned writer = random_below(random, program->blocks);
    unsigned reader = random_below(random, program->blocks);
    int same_block = writer == reader;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    unsigned size = random_chance(random, 70) ? 4 : random_size(random);
    struct place data = random_chance(random, 60) ? by_thread(program, random, space)
                                                  : random_data(random, space, size);
    if (space == SPACE_GLOBAL && !random->is_basic && random_chance(random, 20))
        data = random_row(program, random, size);
    struct who writers = some_of(program, random, writer, 60);
    unsigned hops = random_chance(random, 30) ? 1 : 0;
    if (data.modulus > 1 && writers.end > data.modulus)
        writers.end = writers.first < data.modulus ? data.modulus : writers.end;
    append_access(program, random, read_or_write(random, 80), writers, data, size);
    if (random_chance(random, 90))
        append_some_fence(program, random, some_of(program, random, writer, 80),
                          fitting_scope(random, same_block));
    append_meeting(program, random, writers);
    struct place flag = random_flag(random, space);
    append_signal(program, random, writer, flag, same_block);
    for (; hops > 0; hops--) {
        unsigned relay = random_below(random, program->blocks);
        if (space == SPACE_SHARED)
            relay = writer;
        append_wait(program, random, relay, flag, same_block && relay == writer);
        append_meeting(program, random, writers);
        if (random_chance(random, 80))
            append_some_fence(program, random, some_of(program, random, relay, 70),
                              fitting_scope(random, same_block && relay == writer));
        append_meeting(program, random, writers);
        flag = random_flag(random, space);
        append_signal(program, random, relay, flag, same_block && relay == writer);
    }
    append_wait(program, random, reader, flag, same_block);
    append_meeting(program, random, some_of(program, random, reader, 100));
    if (random_chance(random, 90))
        append_some_fence(program, random, some_of(program, random, reader, 80),
                          fitting_scope(random, same_block));
    data.shift = random_below(random, 3);
    append_access(program, random, read_or_write(random, 50), some_of(program, random, reader, 60),
                  data, size);
}
