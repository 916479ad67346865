/*
 * One operand of an instruction, and the registers.
 */
#ifndef SIMCC_OPERAND_H
#define SIMCC_OPERAND_H

#include "base/operations.h"

#include <stddef.h>

/* Registers as operations number them. */
#define REGISTER_RAX (OPERATION_GENERAL + 0)
#define REGISTER_RBX (OPERATION_GENERAL + 1)
#define REGISTER_RCX (OPERATION_GENERAL + 2)
#define REGISTER_RDX (OPERATION_GENERAL + 3)
#define REGISTER_RSI (OPERATION_GENERAL + 4)
#define REGISTER_RDI (OPERATION_GENERAL + 5)
#define REGISTER_RBP (OPERATION_GENERAL + 6)
#define REGISTER_RSP (OPERATION_GENERAL + 7)
#define REGISTER_R8  (OPERATION_GENERAL + 8)
#define REGISTER_R15 (OPERATION_GENERAL + 15)

enum operand_kind { OPERAND_IMMEDIATE, OPERAND_REGISTER, OPERAND_MEMORY };

struct operand {
    enum operand_kind kind;
    uint8_t base; /* the register, or a memory operand's base; 0: none, or the rip */
    uint8_t index;
    uint8_t bytes;      /* of a register: 1 to 64; else 0 */
    uint8_t local;      /* in the thread-local variables: %fs: */
    uint8_t relative;   /* to the rip */
    uint8_t scaled;     /* the index times more than 1 */
    const char *offset; /* an immediate's text, or a memory operand's up to its bracket */
    size_t offset_length;
};

/* Whether the offset has this text in it, in small letters or capitals. */
int offset_mentions(const struct operand *operand, const char *text);

/* Whether it begins with this. */
int offset_begins(const struct operand *operand, const char *text);

/* The offset's number; 0 if it is none. */
long offset_value(const struct operand *operand);

/*
 * A number for the meaning of the memory operand's text: the same address, written in the same way,
 * has the same number. Never 0.
 */
uint64_t address_identity(const struct operand *operand);

/* Whether the linker fills it in: addresses of variables, of thread-local ones too. */
int is_linked(const struct operand *operand);

/* %fs:0, where the thread-local variables are. */
int is_local_base(const struct operand *operand);

/* A part of a thread-local variable's address; shared memory's are constants on a GPU. */
int is_constant_part(const struct operand *operand);

/* threadIdx or its kind: see include/sim/builtin_variables.h. */
enum builtin_kind { BUILTIN_NONE, BUILTIN_OTHER, BUILTIN_THREAD };
enum builtin_kind builtin_variable(const struct operand *operand);

#endif
