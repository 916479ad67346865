/*
 * The end of the program: what it has to say then.
 */
#ifndef ENDING_H
#define ENDING_H

/*
 * Writes the reports and the files that were asked for, and the last lines of the findings.
 * Returns 1 if one of them could not be written.
 */
int ending_write(void);

#endif
