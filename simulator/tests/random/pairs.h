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

/* What the oracle says: the races that there are in any case, and those that may be. */
struct verdict {
    struct pairs least, most;
    /* lines that read what nobody has written */
    unsigned char unwritten_least[SLOTS_MOST], unwritten_most[SLOTS_MOST];
    unsigned char freed[SLOTS_MOST]; /* lines that touch memory which was freed */
};

/* Adds a race; a pair that is there already keeps the higher level. */
static inline void pairs_add(struct pairs *pairs, enum race_kind kind, unsigned i, unsigned j,
                             enum level level)
{
    unsigned char *entry = &pairs->level[kind][i < j ? i : j][i < j ? j : i];
    if (*entry < level)
        *entry = (unsigned char)level;
}

/* The level of the race between two lines, LEVEL_NONE if there is none. */
static inline enum level pairs_level(const struct pairs *pairs, enum race_kind kind, unsigned i,
                                     unsigned j)
{
    return (enum level)pairs->level[kind][i < j ? i : j][i < j ? j : i];
}

/* 1 if the pairs are as the verdict has them: at least least, at most most. */
int pairs_fit(const struct pairs *pairs, const struct verdict *verdict);

/* Room for the description of any pairs. */
#define PAIRS_TEXT (SLOTS_MOST * SLOTS_MOST * RACE_KINDS * 12)

/* Writes " I-J" for each pair, with B behind it if between blocks, and n if a note. */
void pairs_describe(const struct pairs *pairs, char text[PAIRS_TEXT]);

#endif
