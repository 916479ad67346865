/*
 * x86-64's instructions as a GPU's operations, by their mnemonics.
 */
#ifndef SIMCC_MNEMONICS_H
#define SIMCC_MNEMONICS_H

#include "base/operations.h"

/* An instruction's use of its operands; the last one is its destination. */
enum form {
    FORM_NOTHING,
    FORM_WRITE,  /* the destination becomes something of the others */
    FORM_UPDATE, /* the destination becomes something of itself and the others */
    FORM_COMPARE,
    FORM_ADDRESS,    /* lea */
    FORM_POP,        /* the destination has its value of the function's start */
    FORM_EXTEND_RAX, /* cltq and its kind, without operands */
    FORM_EXTEND_RDX,
    FORM_MULTIPLY, /* imul: one, two or three operands */
    FORM_DIVIDE,   /* of rdx:rax */
    FORM_BRANCH,
    FORM_JUMP,
    FORM_CALL
};

/* Further traits of it. */
enum {
    SETS_FLAGS = 1,
    READS_FLAGS = 2,
    MAKES_PRODUCT = 4, /* a multiplication, or a shift to the left */
    MAKES_SUM = 8,     /* nvcc makes it one with a multiplication before it */
    CLEARS = 16,       /* the same operand twice makes 0 */
    IS_LOGIC = 32,     /* operation.is_logic */
    IS_BITWISE = 64    /* nvcc makes two of them one, with three operands (LOP3) */
};

struct mnemonic {
    const char *name;
    enum operation_kind kind;
    enum form form;
    unsigned traits;
};

/* The mnemonic's row; one for other computations where it is not known. Never NULL. */
const struct mnemonic *find_mnemonic(const char *name);

#endif
