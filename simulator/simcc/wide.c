/*
 * Instructions on integers of 64 bits: see wide.h.
 */
#include "wide.h"

#include <string.h>

#define HALF 32 /* bits */

static int is_shift(const struct instruction *instruction)
{
    static const char *const shifts[] = {"sal", "shl", "sar", "shr"};

    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        if (!strncmp(instruction->name, shifts[i], 3) && instruction->name[3] != 'd')
            return 1;
    return 0;
}

/* The bits by which it shifts, if they are known; else 0. */
static long shifted_by(const struct instruction *instruction)
{
    if (!is_shift(instruction) || instruction->count != 2 ||
        instruction->operands[0].kind != OPERAND_IMMEDIATE)
        return 0;
    return offset_value(&instruction->operands[0]);
}

/* Whether what it computes, or compares, has 64 bits. */
static int has_64_bits(const struct instruction *instruction)
{
    const struct operand *target = &instruction->operands[instruction->count - 1];

    if (target->kind == OPERAND_MEMORY)
        return memory_bytes(instruction) == 8;
    return target->kind == OPERAND_REGISTER && target->base < OPERATION_VECTOR &&
           target->bytes == 8;
}

/* Whether it copies from 32 bits or less: movslq, movzbl and their kind. */
static int extends(const struct instruction *instruction)
{
    const char *name = instruction->name;

    return !strncmp(name, "movs", 4) || !strncmp(name, "movz", 4);
}

unsigned wide_instructions(const struct instruction *instruction)
{
    const struct mnemonic *mnemonic = instruction->mnemonic;

    if (!instruction->count || !has_64_bits(instruction) || shifted_by(instruction) >= HALF)
        return 0;
    switch (mnemonic->kind) {
    case OPERATION_MOVE: return extends(instruction) ? 0 : WIDE_COPY;
    case OPERATION_INTEGER: return WIDE_PAIR;
    case OPERATION_MULTIPLY: return instruction->count == 1 ? WIDE_HIGH_HALF : WIDE_PRODUCT;
    case OPERATION_DIVIDE: return WIDE_QUOTIENT;
    default: return 0;
    }
}

int is_shift_by_half(const struct instruction *instruction)
{
    return shifted_by(instruction) == HALF && has_64_bits(instruction);
}
