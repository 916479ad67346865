/*
 * Copies of aligned structures in clang's intermediate code. nvcc loads a structure in pieces as
 * large as its alignment, one of 16 bytes that is aligned so in one, and g++ does; clang takes it
 * apart where its members are used.
 */
#ifndef SIMCC_WHOLE_COPIES_H
#define SIMCC_WHOLE_COPIES_H

#include "text.h"

/*
 * Copies clang's intermediate code (LLVM's assembly language, after all of its passes) to output:
 * the loads that a copy was taken apart into have one hook for each such piece. (It needs the names
 * that clang has for values: -fno-discard-value-names.) A hook may be called that code does not
 * declare: clang_copies.h does.
 */
void make_copies_whole(const struct text *code, struct text *output);

#endif
