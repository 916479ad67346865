/*
 * What the grader's host programs for the simulator have in common: the command line, the
 * key and the channel of the verdicts. Included by course/judge.c and course/judge_total.c.
 *
 *     PROGRAM NUMBER CASE...
 *
 * They read KEY and SEED from stdin. For each case one line that begins with KEY goes to file
 * descriptor 3, which the grader opened. The key is drawn for each run: who does not know it
 * can write no verdict, and what the submission might do before main starts is done before
 * anybody in the process knows it.
 */
#ifndef JUDGING_H
#define JUDGING_H

#include <stdio.h>
#include <stdlib.h>

#include "../common/exit_status.h"

enum { VERDICTS = 3, POISON = 0x55 /* what is not written shows */ };

/* Judges a case, which text describes, and writes its line to verdicts. */
typedef void judge_case(FILE *verdicts, unsigned long long key, unsigned seed, unsigned number,
                        const char *text);

/* The whole of main. Returns its exit status. */
static int judge_cases(int argc, char **argv, judge_case *judge)
{
    FILE *verdicts = fdopen(VERDICTS, "w");
    unsigned long long key;
    unsigned seed;

    if (verdicts == NULL || argc < 3 || scanf("%llu %u", &key, &seed) != 2)
        return EXIT_BAD_USAGE;
    for (int i = 2; i < argc; i++)
        judge(verdicts, key, seed, (unsigned)strtoul(argv[1], NULL, 10), argv[i]);
    return EXIT_RIGHT_SUM;
}

#endif
