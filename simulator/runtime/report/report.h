/*
 * Reports of what was counted, at the program's end.
 */
#ifndef REPORT_H
#define REPORT_H

/* Writes what SIM_REPORT, SIM_CSV and SIM_LINES_CSV ask for. */
void report_write(void);

#endif
