/*
 * Data lies in the first words of an area, flags and locks in words of their own
 * behind them, so that most idioms do not disturb each other.
 */
#include "idioms.h"

#define DATA_WORDS 4            /* of 8 bytes, that single accesses choose from */
#define FLAGS_START 192         /* byte offset of the flags, 4 bytes each */
#define FLAGS 12
#define ALL_LANES 0xFFFFFFFFu

unsigned random_below(struct random *random, unsigned limit)
{
    /* splitmix64 */
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ z >> 31) >> 32) % limit;
}

int random_chance(struct random *random, unsigned percent)
{
    return random_below(random, 100) < percent;
}

/* ---- Parts of slots ---------------------------------------------------------------------- */

static struct who one_thread(unsigned block, unsigned thread)
{
    return (struct who){(int)block, thread, thread + 1, ALL_LANES, ANY_TICKET};
}

static struct who all_threads(const struct program *program)
{
    return (struct who){ANY_BLOCK, 0, program->threads, ALL_LANES, ANY_TICKET};
}

static struct who random_thread(const struct program *program, struct random *random)
{
    return one_thread(random_below(random, program->blocks),
                      random_below(random, program->threads));
}

struct who random_who(const struct program *program, struct random *random)
{
    struct who who = random_thread(program, random);
    switch (random_below(random, 8)) {
    case 0:
        who = all_threads(program);
        break;
    case 1:
        who.first = 0;
        who.end = program->threads;
        break;
    case 2:
        who.end = who.first + 1 + random_below(random, program->threads - who.first);
        break;
    case 3:
        who.end = who.first + 2;
        break;
    case 4:
        who.first = 0;
        who.end = program->threads;
        who.lanes = 1u << random_below(random, 3) | 1u << random_below(random, WARP_LANES);
        break;
    default:
        break;
    }
    if (random_chance(random, 15))
        who.block = ANY_BLOCK;
    return who;
}

static enum space random_space(struct random *random)
{
    return random_chance(random, 70) ? SPACE_GLOBAL : SPACE_SHARED;
}

/* A flag's word; in global memory unless both threads that use it are of one block. */
static struct place random_flag(struct random *random, enum space space)
{
    return (struct place){space, FLAGS_START + 4 * random_below(random, FLAGS), 1, 0, 0};
}

static struct place random_data(struct random *random, enum space space, unsigned size)
{
    unsigned offset = 8 * random_below(random, DATA_WORDS);
    if (random_chance(random, 25))
        offset += size * random_below(random, 8 / size);
    return (struct place){space, offset, 1, 0, 0};
}

/* A place for each thread, up to 32 of them, behind the data of single accesses. */
static struct place by_thread(const struct program *program, struct random *random,
                              enum space space)
{
    unsigned modulus = program->threads < 32 ? program->threads : 32;
    if (random_chance(random, 20))
        modulus = 1 + random_below(random, modulus);
    return (struct place){space, 8 * DATA_WORDS, modulus, 0, 0};
}

static unsigned random_size(struct random *random)
{
    static const unsigned sizes[] = {4, 4, 4, 4, 4, 8, 8, 2, 1, 1};
    return sizes[random_below(random, 10)];
}

static enum scope random_scope(struct random *random)
{
    return random_chance(random, 60) ? SCOPE_DEVICE
         : random_chance(random, 70) ? SCOPE_BLOCK : SCOPE_SYSTEM;
}

/* The scope that threads of these blocks need; now and then another one. */
static enum scope fitting_scope(struct random *random, int same_block)
{
    if (random_chance(random, 5))
        return random_scope(random);
    return same_block && random_chance(random, 60) ? SCOPE_BLOCK
         : random_chance(random, 80) ? SCOPE_DEVICE : SCOPE_SYSTEM;
}

/* ---- Slots ------------------------------------------------------------------------------- */

static struct slot *append(struct program *program, struct slot slot)
{
    static struct slot spare;
    if (program->slot_count == SLOTS_MOST)
        return &spare;
    program->slots[program->slot_count] = slot;
    return &program->slots[program->slot_count++];
}

static struct slot *append_access(struct program *program, struct random *random,
                                  enum operation operation, struct who who, struct place place,
                                  unsigned size)
{
    return append(program, (struct slot){
        .operation = operation, .who = who, .place = place, .size = size,
        .scope = random_scope(random), .constant = 1 + random_below(random, 3),
        .plus_thread = random_chance(random, 30)});
}

static struct slot *append_fence(struct program *program, struct who who, enum scope scope)
{
    return append(program, (struct slot){.operation = OP_FENCE, .who = who, .scope = scope});
}

static void append_barrier(struct program *program)
{
    append(program, (struct slot){.operation = OP_BLOCK_BARRIER, .who = all_threads(program)});
}

static struct slot *append_warp_barrier(struct program *program, struct who who)
{
    return append(program, (struct slot){.operation = OP_WARP_BARRIER, .who = who});
}

static enum operation read_or_write(struct random *random, unsigned write_percent)
{
    return random_chance(random, write_percent) ? OP_WRITE : OP_READ;
}

struct slot random_slot(const struct program *program, struct random *random)
{
    struct slot slot = {.who = random_who(program, random), .size = random_size(random),
                        .scope = random_scope(random), .constant = random_below(random, 4),
                        .plus_thread = random_chance(random, 30),
                        .compare = random_below(random, 2)};
    unsigned kind = random_below(random, 12);
    if (kind == 11) {
        slot.operation = OP_FENCE;
        slot.size = 0;
        return slot;
    }
    slot.operation = kind < 7 ? (enum operation)(kind % 4) : (enum operation)(OP_ADD + kind % 4);
    if (slot.operation >= OP_ADD)
        slot.size = slot.size == 8 ? 8 : 4;
    slot.place = random_chance(random, 70)
                     ? random_data(random, random_space(random), slot.size)
                     : by_thread(program, random, random_space(random));
    return slot;
}

/* ---- Idioms -------------------------------------------------------------------------------- */

/* A writer sets a flag behind its data; a reader waits for the flag. */
static void add_flag(struct program *program, struct random *random)
{
    struct who writer = random_thread(program, random), reader = random_thread(program, random);
    int same_block = writer.block == reader.block;
    enum space space = same_block ? random_space(random) : SPACE_GLOBAL;
    struct place flag = random_flag(random, space);
    unsigned size = random_size(random);
    struct place data = random_data(random, space, size);
    static const enum operation setters[] = {OP_EXCHANGE, OP_EXCHANGE, OP_ADD, OP_VOLATILE_WRITE,
                                             OP_CAS, OP_WRITE};
    append_access(program, random, read_or_write(random, 80), writer, data, size);
    append_fence(program, writer, fitting_scope(random, same_block));
    append_access(program, random, setters[random_below(random, random_chance(random, 10) ? 6 : 5)],
                  writer, flag, 4)->scope = fitting_scope(random, same_block);
    append_access(program, random, random_chance(random, 75) ? OP_SPIN : OP_SPIN_VOLATILE, reader,
                  flag, 4)->scope = fitting_scope(random, same_block);
    append_fence(program, reader, fitting_scope(random, same_block));
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
    append_fence(program, who, fitting_scope(random, same_block));
    append_access(program, random, OP_READ, who, data, size);
    append_access(program, random, OP_WRITE, who, data, size);
    append_fence(program, who, fitting_scope(random, same_block));
    struct slot *unlock = append_access(program, random,
                                        random_chance(random, 90) ? OP_EXCHANGE
                                                                  : OP_VOLATILE_WRITE,
                                        who, lock, 4);
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
    append_fence(program, who, fitting_scope(random, same_block));
    struct slot *ticket = append_access(program, random, OP_TICKET, who,
                                        random_flag(random, space), 4);
    ticket->scope = fitting_scope(random, same_block);
    ticket->constant = 1;
    ticket->plus_thread = 0;
    who.ticket = (int)last;
    append_fence(program, who, fitting_scope(random, same_block));
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

/* Lanes of a warp pass data on from barrier to barrier, each of some lanes only. */
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
        append_warp_barrier(program, pair);
        writer = next;
    }
    who.first = first + writer;
    who.end = who.first + 1;
    append_access(program, random, read_or_write(random, 50), who, data, size);
}

/* Adds with compare-and-swap, as CUDA's guide does where there is no atomicAdd. */
static void add_cas_loop(struct program *program, struct random *random)
{
    struct who who = random_who(program, random);
    unsigned size = random_chance(random, 60) ? 8 : 4;
    struct place place = random_data(random, random_space(random), size);
    append_access(program, random, random_chance(random, 80) ? OP_READ : OP_VOLATILE_READ, who,
                  place, size);
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
        append_fence(program, who, random_scope(random));
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
        add_flag, add_flag, add_flag, add_lock, add_lock, add_ticket, add_barriers,
        add_warp_barriers, add_warp_barriers, add_cas_loop, add_lockstep, add_counter};
    unsigned before = program->slot_count;
    idioms[random_below(random, sizeof idioms / sizeof *idioms)](program, random);
    if (program->slot_count == SLOTS_MOST)      /* half an idiom may wait for ever */
        program->slot_count = before;
}
