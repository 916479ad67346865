/*
 * A race as a pair: an access, and lanes of an earlier one in the lists.
 */
#ifndef PAIR_H
#define PAIR_H

#include "check/describe.h"
#include "check/judge.h"

/* The first thread in the entry's block of those lanes, of which there is one. */
unsigned pair_first_thread(const struct entry *entry, uint32_t lanes);

/* The race with a thread's earlier access, as an error. The caller adds the advice. */
struct race pair_race(const struct worker *worker, const struct access *access,
                      const struct entry *entry, unsigned thread);

/* The access races with those lanes of the entry. */
void pair_report(struct worker *worker, const struct access *access, const struct entry *entry,
                 uint32_t lanes, enum finding_level level, enum race_advice advice);

#endif
