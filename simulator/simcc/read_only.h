/*
 * Loads on the read-only way (include/sim/read_only.h): the section sim_read_only has the return
 * addresses of their hooks, 8 bytes each. For compilers' assembly of x86-64 and arm64.
 */
#ifndef SIMCC_READ_ONLY_H
#define SIMCC_READ_ONLY_H

#include "text.h"

/*
 * Adds the section, where there are such loads. To be called before hooks are put together
 * (batches.h), and with the labels of operations.h in the assembly, if it is to have them.
 */
void mark_read_only_loads(struct text *assembly);

#endif
