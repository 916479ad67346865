/*
 * One instruction of x86-64 in AT&T syntax: its mnemonic and operands.
 */
#ifndef SIMCC_INSTRUCTION_H
#define SIMCC_INSTRUCTION_H

#include "assembly.h"
#include "mnemonics.h"
#include "operand.h"

#define OPERANDS_MOST 5

struct instruction {
    const char *name;
    const struct mnemonic *mnemonic;
    struct operand operands[OPERANDS_MOST];
    int count;
};

/* Reads the statement; parts that are not understood are left out. */
void read_instruction(struct instruction *instruction, const struct statement *statement);

/* How many bytes of memory the instruction moves, as far as it matters for the stack: 4, 8 or 16.
 */
unsigned memory_bytes(const struct instruction *instruction);

#endif
