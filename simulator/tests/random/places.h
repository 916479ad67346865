/*
 * The lines of the random kernels' code.
 */
#ifndef PLACES_H
#define PLACES_H

#include <stdint.h>

/*
 * The line of the call that led to a pc, a return address: the outermost one, where functions are
 * inlined; 0 if it is unknown. Ends the program where addr2line cannot be run.
 */
unsigned place_line(uintptr_t pc);

#endif
