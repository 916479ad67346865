/*
 * Loops without a hook: compilers leave of a loop that has no access and no end a jump to itself,
 * in which no step is counted.
 */
#ifndef SIMCC_ENDLESS_H
#define SIMCC_ENDLESS_H

#include "text.h"

/*
 * Copies the compiler's assembly (x86-64 in AT&T syntax, or arm64) to output, with a call of
 * sim_endless_loop in each such loop. The compiler no longer knows its line. That of the call is
 * the first one with a loop in the source, from the line on from which the loop is entered.
 * source: what the compiler was given, preprocessed, so that neither what is left out nor a
 * comment is looked at.
 */
void announce_endless_loops(const struct text *assembly, const struct text *source,
                            struct text *output);

#endif
