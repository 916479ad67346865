/*
 * Shared memory whose name is a reference, in lambdas: they would capture a reference as they do a
 * thread's own variable, by its value or not at all, where CUDA's is static.
 */
#ifndef SIMCC_LAMBDAS_H
#define SIMCC_LAMBDAS_H

#include "syntax.h"

/*
 * Declares the variable whose name stands at position once more in each lambda behind it, to the
 * end of its block, that has the name in its body and not among its captures and parameters.
 * declaration is what stands there, up to its semicolon.
 */
void declare_in_lambdas(struct source *source, size_t position, const char *declaration);

#endif
