/*
 * Reports of what was counted, at the program's end.
 */
#ifndef REPORT_H
#define REPORT_H

/* Writes what SIM_REPORT, SIM_CSV, SIM_LINES_CSV and SIM_PHASES_CSV ask for. */
void report_write(void);

/*
 * Opens the files that they name now, for a program that cannot do so at its end. Returns 0, and
 * says which, if one cannot be written.
 */
int report_open(void);

#endif
