/*
 * Whole warps access words, or parts of words, side by side, each thread its own: what the race
 * detector's quick look keeps in one entry for all of them (check/quick_stripes.h), until somebody
 * comes who does not.
 */
#include "idioms.h"

#define ROW_START AREA_BYTES
#define STEP      64 /* bytes that one entry stands for */

static unsigned row_modulus(const struct program *program, struct random *random, unsigned room)
{
    static const unsigned fixed[] = {16, 32, 48, 64, 96};
    unsigned modulus = program->threads * (random_chance(random, 50) ? program->blocks : 1);
    if (random_chance(random, 20))
        modulus = fixed[random_below(random, 5)];
    return modulus < room ? modulus : room;
}

/* Most often it begins and ends with an entry. */
struct place random_row(const struct program *program, struct random *random, unsigned size)
{
    static const unsigned steps[] = {0, 0, 0, 1, 8, 16, 32, 96};
    struct place place = {SPACE_GLOBAL, ROW_START + STEP * random_below(random, 4), 1, 0, 0, 0};
    if (random_chance(random, 15))
        place.offset += size * random_below(random, STEP / size);
    place.modulus = row_modulus(program, random, (GLOBAL_BYTES - place.offset) / size);
    place.block_step =
        random_chance(random, 40) ? program->threads : steps[random_below(random, 8)];
    return place;
}

/* All threads, of all blocks or one; or whole warps, or halves and quarters of them. */
static struct who warps(const struct program *program, struct random *random)
{
    static const unsigned lanes[] = {0xFFFFu, 0xFFFF0000u, 0xFF0000FFu, 0xFFu, 0x55555555u};
    struct who who = all_threads(program);
    unsigned count = (program->threads + WARP_LANES - 1) / WARP_LANES;
    if (random_chance(random, 30))
        who.block = (int)random_below(random, program->blocks);
    if (random_chance(random, 25)) {
        who.first = WARP_LANES * random_below(random, count);
        who.end = who.first + WARP_LANES < who.end ? who.first + WARP_LANES : who.end;
    }
    if (random_chance(random, 25))
        who.lanes = lanes[random_below(random, 5)];
    return who;
}

/* Any threads; often one alone that is the first of those whose words share an entry. */
static struct who some_thread(const struct program *program, struct random *random)
{
    static const unsigned threads[] = {0, 0, 4, 8, 16, 32, 48, 64};
    unsigned thread = threads[random_below(random, 8)];
    if (thread >= program->threads || random_chance(random, 50))
        return random_who(program, random);
    return one_thread(random_below(random, program->blocks), thread);
}

/* One word of the row, or less: the other words still are as they were. */
static void append_single(struct program *program, struct random *random, struct place row)
{
    static const enum operation operations[] = {OP_READ, OP_READ, OP_WRITE, OP_WRITE,
                                                OP_ADD,  OP_LDG,  OP_READ,  OP_VOLATILE_READ};
    enum operation operation = operations[random_below(random, 8)];
    unsigned size = operation == OP_ADD ? 4 : random_size(random);
    unsigned words = (GLOBAL_BYTES - ROW_START) / 8;
    struct place place = {SPACE_GLOBAL, ROW_START + 8 * random_below(random, words), 1, 0, 0, 0};
    if (random_chance(random, 80))
        place.offset = row.offset / 8 * 8 + 8 * random_below(random, 16);
    append_access(program, random, operation, some_thread(program, random), place, size);
}

/* The row again, perhaps another part of it, or with gaps between its words. */
static void append_row(struct program *program, struct random *random, struct place row,
                       unsigned size)
{
    static const unsigned shifts[] = {1, 4, 8, 16, 32, 64};
    static const unsigned sizes[] = {4, 4, 4, 8, 16, 2, 1};
    if (random_chance(random, 20))
        row.shift += shifts[random_below(random, 6)];
    if (random_chance(random, 10))
        row.block_step = 16 * random_below(random, 4);
    if (random_chance(random, 15))
        size = sizes[random_below(random, 7)];
    if (random_chance(random, 12))
        row.stride = size * (2 + random_below(random, 3));
    if (place_end(&row, size) > GLOBAL_BYTES)
        row.modulus = 1 + (GLOBAL_BYTES - row.offset - size) / place_stride(&row, size);
    row.offset = row.offset / size * size;
    enum operation operation = read_or_write(random, 50);
    if (random_chance(random, 10) && size <= 8)
        operation = random_chance(random, 50) ? OP_LDG : OP_VOLATILE_READ;
    append_access(program, random, operation, warps(program, random), row, size);
}

static void append_meeting(struct program *program, struct random *random)
{
    unsigned chance = random_below(random, 100);
    if (chance < 45)
        append_barrier(program);
    else if (chance < 55)
        append_grid_barrier(program);
    else if (chance < 62)
        append_tile_barrier(program, all_threads(program), WARP_LANES);
    else if (chance < 67)
        append_warp_barrier(program, warps(program, random));
}

void add_rows(struct program *program, struct random *random)
{
    static const unsigned sizes[] = {4, 4, 4, 4, 8, 8, 16, 2, 1};
    unsigned size = sizes[random_below(random, 9)];
    struct place row = random_row(program, random, size);
    for (unsigned round = 2 + random_below(random, 3); round > 0; round--) {
        if (random_chance(random, 70))
            append_row(program, random, row, size);
        else
            append_single(program, random, row);
        if (round > 1)
            append_meeting(program, random);
    }
}

/* The thread meets a lane or two of its warp, so that what these did is known to it; or all. */
static void append_some_meeting(struct program *program, struct random *random, struct who who)
{
    unsigned lane = who.first % WARP_LANES, warp = who.first - lane;
    if (random_chance(random, 15))
        append_barrier(program);
    if (random_chance(random, 60))
        return;
    who.lanes = 1u << lane | 1u << (lane ^ 16) | 1u << random_below(random, WARP_LANES);
    if (random_chance(random, 30))
        who.lanes = 1u << lane | 1u | 1u << 16;
    who.first = warp;
    who.end = warp + WARP_LANES < program->threads ? warp + WARP_LANES : program->threads;
    append_warp_barrier(program, who);
}

/* The thread waits until another block has come as far as this, as a signal without fences says. */
static void append_wait(struct program *program, struct random *random, struct who who)
{
    struct place flag = random_flag(random, SPACE_GLOBAL);
    unsigned last = program->blocks - 1;
    if (who.block == ANY_BLOCK || (unsigned)who.block == last)
        return;
    append_access(program, random, OP_EXCHANGE, one_thread(last, 0), flag, 4)->scope = SCOPE_DEVICE;
    append_access(program, random, OP_SPIN, who, flag, 4)->scope = SCOPE_DEVICE;
}

/* The thread's own word of the row, or one behind it in its entry; or any. */
static struct place near_own(struct random *random, struct place row, unsigned size, struct who one)
{
    unsigned block = one.block == ANY_BLOCK ? 0 : (unsigned)one.block;
    unsigned last = place_end(&row, size) - 4;
    struct place word = {SPACE_GLOBAL, place_offset(&row, size, block, one.first), 1, 0, 0, 0};
    if (random_chance(random, 40))
        word.offset += 4 * random_below(random, STEP / 4);
    else if (random_chance(random, 20))
        word.offset = row.offset + 4 * random_below(random, 1 + (row.modulus * size - 1) / 4);
    word.offset = word.offset < last ? word.offset : last;
    word.offset = word.offset / 4 * 4;
    return word;
}

/* Whole entries are read and written, once or several times, by the same threads or others. */
static struct place append_rounds(struct program *program, struct random *random, struct who who,
                                  struct place row, unsigned size)
{
    static const unsigned shifts[] = {0, 0, 4, 8, 16, 16, 32, 64};
    unsigned write_percent = 60;
    for (unsigned rounds = random_below(random, 3); rounds > 0; rounds--) {
        append_access(program, random, read_or_write(random, write_percent), who, row, size);
        if (random_chance(random, 25))
            append_meeting(program, random);
        else if (random_chance(random, 10))
            append_some_fence(program, random, warps(program, random), SCOPE_BLOCK);
        row.shift = shifts[random_below(random, 8)];
        write_percent = 10;
    }
    if ((size == 4 || size == 8) && row.modulus % 2 == 0 && random_chance(random, 10)) {
        append_access(program, random, OP_READ, who, row, size);
        size = 12 - size;
        row.modulus = size == 4 ? 2 * row.modulus : row.modulus / 2;
    }
    append_access(program, random, read_or_write(random, write_percent), who, row, size);
    return row;
}

/* Then one thread touches a word of them, or all write their own. */
void add_row_and_one(struct program *program, struct random *random)
{
    static const unsigned sizes[] = {4, 4, 4, 8, 16, 2, 1};
    unsigned size = sizes[random_below(random, 7)];
    struct place row = random_row(program, random, size), latest, word;
    struct who who = all_threads(program), one = some_thread(program, random);
    if (random_chance(random, 40))
        who.block = (int)random_below(random, program->blocks);
    latest = append_rounds(program, random, who, row, size);
    append_some_meeting(program, random, one);
    if (random_chance(random, 15))
        append_wait(program, random, one);
    if (random_chance(random, 20)) {
        append_access(program, random, OP_WRITE, who, row, size);
        return;
    }
    word = near_own(random, random_chance(random, 50) ? row : latest, size, one);
    append_access(program, random, read_or_write(random, 70), one, word,
                  random_chance(random, 80) ? 4 : 1);
}
