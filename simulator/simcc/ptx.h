/*
 * Inline PTX: asm("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b)) becomes C++ that does
 * the same with the functions of include/sim/ptx.h.
 */
#ifndef SIMCC_PTX_H
#define SIMCC_PTX_H

#include "text.h"

#define PTX_OPERANDS_MOST  12
#define PTX_MODIFIERS_MOST 10

/* One instruction, split at its signs. The strings belong to it. */
struct ptx_instruction {
    char *guard;                         /* the predicate of @p, as C++; NULL without one */
    char *name;                          /* in full: add.cc.u32 */
    char *base;                          /* add */
    char *modifiers[PTX_MODIFIERS_MOST]; /* cc */
    int modifier_count;
    char *types[2]; /* u32; of cvt first the result's; NULL: none */
    char *operands[PTX_OPERANDS_MOST];
    int operand_count;
};

/* Splits TEXT, an instruction without its semicolon. Returns 0 where it makes no sense. */
int ptx_read(struct ptx_instruction *instruction, const char *text);
void ptx_free(struct ptx_instruction *instruction);
int ptx_has(const struct ptx_instruction *instruction, const char *modifier);

/* The C++ type for a type of PTX, as float for f32; NULL if there is none. */
const char *ptx_type(const char *type);

/*
 * An operand as C++: a register, a special register or a constant (ptx_operand), or the pointer
 * that [a+8] means, to memory of the type (ptx_address). The caller owns the string; NULL: unknown.
 */
char *ptx_operand(const char *operand);
char *ptx_address(const struct ptx_instruction *instruction, const char *operand, const char *type);

/* Each adds C++ for one instruction; 0 if the instruction is none of theirs. */
int ptx_compute(struct text *code, const struct ptx_instruction *instruction);
int ptx_access(struct text *code, const struct ptx_instruction *instruction);
int ptx_cooperate(struct text *code, const struct ptx_instruction *instruction);

#endif
