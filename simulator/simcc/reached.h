/*
 * Leaves out of an object the parts that its kernels do not need: host variables that are
 * constructed before main, tables of host functions, functions that these call.
 */
#ifndef SIMCC_REACHED_H
#define SIMCC_REACHED_H

#include "text.h"

/*
 * Copies the compiler's assembly (x86-64, AT&T syntax) to output. names is a list with commas:
 * functions of these names, whatever their parameters, variables of these names, the simulator's
 * tables and all that these mention stay as they are. Other functions keep nothing but their names,
 * other data mentions nothing, and nothing is run before main. Returns 0; or 1 where a variable
 * that stays has a value that only code before main could give it: a message says so, with the
 * line.
 */
int keep_reached(const struct text *assembly, const char *names, struct text *output);

/* Adds the names of the functions that stay as they are, each with a space behind it. */
void add_reached(const struct text *assembly, const char *names, struct text *reached);

#endif
