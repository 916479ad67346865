/*
 * The outcome of a check for races: pairs of lines, whoever found them.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "program.h"

enum level { LEVEL_NONE, LEVEL_NOTE, LEVEL_ERROR };
enum race_kind { RACE_IN_BLOCK, RACE_BETWEEN_BLOCKS, RACE_KINDS };

/* level[kind][i][j], i <= j: of the race between lines i and j. */
struct pairs {
    unsigned char level[RACE_KINDS][SLOTS_MOST][SLOTS_MOST];
};

/* Adds a race; a pair that is there already keeps the higher level. */
static inline void pairs_add(struct pairs *pairs, enum race_kind kind, unsigned i, unsigned j,
                             enum level level)
{
    unsigned char *entry = &pairs->level[kind][i < j ? i : j][i < j ? j : i];
    if (*entry < level)
        *entry = (unsigned char)level;
}

#endif
