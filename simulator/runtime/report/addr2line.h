/*
 * addr2line, which comes with the compiler: started once, it answers as long as the program runs.
 */
#ifndef ADDR2LINE_H
#define ADDR2LINE_H

#include <stddef.h>
#include <stdint.h>

/* Asks for the lines of these addresses of the file, of which none is 0: at most LINES_AT_ONCE. */
void addr2line_ask(const char *file, const uintptr_t *addresses, size_t count);

/*
 * The next line of its answer, as addr2line -a -i prints it; returns 0 behind the last one, and
 * where there is no addr2line. To be called until it returns 0.
 */
int addr2line_answers(char *text, int size);

#endif
