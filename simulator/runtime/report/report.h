/*
 * Reports of the counts, at the program's end.
 */
#ifndef REPORT_H
#define REPORT_H

/*
 * Writes the reports that SIM_REPORT, SIM_CSV, SIM_LINES_CSV and SIM_PHASES_CSV ask for. Returns 0
 * if all are written; else 1, after a line about each that is not.
 */
int report_write(void);

/*
 * Opens their files now, for a program that cannot do so at its end. If one cannot be written, says
 * which and returns 0.
 */
int report_open(void);

#endif
