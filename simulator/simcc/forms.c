/*
 * From an instruction to its operations, by its form: see block.h.
 */
#include "block.h"
#include "wide.h"

#include <string.h>

static const uint8_t no_registers[3] = {0};

/* Copies from register to register or from memory; other copies are like computations. */
static void add_move(struct block *block, const struct instruction *instruction)
{
    const struct operand *source = &instruction->operands[0];
    const struct operand *target = &instruction->operands[instruction->count - 1];
    size_t before = block->count;
    int to_register = target->kind == OPERAND_REGISTER;
    struct known known = {0};
    uint8_t from[3] = {0};

    from[0] = block_fetch(block, source, to_register ? target->base : REGISTER_PASSING);
    if (to_register && block->count > before)
        return; /* that was it */
    if (source->kind == OPERAND_REGISTER) {
        struct operand pointed = {.kind = OPERAND_MEMORY, .base = source->base};

        known = block->known[source->base];
        known.identity = address_identity(&pointed);
    } else if (source->kind == OPERAND_IMMEDIATE) {
        known.identity = address_identity(source);
    } else if (is_linked(source)) {
        known.of_builtin = (uint8_t)builtin_variable(source);
    } else if (is_on_stack(block, source) && !source->index) {
        for (unsigned i = 1; i < memory_bytes(instruction) / 4 && i < 3; i++)
            from[i] = stack_slot(source, i);
    }
    block_put(block, instruction, OPERATION_MOVE, 0, from);
    if (to_register && target->base != REGISTER_RSP) {
        known.written = block->known[target->base].written;
        block->known[target->base] = known;
    }
}

static void add_address(struct block *block, const struct instruction *instruction)
{
    const struct operand *address = &instruction->operands[0];
    uint8_t to = instruction->operands[instruction->count - 1].base;
    int in_frame = block->known[address->base].in_frame;
    int constant = address->relative || offset_mentions(address, "@tpoff") || in_frame;
    uint8_t from[3] = {in_frame ? 0 : address->base, address->index};
    enum operation_kind kind = OPERATION_INTEGER;
    unsigned traits = 0;

    if (!address->index && (constant || !address->base || !address->offset_length))
        kind = OPERATION_MOVE;
    else if (!address->base && address->scaled)
        traits = MAKES_PRODUCT;
    else if (address->base && address->index && !address->scaled)
        traits = MAKES_SUM;
    block_compute(block, kind, traits, to, from);
    if (!block->count || to == REGISTER_RSP)
        return;
    block->operations[block->count - 1].displaced = (uint8_t)(address->base && !address->index);
    block->known[to].identity = address_identity(address);
    block->known[to].in_frame = (uint8_t)in_frame;
}

/* All operands but the last, as far as there is room, behind the count registers in from. */
static void fetch_sources(struct block *block, const struct instruction *instruction,
                          uint8_t from[3], int count)
{
    for (int i = 0; i + 1 < instruction->count && count < 3; i++) {
        from[count] = block_fetch(block, &instruction->operands[i], REGISTER_PASSING);
        count += from[count] != OPERATION_NO_REGISTER;
    }
}

static int clears(const struct instruction *instruction)
{
    const struct operand *operands = instruction->operands;

    return instruction->mnemonic->traits & CLEARS && instruction->count >= 2 &&
           operands[0].kind == OPERAND_REGISTER && operands[1].kind == OPERAND_REGISTER &&
           operands[0].base == operands[1].base;
}

/* Whether the last operand is written only: of most instructions with three. */
static int is_three_operand(const struct instruction *instruction)
{
    const char *name = instruction->name;

    return instruction->count >= 3 && *name == 'v' && strncmp(name, "vfm", 3) &&
           strncmp(name, "vfnm", 4);
}

/* A comparison, and the choice between its two operands: a minimum or maximum. */
static void merge_minimum(struct block *block, const uint8_t choice[3])
{
    struct operation *last = block->count ? &block->operations[block->count - 1].operation : NULL;

    if (last && last->kind == OPERATION_INTEGER && last->to == OPERATION_FLAGS && last->from[1] &&
        (last->from[0] == choice[1] || last->from[0] == choice[2]) &&
        (last->from[1] == choice[1] || last->from[1] == choice[2])) {
        last->kind = OPERATION_MOVE;
        block->wide = block->wide ? WIDE_MINIMUM : 0;
        if (block->intrinsic == block->count)
            block->intrinsic = 0; /* the choice stands for it, where both are of min() */
    }
}

/* Puts two numbers of 32 bits together, which is to say: two registers of a GPU. */
static int joins_halves(const struct block *block, const struct instruction *instruction,
                        const uint8_t from[3])
{
    return !strncmp(instruction->name, "or", 2) &&
           (block->known[from[0]].is_upper || block->known[from[1]].is_upper);
}

/* A copy, or what takes no instruction of a GPU: two words that are put together are its number. */
static void put_half(struct block *block, const struct instruction *instruction,
                     const uint8_t from[3])
{
    uint8_t to = instruction->operands[instruction->count - 1].base;
    int joins = joins_halves(block, instruction, from);
    size_t before = block->count;

    block_put(block, instruction, OPERATION_MOVE, instruction->mnemonic->traits & SETS_FLAGS, from);
    block->known[to].is_upper = instruction->mnemonic->traits & MAKES_PRODUCT ? 1 : 0;
    if (joins && block->count > before)
        block->operations[before].operation.special = 1;
}

static void add_computation(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    int update = mnemonic->form == FORM_UPDATE && !is_three_operand(instruction);
    uint8_t from[3] = {0};
    int count = 0;

    if (!instruction->count)
        return;
    if (mnemonic->traits & READS_FLAGS)
        from[count++] = block->flags;
    if (clears(instruction)) {
        block_put(block, instruction, count ? mnemonic->kind : OPERATION_MOVE, mnemonic->traits,
                  from);
        return;
    }
    if (update) {
        from[count] =
            block_fetch(block, &instruction->operands[instruction->count - 1], REGISTER_PASSING);
        count += from[count] != OPERATION_NO_REGISTER;
    }
    fetch_sources(block, instruction, from, count);
    if (update && (mnemonic->traits & ~(unsigned)IS_LOGIC) == READS_FLAGS)
        merge_minimum(block, from);
    if (is_constant_part(&instruction->operands[0]))
        block_put(block, instruction, OPERATION_MOVE, 0, from);
    else if (is_shift_by_half(instruction) || joins_halves(block, instruction, from))
        put_half(block, instruction, from);
    else
        block_put(block, instruction, mnemonic->kind, mnemonic->traits, from);
}

static void add_comparison(struct block *block, const struct instruction *instruction)
{
    uint8_t from[3] = {0};

    for (int i = 0; i < instruction->count && i < 3; i++)
        from[i] = block_fetch(block, &instruction->operands[i], REGISTER_PASSING);
    block_compute(block, instruction->mnemonic->kind, instruction->mnemonic->traits,
                  OPERATION_FLAGS, from);
    block->flags = OPERATION_FLAGS;
}

/* Products and quotients of rax, and those whose operands say where they go. */
static void add_wide(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    uint8_t from[3] = {0};

    if (instruction->count == 1) {
        from[0] = REGISTER_RAX;
        from[1] = block_fetch(block, &instruction->operands[0], REGISTER_PASSING);
        if (mnemonic->form == FORM_DIVIDE)
            from[2] = REGISTER_RDX;
        block_compute(block, mnemonic->kind, mnemonic->traits, REGISTER_RAX, from);
        block->operations[block->count - 1].operation.special =
            strncmp(instruction->name, "idiv", 4) == 0 ? OPERATION_SIGNED : 1;
        block_compute(block, OPERATION_MOVE, 0, REGISTER_RDX, (const uint8_t[3]){REGISTER_RAX});
    } else if (instruction->count) {
        if (instruction->count == 2)
            from[0] = block_fetch(block, &instruction->operands[1], REGISTER_PASSING);
        fetch_sources(block, instruction, from, from[0] != OPERATION_NO_REGISTER);
        block_put(block, instruction, mnemonic->kind, mnemonic->traits, from);
        block->operations[block->count - 1].operation.special =
            instruction->operands[0].kind != OPERAND_IMMEDIATE;
    }
}

static void add_jump(struct block *block, const struct instruction *instruction)
{
    uint8_t from[3] = {0};

    if (instruction->mnemonic->form == FORM_BRANCH) {
        from[0] = block->flags;
    } else if (instruction->count) { /* of a switch */
        from[0] = instruction->operands[0].base;
        from[1] = instruction->operands[0].index;
    }
    if (instruction->mnemonic->form == FORM_JUMP)
        block_settle(block);
    block_compute(block, instruction->mnemonic->kind, 0, OPERATION_NO_REGISTER, from);
}

void block_add(struct block *block, const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;
    const uint8_t rax[3] = {REGISTER_RAX};

    block->wide = (uint8_t)wide_instructions(instruction);
    switch (mnemonic->form) {
    case FORM_WRITE:
        if (mnemonic->kind == OPERATION_MOVE && instruction->count == 2) {
            add_move(block, instruction);
            break;
        }
        /* fall through */
    case FORM_UPDATE: add_computation(block, instruction); break;
    case FORM_COMPARE: add_comparison(block, instruction); break;
    case FORM_ADDRESS:
        if (instruction->count == 2)
            add_address(block, instruction);
        break;
    case FORM_POP:
        if (instruction->count)
            block_put(block, instruction, OPERATION_MOVE, 0, no_registers);
        break;
    case FORM_EXTEND_RAX: block_compute(block, OPERATION_MOVE, 0, REGISTER_RAX, rax); break;
    case FORM_EXTEND_RDX: block_compute(block, OPERATION_MOVE, 0, REGISTER_RDX, rax); break;
    case FORM_MULTIPLY:
    case FORM_DIVIDE: add_wide(block, instruction); break;
    case FORM_BRANCH:
    case FORM_JUMP: add_jump(block, instruction); break;
    case FORM_CALL: /* block_call */
    case FORM_NOTHING: break;
    }
    block->wide = 0;
}
