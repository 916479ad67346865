/*
 * The answers that somebody gave so far, in a file of comma-separated values.
 */
#ifndef TALLY_H
#define TALLY_H

/* Adds an answer to the file; number is 1, 2, ... in the step. Ends the program with 3 if it cannot
 * be written. */
void tally_add(const char *path, const char *step, int number, double said, double is,
               int is_right);

/*
 * Prints how many of the first answers to each number were right: a second answer comes from one
 * who has seen the first one's outcome.
 */
void tally_print(const char *path);

#endif
