/*
 * A basic block's operations, as they are put together: see block.h.
 */
#include "block.h"

#include "whole_loops.h"

#include <string.h>

void block_begin(struct block *block)
{
    memset(block->known, 0, sizeof block->known);
    block->count = block->tail = block->intrinsic = 0;
    block->announced_count = 0;
    memset(&block->loaded, 0, sizeof block->loaded);
    block->flags = OPERATION_FLAGS;
    block->wide = 0;
    block->host = 0;
    block->known[REGISTER_RSP].in_frame = 1;
    block->known[REGISTER_RBP].in_frame = (uint8_t)block->framed;
}

void block_frame(struct block *block, const struct instruction *instruction)
{
    const struct operand *operands = instruction->operands;

    if (instruction->count == 2 && operands[0].kind == OPERAND_REGISTER &&
        operands[1].kind == OPERAND_REGISTER && operands[0].base == REGISTER_RSP &&
        operands[1].base == REGISTER_RBP)
        block->framed = 1;
}

void block_source(struct block *block, enum source_kind source, long line)
{
    if (source == block->source && line == block->line)
        return;
    block->source = source;
    block->line = line;
    block->intrinsic = 0;
}

size_t block_append(struct block *block, enum operation_kind kind, uint8_t to,
                    const uint8_t from[3])
{
    struct planned planned = {.operation = {.kind = (uint8_t)kind, .to = to}};
    int count = 0;

    for (int i = 0; i < 3; i++)
        if (from[i] && from[i] != REGISTER_RSP && (i < 1 || from[i] != from[0]) &&
            (i < 2 || from[i] != from[1]))
            planned.operation.from[count++] = from[i];
    if (block->count == block->capacity) {
        block->capacity = 2 * block->capacity + 64;
        block->operations =
            reallocate(block->operations, block->capacity * sizeof *block->operations);
    }
    block->operations[block->count++] = planned;
    block->known[to] = (struct known){.written = block->count};
    return block->count - 1;
}

/* An intrinsic's instructions count as one: the multiplication, else the last. */
static enum operation_kind merge_intrinsic(struct block *block, enum operation_kind kind)
{
    if (kind == OPERATION_MOVE || kind == OPERATION_BRANCH || kind == OPERATION_JUMP)
        return kind;
    if (block->intrinsic) {
        struct operation *before = &block->operations[block->intrinsic - 1].operation;

        if (before->kind != OPERATION_INTEGER)
            return OPERATION_MOVE;
        before->kind = OPERATION_MOVE;
    }
    block->intrinsic = block->count + 1;
    return kind;
}

/*
 * Whether an operation of these sources takes in a product that was made before, in this basic
 * block, and that nothing else has taken in.
 */
static int takes_product(struct block *block, enum operation_kind kind, const uint8_t from[3])
{
    for (int i = 0; i < 3; i++) {
        size_t place = from[i] ? block->known[from[i]].product : 0;
        enum operation_kind product;

        if (!place || block->operations[place - 1].taken)
            continue;
        product = block->operations[place - 1].operation.kind;
        if (kind != product && (kind != OPERATION_INTEGER || product != OPERATION_MULTIPLY))
            continue;
        block->operations[place - 1].taken = 1;
        return 1;
    }
    return 0;
}

/*
 * Whether a bitwise operation of these sources takes in one that was made before, in this basic
 * block: that has two operands, and nothing else has taken it in.
 */
static int takes_bitwise(struct block *block, const uint8_t from[3])
{
    for (int i = 0; i < 3; i++) {
        size_t place = from[i] ? block->known[from[i]].bitwise : 0;

        if (!place || block->operations[place - 1].taken)
            continue;
        block->operations[place - 1].taken = 1;
        return 1;
    }
    return 0;
}

/* What a branch in a loop's header says of the loop: the `special` of an operation. */
static unsigned header_traits(int whole)
{
    return (whole & LOOP_IS_ASKED ? HEADER_ASKED : 0u) |
           (whole & LOOP_IS_COUNTED ? HEADER_COUNTED : 0u) |
           (whole & LOOP_IS_ENDLESS ? HEADER_ENDLESS : 0u) |
           (whole & LOOP_IS_WIDE ? HEADER_WIDE : 0u);
}

void block_compute(struct block *block, enum operation_kind kind, unsigned traits, uint8_t to,
                   const uint8_t from[3])
{
    int sum = 0;
    size_t place, product, bitwise;

    if (to == REGISTER_RSP)
        return;
    int turns = kind == OPERATION_BRANCH || kind == OPERATION_JUMP;
    if (block->source == SOURCE_RUNTIME || block->host ||
        ((block->whole & LOOP_IS_WHOLE) && !turns))
        kind = OPERATION_MOVE;
    if (block->source == SOURCE_INTEGERS) {
        kind = merge_intrinsic(block, kind);
        traits &= IS_LOGIC; /* nothing is made one with it */
    }
    if (traits & MAKES_SUM)
        sum = takes_product(block, kind, from);
    if (traits & IS_BITWISE && kind == OPERATION_INTEGER)
        sum = takes_bitwise(block, from);
    product = kind == OPERATION_MOVE && from[0] ? block->known[from[0]].product : 0;
    bitwise = kind == OPERATION_MOVE && from[0] ? block->known[from[0]].bitwise : 0;
    place = block_append(block, kind, to, from);
    block->operations[place].operation.doubles = (uint8_t)(sum & 1);
    block->operations[place].operation.is_logic = (traits & IS_LOGIC) != 0;
    block->operations[place].operation.is_whole = (block->whole & LOOP_IS_WHOLE) && turns;
    if (turns && kind != OPERATION_MOVE)
        block->operations[place].operation.special = header_traits(block->whole);
    block->operations[place].operation.wide = block->wide;
    if (kind != OPERATION_MOVE && traits & MAKES_PRODUCT)
        product = place + 1;
    if (kind == OPERATION_INTEGER && traits & IS_BITWISE && !sum)
        bitwise = place + 1;
    block->known[to].product = product;
    block->known[to].bitwise = bitwise;
    if (kind == OPERATION_JUMP)
        block->tail = block->count;
}

void block_trim(struct block *block)
{
    size_t last = block->count;

    while (block->tail && last > block->tail &&
           block->operations[last - 1].operation.kind == OPERATION_MOVE)
        last--;
    if (last == block->tail && last) {
        block->count = last;
        block->announced_count = 0;
    }
}
