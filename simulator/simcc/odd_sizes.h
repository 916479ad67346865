/*
 * Hooks for accesses of sizes for which clang has none. It keeps a small structure that a function
 * takes or returns as one number, of 24, 40, 48 or 56 bits, or as a vector of three; it calls a
 * hook for accesses of 1, 2, 4, 8 and 16 bytes alone, and g++ one for any range.
 */
#ifndef SIMCC_ODD_SIZES_H
#define SIMCC_ODD_SIZES_H

#include "options.h"
#include "text.h"

/*
 * Runs clang from the translated text to assembly, by way of its intermediate code, which gets
 * these hooks. command: all but input and output; its first `compiler` words are the compiler's
 * name, and -x and the language follow. code: a name for the intermediate code. Returns clang's
 * status; what it says of the text goes to messages.
 */
int compile_with_odd_sizes(const struct options *options, const struct strings *command,
                           size_t compiler, const char *translated, const char *code,
                           const char *assembly, struct text *messages);

/*
 * Copies clang's intermediate code (LLVM's assembly language, after all of its passes) to output,
 * with a call of a hook of copied_pieces.h before each load and store of such a size
 * in functions that have hooks, and with those of clang_copies.h. Before a store whose address or
 * size cannot be read it calls
 * __tsan_unseen_store. is_optimised: without -G.
 */
void add_hooks_of_odd_sizes(const struct text *code, int is_optimised, struct text *output);

#endif
