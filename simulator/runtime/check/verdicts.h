/*
 * The verdicts on an access, so that they can be given again: for like accesses of other lanes, and
 * for like entries. Each is then counted as if it were judged anew.
 */
#ifndef VERDICTS_H
#define VERDICTS_H

#include <stddef.h>

#include "check/describe.h"

/* An access begins, of which no verdict is known yet. */
void verdicts_begin(void);

/* Verdicts from here on do not count among those on the access; or do again. */
void verdicts_pause(struct worker *worker);
void verdicts_go_on(void);

/* The advice in that slot has been looked up for the race that is reported next. */
void verdicts_advised(size_t slot);

/* A race is reported, of so many pairs. */
void verdicts_note(struct worker *worker, const struct race_lines *lines);

/* 1 if all verdicts on the access are known: there were not too many different ones. */
int verdicts_are_known(void);

/*
 * Gives the last verdict again, for so many pairs of one entry: at the next verdict or pause. It
 * must be known.
 */
void verdicts_give_last(unsigned pairs);

/* Gives all verdicts again. */
void verdicts_give_all(struct worker *worker);

#endif
