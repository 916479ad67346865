/*
 * A few idioms one after the other, many of them changed a little: half of all
 * programs should be free of races, and the others nearly so.
 */
#include "generate.h"

#include <string.h>

#include "idioms.h"
#include "valid.h"

static void choose_shape(struct program *program, struct random *random)
{
    static const unsigned threads[] = {1, 2, 3, 4, 8, 32, 32, 33, 34, 40, 64, 65, 96};
    program->blocks = 1 + random_below(random, BLOCKS_MOST);
    program->threads = threads[random_below(random, sizeof threads / sizeof *threads)];
}

static void drop(struct program *program, unsigned number)
{
    program->slot_count--;
    memmove(&program->slots[number], &program->slots[number + 1],
            (program->slot_count - number) * sizeof program->slots[0]);
}

static void insert(struct program *program, unsigned number, struct slot slot)
{
    if (program->slot_count == SLOTS_MOST)
        return;
    memmove(&program->slots[number + 1], &program->slots[number],
            (program->slot_count - number) * sizeof program->slots[0]);
    program->slots[number] = slot;
    program->slot_count++;
}

static void swap(struct program *program, unsigned number)
{
    struct slot slot = program->slots[number];
    unsigned other = number + 1 < program->slot_count ? number + 1 : 0;
    program->slots[number] = program->slots[other];
    program->slots[other] = slot;
}

static void change_place(struct slot *slot, struct random *random)
{
    switch (random_below(random, 4)) {
    case 0: slot->place.offset ^= 4; break;
    case 1: {
        static const unsigned sizes[] = {1, 2, 4, 8, 3, 12, 16, 20};
        slot->size = sizes[random_below(random, random->is_basic ? 4 : 8)];
        break;
    }
    case 2: slot->place.shift++; break;
    default:
        slot->place.space = slot->place.space == SPACE_GLOBAL ? SPACE_SHARED : SPACE_GLOBAL;
        break;
    }
}

static void change_operation(struct slot *slot, struct random *random)
{
    static const enum operation operations[] = {
        OP_READ, OP_WRITE,    OP_VOLATILE_READ, OP_VOLATILE_WRITE,
        OP_ADD,  OP_EXCHANGE, OP_CAS,           OP_LDG};
    if (accesses_memory(slot->operation) && random->is_basic)
        slot->operation = operations[random_below(random, 7)];
    else if (accesses_memory(slot->operation) && random_chance(random, 30))
        slot->order = (enum order)random_below(random, ORDER_SEQ_CST + 1);
    else if (accesses_memory(slot->operation) && random_chance(random, 20))
        slot->as_vector = slot->size == 2 || slot->size == 4 || slot->size == 8;
    else if (accesses_memory(slot->operation))
        slot->operation = operations[random_below(random, 8)];
    else if (slot->operation == OP_FENCE)
        slot->operation = OP_LIGHT_FENCE;
    else if (slot->operation == OP_LIGHT_FENCE)
        slot->operation = OP_FENCE;
}

/* One random change, which may make the program invalid. */
static void change(struct program *program, struct random *random)
{
    unsigned number = random_below(random, program->slot_count);
    struct slot *slot = &program->slots[number];
    switch (random_below(random, 9)) {
    case 0:
    case 1: drop(program, number); break;
    case 2: insert(program, number, random_slot(program, random)); break;
    case 3: swap(program, number); break;
    case 4: slot->scope = (enum scope)random_below(random, 3); break;
    case 5: slot->who = random_who(program, random); break;
    case 6: change_place(slot, random); break;
    case 7: change_operation(slot, random); break;
    default:
        slot->place = program->slots[random_below(random, program->slot_count)].place;
        if (!slot->place.modulus) /* a fence's or a barrier's */
            slot->place.modulus = 1;
        break;
    }
}

static void add(struct program *program, struct random *random, int rows_only)
{
    struct program before = *program;
    if (rows_only)
        (random_chance(random, 40) ? add_rows : add_row_and_one)(program, random);
    else if (random_chance(random, 90))
        idiom_add(program, random);
    else
        insert(program, program->slot_count, random_slot(program, random));
    if (!program_is_valid(program))
        *program = before;
}

static void mutate(struct program *program, struct random *random)
{
    struct program before = *program;
    change(program, random);
    if (!program->slot_count || !program_is_valid(program))
        *program = before;
}

/* Writes some of the operations otherwise. */
static void spell(struct program *program, struct random *random)
{
    for (unsigned i = 0; i < program->slot_count; i++) {
        struct slot *slot = &program->slots[i], before = *slot;
        if (!random_chance(random, 25))
            continue;
        slot->spelling = random_chance(random, 70) ? SPELLED_PTX : SPELLED_CXX;
        if ((slot->operation == OP_LOAD || slot->operation == OP_STORE) &&
            random_chance(random, 20))
            slot->size = random_chance(random, 50) ? 1 : 2;
        if (!program_is_valid(program))
            *slot = before;
    }
}

/* A second launch that touches what the first could, and finds it freed. */
static void add_freed(struct program *program, struct random *random)
{
    struct program before = *program;
    unsigned first = program->slot_count;
    add_fresh(program, random);
    if (program->slot_count == SLOTS_MOST || program->slot_count - first < 1 || !first) {
        *program = before;
        return;
    }
    program->second = first + random_below(random, program->slot_count - first);
    program->frees = 1;
    if (!program_is_valid(program))
        *program = before;
}

void generate(uint64_t seed, int is_basic, struct program *program)
{
    struct random random = {seed * 0x2545F4914F6CDD1Du, is_basic};
    memset(program, 0, sizeof *program);
    choose_shape(program, &random);
    int rows_only = !is_basic && random_chance(&random, 10);
    for (unsigned pieces = 1 + random_below(&random, 3); pieces > 0; pieces--)
        add(program, &random, rows_only);
    while (!program->slot_count)
        add(program, &random, rows_only);
    if (random_chance(&random, 70))
        for (unsigned changes = 1 + random_below(&random, 3); changes > 0; changes--)
            mutate(program, &random);
    if (!is_basic && random_chance(&random, 5))
        add_freed(program, &random);
    if (!is_basic)
        spell(program, &random);
    if (!is_basic && !program->second && program->slot_count > 1 && random_chance(&random, 20)) {
        struct program before = *program;
        program->second = 1 + random_below(&random, program->slot_count - 1);
        program->frees = random_chance(&random, 30);
        if (!program_is_valid(program))
            *program = before;
    }
}
