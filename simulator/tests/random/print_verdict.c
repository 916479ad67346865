/*
 * What is expected of a program, and what was found.
 */
#include <stdio.h>

#include "print.h"

static void print_pair(const char *text, enum level level, enum race_kind kind, int line, int other)
{
    static const char *const kinds[RACE_KINDS] = {"race", "race between blocks"};
    if (level != LEVEL_NONE)
        printf("// %s: %s%s: %d and %d\n", text, level == LEVEL_NOTE ? "note: " : "", kinds[kind],
               line, other);
}

void print_verdict(const struct program *program, const struct verdict *verdict,
                   const struct pairs *found)
{
    int line = print_line_of_slot(program, 0);
    for (unsigned kind = 0; kind < RACE_KINDS; kind++)
        for (unsigned i = 0; i < SLOTS_MOST; i++)
            for (unsigned j = i; j < SLOTS_MOST; j++) {
                enum level least = verdict->least.level[kind][i][j];
                enum level most = verdict->most.level[kind][i][j];
                enum level level = found->level[kind][i][j];
                int first = line + (int)i, second = line + (int)j;
                print_pair("expected", least, kind, first, second);
                print_pair("found", level, kind, first, second);
                if (level < least)
                    print_pair("expected and not found", least, kind, first, second);
                if (level > most)
                    print_pair("found and not expected", level, kind, first, second);
            }
}
