/* Which of many cases are tried: all, or one of every few. */
#ifndef TESTS_ROWS_PART_H
#define TESTS_ROWS_PART_H

#include <stdlib.h>

struct part {
    unsigned long long share, number, turn; /* one of so many, which of them, and cases before */
};

/* From a command line: all cases, or the part of the number argv[2], from 0, of argv[1]. */
static inline struct part part_of(int argc, char **argv)
{
    struct part all = {1, 0, 0};

    if (argc < 3 || atoi(argv[1]) < 1)
        return all;
    return (struct part){(unsigned long long)atoi(argv[1]), (unsigned long long)atoi(argv[2]), 0};
}

/* Whether the next case is one. In each round of `share` cases it is the one behind that of the
   round before: cases that come by turns are not all left out. */
static inline int is_chosen(struct part *part)
{
    unsigned long long turn = part->turn++;

    return (turn + turn / part->share) % part->share == part->number;
}

#endif
