#ifndef SHRINK_H
#define SHRINK_H

#include "program.h"

/* Makes the program smaller for as long as it stays valid and still(program) holds. */
void shrink(struct program *program, int (*still)(const struct program *));

#endif
