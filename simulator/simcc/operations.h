/*
 * The table of the operations of basic blocks: see runtime/base/operations.h.
 */
#ifndef SIMCC_OPERATIONS_H
#define SIMCC_OPERATIONS_H

#include "text.h"

/*
 * Copies the compiler's assembly (x86-64, AT&T syntax) to output, with the table behind it. The
 * code stays as it is. Instructions that cannot be read make no operations.
 */
void add_operations(const struct text *assembly, struct text *output);

#endif
