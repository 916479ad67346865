/*
 * Parts of a printed kernel's lines.
 */
#ifndef PRINT_SLOT_H
#define PRINT_SLOT_H

#include "program.h"

/* The slot's condition and what it does. */
void print_slot(const struct program *program, const struct slot *slot);

/* What it does, as inline PTX. */
void print_ptx(const struct program *program, const struct slot *slot);

/* "*(volatile u32 *)(g + 4)", or without the star the pointer, of the slot's place or another. */
void print_typed(const struct slot *slot, const struct place *place, const char *star,
                 const char *qualifier, const char *type);
void print_place(const struct slot *slot, const char *star, const char *qualifier);

/* What is stored or added. */
void print_operand(const struct program *program, const struct slot *slot);

/* "u32" */
const char *print_type_of_size(unsigned size);

/* The mask of a warp barrier: that of the first warp that comes, as they all have the same. */
unsigned print_mask(const struct program *program, const struct slot *slot);

#endif
