/*
 * The CUDA headers as clang keeps them, for programs that are compiled with its usual flags. Kept
 * in FILE of --precompile; the compiler's own file has no macros and serves no preprocessor, so
 * that others are beside it: FILE.ii        the headers' text, preprocessed: what FILE was made of,
 * and asks for FILE.macros    their macros, for the preprocessor to read in their place
 *     FILE.version   which clang that was: each other one would refuse FILE
 */
#ifndef SIMCC_CLANG_HEADERS_H
#define SIMCC_CLANG_HEADERS_H

#include "compile.h"

/* Makes these files, for counted code. 0: clang cannot, and FILE may be anything. */
int keep_for_clang(const struct toolchain *toolchain, const struct options *options);

/*
 * FILE of the headers that serve for these options, or NULL. What the compiler says with their help
 * has other places in it: who gets messages from it is to do all again without. The caller owns the
 * string.
 */
char *kept_for_clang(const struct toolchain *toolchain, const struct options *options);

/* The arguments that bring in FILE where text is preprocessed, and where it is compiled. */
void add_kept_macros(struct strings *command, const char *kept);
void add_kept_headers(struct strings *command, const char *kept);

#endif
