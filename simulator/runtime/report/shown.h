/*
 * Which of a launch's findings are shown: each pair of lines once, and none that
 * only follows from another.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include "report/findings.h"
#include "report/lines.h"

/* 1 if the finding, of the current list, is to be shown; it then counts as shown before. */
int shown_take(const struct finding *finding);

/* 1 if the finding is none by its lines: they tell what pcs do not. */
int shown_is_none(const struct finding *finding);

/* Looks up the lines of the whole current list at once. */
void shown_ask_lines(void);

/* 1 if the current list has a finding that is one. */
int shown_will_be_any(void);

/* How often the finding's lines were met in this launch, whatever the pcs. */
uint64_t shown_times(const struct finding *finding);

/*
 * The advice for a finding of the current list: where one missing barrier of the block has made
 * races within warps and between them, all have that of the block.
 */
const char *shown_advice(const struct finding *finding);

/* 1 if the finding is about two lines, not about one. */
int shown_has_two_lines(const struct finding *finding);

/* The second of its lines, or the first again. */
struct line shown_other_line(const struct finding *finding);

int same_line(struct line a, struct line b);

#endif
