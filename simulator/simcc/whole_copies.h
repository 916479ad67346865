/*
 * Copies of aligned structures in clang's intermediate code. nvcc loads a structure of 16 bytes
 * that is aligned so in one piece, and g++ does; clang takes it apart, or calls memcpy.
 */
#ifndef SIMCC_WHOLE_COPIES_H
#define SIMCC_WHOLE_COPIES_H

#include "text.h"

/*
 * Copies clang's intermediate code (LLVM's assembly language, after all of its passes) to output:
 * the loads that a copy was taken apart into have one hook for each 16 bytes, and a memcpy of such
 * a structure to a variable of its function is a load of 16 bytes, with a hook, and a store. (It
 * needs the names that clang has for values: -fno-discard-value-names.)
 */
void make_copies_whole(const struct text *code, struct text *output);

#endif
