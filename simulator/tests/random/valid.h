/*
 * Which programs may be run.
 */
#ifndef VALID_H
#define VALID_H

#include "program.h"

/*
 * 1 if the program ends whatever the order in which its threads run, all its
 * barriers are reached by all of their threads, and its accesses are aligned and
 * inside the area. (Not every program that ends is recognised.)
 */
int program_is_valid(const struct program *program);

#endif
