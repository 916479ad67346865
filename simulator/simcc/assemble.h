/*
 * From the compiler's assembly to an object, with the tables and calls that simcc adds.
 */
#ifndef SIMCC_ASSEMBLE_H
#define SIMCC_ASSEMBLE_H

#include "compile.h"
#include "text.h"

/*
 * compiled: the command that has made the assembly of the translated text, without its input and
 * output. unseen: functions with stores that have no hook (unseen_stores.h). Returns 0, or the
 * status of the command that failed.
 */
int assemble(const struct toolchain *toolchain, const struct options *options,
             const struct strings *compiled, const char *translated, const char *assembly,
             const struct text *unseen, const char *object);

#endif
