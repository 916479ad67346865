/*
 * How instructions use the stack, and how they are with a register in a slot's place: kept.h.
 */
#ifndef SIMCC_KEPT_FORMS_H
#define SIMCC_KEPT_FORMS_H

#include "assembly.h"

#include <stddef.h>

enum use_form {
    USE_READS,         /* a number that a register can have; its size is exact */
    USE_WRITES,        /* the same, from a register of floating point */
    USE_SETS,          /* the same, from elsewhere */
    USE_TAKES_ADDRESS, /* or adds an index to it */
    USE_OTHER          /* its size is the most that it may be */
};

/* An instruction's use of the stack. */
struct stack_use {
    size_t line;
    enum use_form form;
    long place;    /* bytes from the stack pointer */
    unsigned size; /* bytes */
};

/* Reads the use of the stack pointer, of which the instruction has one; 0 if it is no address. */
int read_stack_use(const struct statement *statement, struct stack_use *use);

/* The bytes by which the instruction moves the stack pointer on; less than 0: back; 0: not known.
 */
long moved_bytes(const struct statement *statement);

/* "%xmm8" and so on. */
void kept_name(unsigned number, char *name, size_t size);

#endif
