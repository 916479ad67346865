#ifndef GENERATE_H
#define GENERATE_H

#include "program.h"

/*
 * The program of a seed: valid, and in programs of one compiler always the same. is_basic: as the
 * first generator made them, of words, atomics, fences, barriers, locks and flags, in one launch.
 */
void generate(uint64_t seed, int is_basic, struct program *program);

#endif
