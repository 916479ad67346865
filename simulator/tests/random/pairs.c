#include "pairs.h"

#include <stdio.h>

void pairs_describe(const struct pairs *pairs, char text[PAIRS_TEXT])
{
    static const char *const kinds[RACE_KINDS] = {"", "B"};
    *text = 0;
    for (unsigned i = 0; i < SLOTS_MOST; i++)
        for (unsigned j = i; j < SLOTS_MOST; j++)
            for (unsigned kind = 0; kind < RACE_KINDS; kind++)
                if (pairs->level[kind][i][j])
                    text += sprintf(text, " %u-%u%s%s", i, j, kinds[kind],
                                    pairs->level[kind][i][j] == LEVEL_NOTE ? "n" : "");
}

int pairs_fit(const struct pairs *pairs, const struct verdict *verdict)
{
    const unsigned char *least = &verdict->least.level[0][0][0];
    const unsigned char *most = &verdict->most.level[0][0][0];
    const unsigned char *level = &pairs->level[0][0][0];
    for (unsigned i = 0; i < sizeof pairs->level; i++)
        if (level[i] < least[i] || level[i] > most[i])
            return 0;
    return 1;
}
