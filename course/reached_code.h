/*
 * How much code a kernel has, as objdump lists it.
 */
#ifndef REACHED_CODE_H
#define REACHED_CODE_H

#include <stddef.h>

/*
 * The number of instructions of a function and of all functions of the same listing that it, or one
 * of those, calls or jumps to; 0 where it is not listed. disassembly: the output of `objdump -dr`.
 */
size_t reached_code(const char *disassembly, const char *symbol);

#endif
