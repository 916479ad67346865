/*
 * A kernel part as the compiler will read it.
 */
#ifndef KERNEL_TOKENS_H
#define KERNEL_TOKENS_H

#include <stdio.h>

/*
 * Looks at what the preprocessor has made of a kernel part (course/kernel_tokens.c): at the
 * tokens that come from the file of that name, macros replaced. header_words: a file of the words
 * of headers that are not in the text themselves, since the compiler has kept them. Returns 1 if
 * all may stand; 0 if one is refused, or what has the kernel's name is none, and prints why to log.
 */
int tokens_allowed(const char *preprocessed, const char *header_words, const char *name,
                   const char *kernel, FILE *log);

#endif
