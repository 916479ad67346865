/*
 * Structures, memcpy, memory orders, memory that is not written yet, cuda::barrier,
 * threads that exit.
 */
#include "idioms.h"

static unsigned wide_size(struct random *random)
{
    static const unsigned sizes[] = {3, 12, 16, 20};
    return sizes[random_below(random, 4)];
}

/* A structure at an address that fits it, among the data. */
static struct place wide_data(struct random *random, enum space space, unsigned size)
{
    unsigned step = size == 3 ? 1 : size == 16 ? 16 : 4;
    return (struct place){space, step * random_below(random, (8 * DATA_WORDS) / step), 1, 0, 0};
}

static enum operation plain(struct random *random, unsigned write_percent)
{
    return read_or_write(random, write_percent);
}

/* Threads write and read structures, and words in their place, with a barrier between or not. */
void add_structures(struct program *program, struct random *random)
{
    enum space space = random_space(random);
    unsigned size = wide_size(random);
    struct place data = wide_data(random, space, size), words = data;
    append_access(program, random, plain(random, 80), random_thread(program, random), data, size);
    if (random_chance(random, 60))
        append_barrier(program);
    if (random_chance(random, 50)) {
        append_access(program, random, plain(random, 40), random_who(program, random), data, size);
        return;
    }
    unsigned small = size == 3 ? 1 : 4;
    words.offset += small * random_below(random, size / small + 1);
    append_access(program, random, plain(random, 40), random_thread(program, random), words, small)
        ->as_vector = random_chance(random, 50) && small > 1;
}

/* A copy, and somebody who touches its source or its target. */
void add_copy(struct program *program, struct random *random)
{
    struct who who = random_thread(program, random), other = random_thread(program, random);
    enum space space = random_space(random);
    unsigned size = 1 + random_below(random, 20);
    struct place to = {space, random_below(random, 4 * DATA_WORDS), 1, 0, 0};
    struct place from = {random_chance(random, 50) ? space : SPACE_GLOBAL,
                         8 * DATA_WORDS + random_below(random, 8), 1, 0, 0};
    if (other.block != who.block && space == SPACE_SHARED)
        other.block = who.block;
    int first = random_chance(random, 50);
    struct place touched = random_chance(random, 50) ? to : from;
    touched.offset += random_below(random, size);
    if (first)
        append_access(program, random, plain(random, 60), other, touched, 1);
    if (first && random_chance(random, 60))
        append_barrier(program);
    append_access(program, random, OP_COPY, who, to, size)->from = from;
    if (!first && random_chance(random, 60))
        append_barrier(program);
    if (!first)
        append_access(program, random, plain(random, 60), other, touched, 1);
}

static enum order one_of(struct random *random, enum order first, enum order second)
{
    unsigned chance = random_below(random, 10);
    return chance < 4 ? first : chance < 6 ? second : chance < 8 ? ORDER_SEQ_CST : ORDER_RELAXED;
}

/* A flag that is set with a release and seen with an acquire; or with what is less. */
void add_ordered_flag(struct program *program, struct random *random)
{
    static const enum operation setters[] = {OP_STORE, OP_STORE, OP_ADD, OP_EXCHANGE};
    struct who writer = random_thread(program, random), reader = random_thread(program, random);
    int same_block = writer.block == reader.block;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    struct place flag = random_flag(random, space);
    unsigned size = random_size(random);
    struct place data = random_data(random, space, size);
    append_access(program, random, plain(random, 80), writer, data, size);
    if (random_chance(random, 20))
        append_some_fence(program, random, writer, fitting_scope(random, same_block));
    enum operation setter = setters[random_below(random, 4)];
    struct slot *set = append_access(program, random, setter, writer, flag, 4);
    set->order = one_of(random, ORDER_RELEASE, setter == OP_STORE ? ORDER_RELEASE : ORDER_ACQ_REL);
    set->scope = fitting_scope(random, same_block);
    if (random_chance(random, 30)) {
        struct slot *between =
            append_access(program, random, OP_ADD, random_thread(program, random), flag, 4);
        between->order = random_chance(random, 50) ? ORDER_RELAXED : ORDER_NONE;
        between->scope = fitting_scope(random, same_block);
    }
    append_access(program, random, OP_SPIN, reader, flag, 4)->scope =
        fitting_scope(random, same_block);
    struct slot *seen = append_access(program, random, random_chance(random, 70) ? OP_LOAD : OP_ADD,
                                      reader, flag, 4);
    seen->order =
        one_of(random, ORDER_ACQUIRE, seen->operation == OP_LOAD ? ORDER_ACQUIRE : ORDER_ACQ_REL);
    seen->scope = fitting_scope(random, same_block);
    if (random_chance(random, 15))
        append_some_fence(program, random, reader, fitting_scope(random, same_block));
    append_access(program, random, plain(random, 50), reader, data, size);
}

/* Memory that nobody has written, but for what is written here. */
void add_fresh(struct program *program, struct random *random)
{
    static const enum operation readers[] = {OP_READ, OP_READ, OP_LDG, OP_ADD, OP_VOLATILE_READ};
    unsigned size = random_chance(random, 60) ? 4 : random_size(random);
    struct place place = {SPACE_FRESH, 8 * random_below(random, 4), 1, 0, 0};
    struct who who = random_who(program, random);
    if (random_chance(random, 50))
        place.modulus = program->threads < 16 ? program->threads : 16;
    if (random_chance(random, 70))
        append_access(program, random, OP_WRITE, who, place, size);
    if (random_chance(random, 60))
        append_barrier(program);
    place.shift = random_below(random, 3);
    enum operation reader = readers[random_below(random, 5)];
    if (reader == OP_ADD && size < 4)
        size = 4;
    append_access(program, random, reader,
                  random_chance(random, 50) ? who : random_who(program, random), place, size);
}

/* Threads leave; the others go on, with a barrier that does not wait for them. */
void add_exit(struct program *program, struct random *random)
{
    struct who leaving = random_who(program, random);
    unsigned size = 4;
    struct place data = random_data(random, random_space(random), size);
    leaving.ticket = ANY_TICKET;
    append_access(program, random, plain(random, 70), leaving, data, size);
    append_exit(program, leaving);
    if (random_chance(random, 70))
        append_barrier(program);
    append_access(program, random, plain(random, 50), random_who(program, random), data, size);
}

/* Some write and arrive, others wait; now and then somebody reads in between. */
void add_arrivals(struct program *program, struct random *random)
{
    unsigned barrier = random_below(random, BARRIERS_MOST), size = random_size(random);
    struct who writers = random_who(program, random), readers = writers;
    struct place data = random_chance(random, 50) ? random_data(random, SPACE_SHARED, size)
                                                  : by_thread(program, random, SPACE_SHARED);
    if (random_chance(random, 60)) {
        readers = random_who(program, random);
        readers.block = writers.block;
    }
    append_access(program, random, plain(random, 80), writers, data, size);
    append_arrival(program, OP_ARRIVE, writers, barrier);
    data.shift += random_below(random, 2);
    if (random_chance(random, 30))
        append_access(program, random, plain(random, 30), readers, data, size);
    if (random_chance(random, 80))
        append_arrival(program, OP_WAIT, readers, barrier);
    append_access(program, random, plain(random, 40), readers, data, size);
}
