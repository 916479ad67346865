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
 * in log, if one is refused, or if the kernel's name is not a kernel's. Stores whether there is an
 * asm statement: its meaning is known when simcc has translated it.
 */
int tokens_allowed(const char *preprocessed, const char *header_words, const char *name,
                   const char *kernel, int *has_assembly, FILE *log);

/* Whether of the assembly of that file nothing is left in the text that simcc has made of it. */
int assembly_allowed(const char *translated, const char *name, FILE *log);

/* The whole of a file, to be freed; NULL if it cannot be read. */
char *text_of(const char *path);

#endif
