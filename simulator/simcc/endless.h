/*
 * Loops without a hook: compilers leave of a loop that has no access and no end a jump to itself,
 * in which no step is counted.
 */
#ifndef SIMCC_ENDLESS_H
#define SIMCC_ENDLESS_H

#include "text.h"

/*
 * Copies the compiler's assembly (x86-64, AT&T syntax) to output, with a call of sim_endless_loop in
 * each such loop.
 */
void announce_endless_loops(const struct text *assembly, struct text *output);

#endif
