/*
 * How much code a kernel has, and whether functions call themselves, as objdump lists it.
 */
#ifndef REACHED_CODE_H
#define REACHED_CODE_H

#include <stddef.h>

/*
 * The number of instructions of a function and of all functions of the same listing that it, or one
 * of those, calls or jumps to; 0 where it is not listed. disassembly: the output of `objdump -dr`.
 */
size_t reached_code(const char *disassembly, const char *symbol);

/*
 * Whether a function of the listing calls itself, or is called by one that it calls, and on the way
 * a symbol is named that begins so. A compiler may write out the first of such calls, but not the
 * last, where it does not know how many there are.
 */
int is_repeated_by_calls(const char *disassembly, const char *begin);

#endif
