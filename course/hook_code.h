/*
 * The simulator's own code in a kernel: what simcc puts in the place of hooks' calls.
 */
#ifndef HOOK_CODE_H
#define HOOK_CODE_H

#include <stddef.h>

/*
 * Empties the lines of objdump's listing, with relocations, whose constants are that code's: a
 * kernel has not named them.
 */
void leave_out_hooks(char **lines, size_t count);

#endif
