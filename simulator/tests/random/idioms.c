#include "idioms.h"

#define BASIC_IDIOMS 18 /* the first ones of all */

/* A writer sets a flag behind its data; a reader waits for the flag. */
static void add_flag(struct program *program, struct random *random)
{
    struct who writer = random_thread(program, random), reader = random_thread(program, random);
    int same_block = writer.block == reader.block;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    struct place flag = random_flag(random, space);
    unsigned size = random_size(random);
    struct place data = random_data(random, space, size);
    static const enum operation setters[] = {OP_EXCHANGE,       OP_EXCHANGE, OP_ADD,
                                             OP_VOLATILE_WRITE, OP_CAS,      OP_WRITE};
    append_access(program, random, read_or_write(random, 80), writer, data, size);
    append_some_fence(program, random, writer, fitting_scope(random, same_block));
    append_access(program, random, setters[random_below(random, random_chance(random, 10) ? 6 : 5)],
                  writer, flag, 4)
        ->scope = fitting_scope(random, same_block);
    append_access(program, random, random_chance(random, 75) ? OP_SPIN : OP_SPIN_VOLATILE, reader,
                  flag, 4)
        ->scope = fitting_scope(random, same_block);
    append_some_fence(program, random, reader, fitting_scope(random, same_block));
    append_access(program, random, read_or_write(random, 50), reader, data, size);
}

static int comes_before(const struct who *a, const struct who *b)
{
    return a->block < b->block || (a->block == b->block && a->first < b->first);
}

/*
 * A writer sets a flag, another thread does something to it, a reader looks once. The
 * simulator most often runs earlier threads first, so that the flag gets to the reader.
 */
static void add_relay(struct program *program, struct random *random)
{
    static const enum operation strong[] = {OP_ADD, OP_EXCHANGE, OP_CAS, OP_VOLATILE_READ};
    static const enum operation between[] = {OP_ADD, OP_ADD,   OP_EXCHANGE,
                                             OP_CAS, OP_WRITE, OP_VOLATILE_WRITE};
    struct who writer = random_thread(program, random), reader = random_thread(program, random);
    struct who relay = random_thread(program, random);
    if (comes_before(&reader, &writer)) {
        struct who who = reader;
        reader = writer;
        writer = who;
    }
    int same_block = writer.block == reader.block;
    struct place flag = random_flag(random, SPACE_GLOBAL);
    unsigned flag_size = flag.offset % 8 == 0 && random_chance(random, 30) ? 8 : 4;
    unsigned size = random_size(random);
    struct place data = random_data(random, SPACE_GLOBAL, size);
    append_access(program, random, read_or_write(random, 80), writer, data, size);
    append_some_fence(program, random, writer, fitting_scope(random, same_block));
    append_access(program, random, strong[random_below(random, 3)], writer, flag, flag_size)
        ->scope = fitting_scope(random, same_block);
    if (flag.offset % 8 == 0 && random_chance(random, 15))
        flag_size = 12 - flag_size;
    append_access(program, random, between[random_below(random, 6)], relay, flag, flag_size)
        ->scope = fitting_scope(random, same_block && relay.block == reader.block);
    if (flag.offset % 8 == 0 && random_chance(random, 15))
        flag_size = 12 - flag_size;
    append_access(program, random, strong[random_below(random, 4)], reader, flag, flag_size)
        ->scope = fitting_scope(random, same_block);
    append_some_fence(program, random, reader, fitting_scope(random, same_block));
    append_access(program, random, read_or_write(random, 50), reader, data, size);
}

/* A few threads change data under a lock. */
static void add_lock(struct program *program, struct random *random)
{
    struct who who = random_thread(program, random);
    who.end += random_below(random, 3);
    if (random_chance(random, 40))
        who.block = ANY_BLOCK;
    int same_block = who.block != ANY_BLOCK;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    struct place lock = random_flag(random, space);
    unsigned size = random_size(random);
    struct place data = random_data(random, space, size);
    append_access(program, random, OP_LOCK, who, lock, 4)->scope =
        fitting_scope(random, same_block);
    append_some_fence(program, random, who, fitting_scope(random, same_block));
    append_access(program, random, OP_READ, who, data, size);
    append_access(program, random, OP_WRITE, who, data, size);
    append_some_fence(program, random, who, fitting_scope(random, same_block));
    struct slot *unlock = append_access(
        program, random, random_chance(random, 90) ? OP_EXCHANGE : OP_VOLATILE_WRITE, who, lock, 4);
    unlock->scope = fitting_scope(random, same_block);
    unlock->constant = 0;
    unlock->plus_thread = 0;
}

/* Whoever draws the last ticket reads what all have written. */
static void add_ticket(struct program *program, struct random *random)
{
    struct who who = random_thread(program, random);
    if (random_chance(random, 60))
        who.block = ANY_BLOCK;
    else
        who.end += random_below(random, 4);
    int same_block = who.block != ANY_BLOCK;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    unsigned end = who.end < program->threads ? who.end : program->threads;
    unsigned last = (end - who.first) * (same_block ? 1 : program->blocks) - 1;
    struct place parts = {space, 8 * DATA_WORDS, 16, 0, 1 + random_below(random, 4)};
    append_access(program, random, OP_WRITE, who, parts, 4);
    append_some_fence(program, random, who, fitting_scope(random, same_block));
    struct slot *ticket =
        append_access(program, random, OP_TICKET, who, random_flag(random, space), 4);
    ticket->scope = fitting_scope(random, same_block);
    ticket->constant = 1;
    ticket->plus_thread = 0;
    who.ticket = (int)last;
    append_some_fence(program, random, who, fitting_scope(random, same_block));
    parts.shift = random_below(random, 4);
    append_access(program, random, OP_READ, who, parts, 4);
    append_access(program, random, read_or_write(random, 30), who, parts, 4)->place.shift++;
}

/* Each thread writes its place and, behind a barrier, reads another's. */
static void add_barriers(struct program *program, struct random *random)
{
    unsigned size = random_chance(random, 80) ? 4 : random_size(random);
    struct place place = by_thread(program, random, random_space(random));
    struct who who = all_threads(program);
    place.modulus = program->threads < 32 ? program->threads : 32;
    if (place.space == SPACE_GLOBAL)
        who.block = (int)random_below(random, program->blocks);
    who.end = place.modulus;
    for (unsigned round = 1 + random_below(random, 2); round > 0; round--) {
        append_access(program, random, OP_WRITE, who, place, size);
        append_barrier(program);
        place.shift = random_below(random, place.modulus);
        append_access(program, random, OP_READ, who, place, size);
        if (random_chance(random, 80))
            append_barrier(program);
    }
}

/* Lanes of a warp pass data on from barrier to barrier, each of some lanes (of all warps) only. */
static void add_warp_barriers(struct program *program, struct random *random)
{
    unsigned first = random_below(random, (program->threads + 31) / 32) * 32;
    unsigned lanes = program->threads - first < 32 ? program->threads - first : 32;
    unsigned writer = random_below(random, lanes), size = random_size(random);
    struct who who = one_thread(random_below(random, program->blocks), first + writer);
    struct place data = random_data(random, random_space(random), size);
    append_access(program, random, read_or_write(random, 60), who, data, size);
    for (unsigned hop = 1 + random_below(random, 3); hop > 0; hop--) {
        struct who pair = who;
        unsigned next = random_below(random, lanes);
        pair.first = first;
        pair.end = first + lanes;
        pair.lanes = 1u << writer | 1u << next;
        if (random_chance(random, 30))
            pair.lanes = ALL_LANES;
        if (random_chance(random, 30)) {
            pair.first = 0;
            pair.end = program->threads;
        }
        append_warp_barrier(program, pair);
        writer = next;
    }
    who.first = first + writer;
    if (random_chance(random, 10))
        who.first = random_below(random, program->threads);
    who.end = who.first + 1;
    append_access(program, random, read_or_write(random, 50), who, data, size);
}

/* Adds with compare-and-swap, as CUDA's guide does where there is no atomicAdd. */
static void add_cas_loop(struct program *program, struct random *random)
{
    static const enum operation between[] = {OP_READ, OP_WRITE, OP_ADD, OP_CAS};
    struct who who = random_who(program, random);
    unsigned size = random_chance(random, 60) ? 8 : 4;
    struct place place = random_data(random, random_space(random), size);
    append_access(program, random, random_chance(random, 80) ? OP_READ : OP_VOLATILE_READ, who,
                  place, size);
    if (random_chance(random, 25))
        append_access(program, random, between[random_below(random, 4)], who, place,
                      random_chance(random, 50) ? size : 4);
    append_access(program, random, OP_CAS_LOOP, who, place, size)->scope =
        fitting_scope(random, who.block != ANY_BLOCK || program->blocks == 1);
}

/* Old code: a warp's lanes that rely on moving together. */
static void add_lockstep(struct program *program, struct random *random)
{
    struct who who = all_threads(program);
    struct place place = {random_space(random), 8 * DATA_WORDS, 32, 0, 0};
    who.block = (int)random_below(random, program->blocks);
    who.end = who.end < 32 ? who.end : 32;
    if (random_chance(random, 30))
        append_some_fence(program, random, who, random_scope(random));
    append_access(program, random, OP_VOLATILE_WRITE, who, place, 4)->place.modulus =
        random_chance(random, 20) ? 1 : 32;
    if (random_chance(random, 20))
        append_warp_barrier(program, who);
    place.shift = random_below(random, 3);
    append_access(program, random, random_chance(random, 70) ? OP_VOLATILE_READ : OP_READ, who,
                  place, 4);
}

/* Threads add to a word, which one of them reads at the end. */
static void add_counter(struct program *program, struct random *random)
{
    struct who who = random_who(program, random);
    unsigned size = random_chance(random, 70) ? 4 : 8;
    struct place place = random_data(random, random_space(random), size);
    append_access(program, random, OP_ADD, who, place, size)->scope =
        fitting_scope(random, who.block != ANY_BLOCK || program->blocks == 1);
    if (random_chance(random, 50))
        append_barrier(program);
    append_access(program, random, random_chance(random, 50) ? OP_ADD : OP_READ,
                  random_chance(random, 50) ? random_thread(program, random) : who, place, size);
}

void idiom_add(struct program *program, struct random *random)
{
    static void (*const idioms[])(struct program *, struct random *) = {
        add_signal,   add_signal,   add_signal,       add_signal,        add_flag,
        add_flag,     add_flag,     add_relay,        add_relay,         add_lock,
        add_lock,     add_ticket,   add_barriers,     add_warp_barriers, add_warp_barriers,
        add_cas_loop, add_lockstep, add_counter,      add_structures,    add_structures,
        add_copy,     add_copy,     add_ordered_flag, add_ordered_flag,  add_ordered_flag,
        add_fresh,    add_fresh,    add_exit,         add_arrivals,      add_arrivals,
        add_tiles,    add_tiles,    add_grid,         add_pipeline,      add_pipeline,
        add_pipeline, add_rows,     add_rows,         add_row_and_one,   add_row_and_one};
    unsigned count = random->is_basic ? BASIC_IDIOMS : sizeof idioms / sizeof *idioms;
    unsigned before = program->slot_count;
    idioms[random_below(random, count)](program, random);
    if (program->slot_count == SLOTS_MOST) /* half an idiom may wait for ever */
        program->slot_count = before;
}
