/*
 * The values that instructions read and write, as operations: see block.h.
 */
#include "block.h"

/* Slots of the stack frame that are distinguished; the last register is REGISTER_PASSING. */
#define SLOTS (REGISTER_PASSING - OPERATION_STACK)

int is_on_stack(const struct block *block, const struct operand *operand)
{
    return !operand->local &&
           (operand->base == REGISTER_RSP || (operand->base == REGISTER_RBP && block->framed));
}

uint8_t stack_slot(const struct operand *operand, unsigned further)
{
    long number = (offset_value(operand) / 4 + (long)further) % SLOTS;

    return (uint8_t)(OPERATION_STACK + (number < 0 ? number + SLOTS : number));
}

/*
 * 1 if the operand is an element of an array on the stack. Which one, is not known: the slot of the
 * first one stands for all, and waits for each of them.
 */
static int is_element(const struct block *block, const struct operand *operand)
{
    return operand->kind == OPERAND_MEMORY && operand->index && is_on_stack(block, operand);
}

/*
 * The register in which the operand's value is. A value that must be loaded for that is put into
 * the register to.
 */
uint8_t block_fetch(struct block *block, const struct operand *operand, uint8_t to)
{
    if (operand->kind == OPERAND_REGISTER)
        return operand->base;
    if (operand->kind == OPERAND_IMMEDIATE || is_linked(operand))
        return OPERATION_NO_REGISTER;
    if (is_element(block, operand)) {
        const uint8_t from[3] = {operand->index, stack_slot(operand, 0)};
        size_t place = block_append(block, OPERATION_MOVE, to, from);

        block->operations[place].operation.is_unknown = 1; /* an element of an array */
        return to;
    }
    if (is_on_stack(block, operand))
        return stack_slot(operand, 0);
    if (offset_begins(operand, ".L")) /* the compiler's constants */
        return operand->index;
    if (operand->local && (block->known[operand->base].of_builtin || builtin_variable(operand))) {
        size_t place = block_append(block, OPERATION_INTEGER, to, (const uint8_t[3]){0});
        int of_thread = block->known[operand->base].of_builtin == BUILTIN_THREAD ||
                        builtin_variable(operand) == BUILTIN_THREAD;

        block->operations[place].operation.doubles = (uint8_t)of_thread;
        return to; /* a special register */
    }
    if (is_local_base(operand))
        return OPERATION_NO_REGISTER;
    uint8_t part = block_part(block, operand);
    if (part)
        return part;
    if (block_access(block, operand, 0, to))
        return to;
    return operand->base ? operand->base : operand->index;
}

/* Computes a value and puts it where the instruction's last operand says. */
void block_put(struct block *block, const struct instruction *instruction, enum operation_kind kind,
               unsigned traits, const uint8_t from[3])
{
    const struct operand *operand = &instruction->operands[instruction->count - 1];
    uint8_t to = operand->base;

    if (operand->kind == OPERAND_MEMORY)
        to = is_on_stack(block, operand) && !operand->index ? stack_slot(operand, 0)
                                                            : REGISTER_PASSING;
    if (to != REGISTER_PASSING || kind != OPERATION_MOVE)
        block_compute(block, kind, traits, to, from);
    uint8_t value = kind == OPERATION_MOVE ? from[0] : to;
    if (is_element(block, operand))
        block_compute(block, OPERATION_MOVE, 0, stack_slot(operand, 0),
                      (const uint8_t[3]){value, stack_slot(operand, 0)});
    else if (to == REGISTER_PASSING)
        block_access(block, operand, 1, value);
    else if (operand->kind == OPERAND_MEMORY)
        for (unsigned i = 1; i < memory_bytes(instruction) / 4; i++)
            block_compute(block, OPERATION_MOVE, 0, stack_slot(operand, i), (const uint8_t[3]){to});
    if (traits & SETS_FLAGS)
        block->flags = to;
}
