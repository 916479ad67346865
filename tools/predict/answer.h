/*
 * An answer that somebody types: a number, as people write it.
 */
#ifndef ANSWER_H
#define ANSWER_H

enum answer { ANSWERED, SKIPPED, UNREADABLE };

/*
 * Reads one line: a number such as 12, 16,384, -0.5 or 90 %, a power such as 2^10, a fraction such
 * as 3/4 or 2^20/8, or "none", which is 0. An empty line is SKIPPED. is_percent: the answer is
 * asked in percent, so that a fraction without a % is a share of 1: 3/4 is 75. *value is set where
 * the line is ANSWERED.
 */
enum answer read_answer(const char *line, int is_percent, double *value);

#endif
