/*
 * Functions that only the host calls go without the hooks of counted code: a program's own
 * computation of the results that its kernels should have would take ten times as long with them.
 */
#ifndef SIMCC_HOST_CODE_H
#define SIMCC_HOST_CODE_H

#include "text.h"

/*
 * A statement that the translator puts first in the body of such a function, of which it knows the
 * name: the compiler takes it along into its assembly, there and wherever it inlines the function.
 * A new string; the caller owns it.
 */
char *host_code_mark(const char *name, size_t length);

/* Whether a line of the assembly marks the function of that symbol. */
int marks_host_code(const char *line, const char *symbol);

/* Whether a line of the assembly calls a hook. */
int is_hooks_call(const char *line, const char *end);

/*
 * Copies the compiler's assembly (x86-64, AT&T syntax) to output, without the calls of hooks in
 * functions that have a mark with their own name. Atomics, which the compiler makes calls as well,
 * stay.
 */
void drop_hooks_of_host(const struct text *assembly, struct text *output);

#endif
