#ifndef GENERATE_H
#define GENERATE_H

#include "program.h"

/* The program of a seed: valid, and in programs of one compiler always the same. */
void generate(uint64_t seed, struct program *program);

#endif
