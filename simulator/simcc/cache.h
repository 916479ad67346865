/*
 * Objects that were compiled before, for the same text, and what compilers have said of themselves:
 * kept in a folder of SIMCC_CACHE, if that is set. (A ccache in front of the compiler would see
 * temporary names, and would not know of what simcc does with the assembly.)
 */
#ifndef SIMCC_CACHE_H
#define SIMCC_CACHE_H

#include "compile.h"

struct text;

/*
 * The name of the object that the command makes of a translated text: a hash of all that it depends
 * on. command: the compiler's, without the names of files. NULL: nothing is to be kept; the caller
 * owns the string.
 */
char *cache_name(const struct toolchain *toolchain, const struct options *options,
                 const struct strings *command, const char *translated);
/* Copies the object of that name to a file. 0 if there is none. */
int cache_take(const char *name, const char *object);
/* Keeps an object under that name. Where it cannot, nothing is kept. */
void cache_keep(const char *name, const char *object);
/*
 * A compiler's answer about itself, such as its version: as read_command, but the answer of an
 * earlier run if the compiler is still the same file. Starting clang takes longer than compiling a
 * few lines.
 */
int cache_ask(const struct strings *command, struct text *answer);

#endif
