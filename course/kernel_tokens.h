/*
 * A kernel part as the compiler will read it.
 */
#ifndef KERNEL_TOKENS_H
#define KERNEL_TOKENS_H

#include <stdio.h>

/*
 * Inspects the preprocessor's output for a kernel part (course/kernel_tokens.c): the tokens that
 * come from the file of that name, macros replaced. header_words: a file of the words of
 * precompiled headers, which are not in the text. Returns 1 if all are allowed; or 0, with an error
 * in log, if one is refused, or if the kernel's name is not a kernel's.
 */
int tokens_allowed(const char *preprocessed, const char *header_words, const char *name,
                   const char *kernel, FILE *log);

#endif
