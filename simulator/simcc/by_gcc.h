/*
 * From the translated text to assembly, where the host's compiler is g++.
 */
#ifndef SIMCC_BY_GCC_H
#define SIMCC_BY_GCC_H

#include "compile.h"
#include "text.h"

/*
 * command: all but the input and the output. The functions that have stores without a hook are
 * added to *unseen (unseen_stores.h). In kernels that are judged (--device-only) no load may be
 * without a hook (unseen_loads.h): where there is one, functions become parts of their callers;
 * where one is left, that is an error. Returns 0, or a status for simcc; what is to be said is in
 * *messages.
 */
int compile_by_gcc(const struct toolchain *toolchain, const struct options *options,
                   const struct strings *command, const char *translated, const char *assembly,
                   struct text *messages, struct text *unseen);

#endif
