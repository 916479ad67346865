#include "parts.h"

#define FLAGS_START 192 /* byte offset of the flags, 4 bytes each */
#define FLAGS       12

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

struct who one_thread(unsigned block, unsigned thread)
{
    return (struct who){(int)block, thread, thread + 1, ALL_LANES, ANY_TICKET};
}

struct who all_threads(const struct program *program)
{
    return (struct who){ANY_BLOCK, 0, program->threads, ALL_LANES, ANY_TICKET};
}

struct who random_thread(const struct program *program, struct random *random)
{
    return one_thread(random_below(random, program->blocks),
                      random_below(random, program->threads));
}

struct who random_who(const struct program *program, struct random *random)
{
    struct who who = random_thread(program, random);
    switch (random_below(random, 8)) {
    case 0: who = all_threads(program); break;
    case 1:
        who.first = 0;
        who.end = program->threads;
        break;
    case 2: who.end = who.first + 1 + random_below(random, program->threads - who.first); break;
    case 3: who.end = who.first + 2; break;
    case 4:
        who.first = 0;
        who.end = program->threads;
        who.lanes = 1u << random_below(random, 3) | 1u << random_below(random, WARP_LANES);
        break;
    default: break;
    }
    if (random_chance(random, 15))
        who.block = ANY_BLOCK;
    return who;
}

enum space random_space(struct random *random)
{
    return random_chance(random, 70) ? SPACE_GLOBAL : SPACE_SHARED;
}

struct place random_flag(struct random *random, enum space space)
{
    return (struct place){space, FLAGS_START + 4 * random_below(random, FLAGS), 1, 0, 0};
}

struct place random_data(struct random *random, enum space space, unsigned size)
{
    unsigned offset = 8 * random_below(random, DATA_WORDS);
    if (random_chance(random, 25))
        offset += size * random_below(random, 8 / size);
    return (struct place){space, offset, 1, 0, 0};
}

struct place by_thread(const struct program *program, struct random *random, enum space space)
{
    unsigned modulus = program->threads < 32 ? program->threads : 32;
    if (random_chance(random, 20))
        modulus = 1 + random_below(random, modulus);
    return (struct place){space, 8 * DATA_WORDS, modulus, 0, 0};
}

unsigned random_size(struct random *random)
{
    static const unsigned sizes[] = {4, 4, 4, 4, 4, 8, 8, 2, 1, 1};
    return sizes[random_below(random, 10)];
}

enum scope random_scope(struct random *random)
{
    return random_chance(random, 60)   ? SCOPE_DEVICE
           : random_chance(random, 70) ? SCOPE_BLOCK
                                       : SCOPE_SYSTEM;
}

enum scope fitting_scope(struct random *random, int same_block)
{
    if (random_chance(random, 5))
        return random_scope(random);
    return same_block && random_chance(random, 60) ? SCOPE_BLOCK
           : random_chance(random, 80)             ? SCOPE_DEVICE
                                                   : SCOPE_SYSTEM;
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

struct slot *append_access(struct program *program, struct random *random, enum operation operation,
                           struct who who, struct place place, unsigned size)
{
    return append(program, (struct slot){.operation = operation,
                                         .who = who,
                                         .place = place,
                                         .size = size,
                                         .scope = random_scope(random),
                                         .constant = 1 + random_below(random, 3),
                                         .plus_thread = random_chance(random, 30)});
}

struct slot *append_fence(struct program *program, struct who who, enum scope scope)
{
    return append(program, (struct slot){.operation = OP_FENCE, .who = who, .scope = scope});
}

struct slot *append_some_fence(struct program *program, struct random *random, struct who who,
                               enum scope scope)
{
    struct slot *slot = append_fence(program, who, scope);
    if (random_chance(random, 20))
        slot->operation = OP_LIGHT_FENCE;
    return slot;
}

void append_barrier(struct program *program)
{
    append(program, (struct slot){.operation = OP_BLOCK_BARRIER, .who = all_threads(program)});
}

void append_grid_barrier(struct program *program)
{
    append(program, (struct slot){.operation = OP_GRID_BARRIER, .who = all_threads(program)});
}

void append_tile_barrier(struct program *program, struct who who, unsigned lanes)
{
    append(program, (struct slot){.operation = OP_TILE_BARRIER, .who = who, .size = lanes});
}

void append_copy_step(struct program *program, enum operation operation, struct who who,
                      unsigned prior)
{
    append(program, (struct slot){.operation = operation, .who = who, .prior = prior});
}

void append_exit(struct program *program, struct who who)
{
    append(program, (struct slot){.operation = OP_EXIT, .who = who});
}

void append_arrival(struct program *program, enum operation operation, struct who who,
                    unsigned barrier)
{
    append(program, (struct slot){.operation = operation, .who = who, .barrier = barrier});
}

struct slot *append_warp_barrier(struct program *program, struct who who)
{
    return append(program, (struct slot){.operation = OP_WARP_BARRIER, .who = who});
}

enum operation read_or_write(struct random *random, unsigned write_percent)
{
    return random_chance(random, write_percent) ? OP_WRITE : OP_READ;
}

struct slot random_slot(const struct program *program, struct random *random)
{
    struct slot slot = {.who = random_who(program, random),
                        .size = random_size(random),
                        .scope = random_scope(random),
                        .constant = random_below(random, 4),
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
    slot.place = random_chance(random, 70) ? random_data(random, random_space(random), slot.size)
                                           : by_thread(program, random, random_space(random));
    return slot;
}
