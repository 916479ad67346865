/*
 * A process of its own that looks up lines for a program that will forbid itself to open files
 * and to start programs. It is asked for pcs, never for files by their names: so a confined program
 * cannot make it read files other than its own sources.
 */
#ifndef LINE_HELPER_H
#define LINE_HELPER_H

#include "report/lines.h"

/* Starts it; returns 0 if there can be none. It ends when the program does. */
int line_helper_start(void);

int line_helper_runs(void);

/*
 * Asks it for the lines of up to LINES_AT_ONCE pcs, and passes each on with the text of the line,
 * without leading blanks. Nothing is passed on if the helper has ended.
 */
void line_helper_ask(const uintptr_t *pcs, size_t count,
                     void (*keep)(uintptr_t pc, struct line line, const char *text));

#endif
