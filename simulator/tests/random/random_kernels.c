/*
 * random_kernels FIRST COUNT: runs the kernels of COUNT seeds and compares the races
 * that the simulator finds with those that the oracle expects. Prints a line of
 * totals, and the first kernel that shows a difference, as small as it gets; the
 * exit status then is 1.
 *
 * random_kernels --print SEED: prints the kernel of a seed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execution.h"
#include "generate.h"
#include "oracle.h"
#include "print.h"
#include "shrink.h"

struct totals {
    unsigned long long kernels, racy, noted, pairs, undecided, too_long, different;
};

static struct execution execution;
static struct verdict verdict; /* of the oracle on that execution */

/* Runs the program; 1 if the simulator and the oracle disagree. */
static int differs(const struct program *program)
{
    memset(&verdict, 0, sizeof verdict);
    execution.too_long = 0;
    execute(program, &execution);
    if (execution.other_finding)
        return 1;
    if (execution.too_long)
        return 0;
    oracle_judge(execution.events, execution.count, &verdict);
    return !pairs_fit(&execution.found, &verdict);
}

static void count_pairs(struct totals *totals)
{
    const unsigned char *least = &verdict.least.level[0][0][0];
    const unsigned char *most = &verdict.most.level[0][0][0];
    unsigned errors = 0, notes = 0, undecided = 0;
    for (unsigned i = 0; i < sizeof verdict.least.level; i++) {
        errors += least[i] == LEVEL_ERROR;
        notes += least[i] == LEVEL_NOTE;
        undecided += least[i] != most[i];
    }
    totals->racy += errors != 0;
    totals->noted += notes != 0;
    totals->pairs += errors + notes;
    totals->undecided += undecided != 0;
}

/* Runs the program and prints it, with what is expected and what was found. */
static void show(const struct program *program, uint64_t seed)
{
    differs(program);
    print_program(program, seed);
    if (execution.other_finding)
        printf("// The simulator says: %s\n", execution.other_finding);
    else if (execution.too_long)
        printf("// It runs for too long to be judged.\n");
    else
        print_verdict(program, &verdict, &execution.found);
}

static int compare(uint64_t first, uint64_t count)
{
    struct totals totals = {0};
    uint64_t first_different = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct program program;
        generate(seed, &program);
        if (differs(&program) && !totals.different++)
            first_different = seed;
        totals.kernels++;
        totals.too_long += execution.too_long != 0;
        count_pairs(&totals);
    }
    printf("%llu kernels, %llu racy, %llu with notes, %llu pairs, %llu partly undecided, "
           "%llu too long, %llu differences\n",
           totals.kernels, totals.racy, totals.noted, totals.pairs, totals.undecided,
           totals.too_long, totals.different);
    if (!totals.different)
        return 0;
    struct program program;
    generate(first_different, &program);
    shrink(&program, differs);
    show(&program, first_different);
    return 1;
}

static int number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && end != text && !*end && text[0] != '-';
}

int main(int count, char **arguments)
{
    uint64_t first, kernels;
    if (count == 3 && !strcmp(arguments[1], "--print") && number(arguments[2], &first)) {
        struct program program;
        generate(first, &program);
        show(&program, first);
        return 0;
    }
    if (count == 3 && number(arguments[1], &first) && number(arguments[2], &kernels))
        return compare(first, kernels);
    fprintf(stderr, "usage: random_kernels FIRST COUNT | random_kernels --print SEED\n");
    return 2;
}
