/*
 * random_kernels FIRST COUNT: runs the kernels of COUNT seeds and compares the races
 * that the simulator finds with those that the oracle expects. Prints a line of
 * totals, and the first kernel that shows a difference, as small as it gets; the
 * exit status then is 1.
 *
 * random_kernels --print SEED: prints the kernel of a seed.
 *
 * --basic before either: the kernels of the first generator.
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
    unsigned long long kernels, racy, noted, pairs, undecided, unwritten, freed, ahead, too_long,
        different;
};

static int is_basic;
static struct executions executions;
/* Of the oracle on each launch; of one whose findings are those of the third order, on that. */
static struct verdict verdicts[LAUNCHES_MOST];

static int unwritten_fits(const struct verdict *verdict, const unsigned char *found)
{
    for (unsigned i = 0; i < SLOTS_MOST; i++)
        if (found[i] < verdict->unwritten_least[i] || found[i] > verdict->unwritten_most[i])
            return 0;
    return 1;
}

/* In the third order nothing was found: 1 if there is something. */
static int ahead_differs(unsigned number)
{
    static const struct pairs nothing;
    struct verdict verdict;
    const struct execution *ahead = &executions.ahead[number];
    if (ahead->too_long)
        return 0;
    oracle_judge(ahead->events, ahead->count, &verdict);
    return !pairs_fit(&nothing, &verdict);
}

static int launch_differs(unsigned number)
{
    const struct execution *execution = &executions.list[number];
    const struct execution *judged =
        executions.is_ahead[number] ? &executions.ahead[number] : execution;
    if (execution->other_finding)
        return 1;
    if (execution->too_long || judged->too_long)
        return 0;
    oracle_judge(judged->events, judged->count, &verdicts[number]);
    if (!pairs_fit(&execution->found, &verdicts[number]) ||
        !unwritten_fits(&verdicts[number], execution->found_unwritten) ||
        memcmp(execution->found_freed, verdicts[number].freed, sizeof verdicts[number].freed))
        return 1;
    return executions.has_ahead[number] && !executions.is_ahead[number] && ahead_differs(number);
}

/* Runs the program; 1 if the simulator and the oracle disagree. */
static int differs(const struct program *program)
{
    int different = 0;
    memset(verdicts, 0, sizeof verdicts);
    for (unsigned number = 0; number < LAUNCHES_MOST; number++)
        executions.list[number].too_long = 0;
    execute(program, &executions);
    for (unsigned number = 0; number < executions.count; number++) {
        different |= launch_differs(number);
        if (executions.list[number].other_finding)
            break;
    }
    return different;
}

static void count_pairs(struct totals *totals)
{
    unsigned errors = 0, notes = 0, undecided = 0, unwritten = 0, freed = 0;
    for (unsigned number = 0; number < executions.count; number++) {
        const unsigned char *least = &verdicts[number].least.level[0][0][0];
        const unsigned char *most = &verdicts[number].most.level[0][0][0];
        for (unsigned i = 0; i < sizeof verdicts[number].least.level; i++) {
            errors += least[i] == LEVEL_ERROR;
            notes += least[i] == LEVEL_NOTE;
            undecided += least[i] != most[i];
        }
        for (unsigned i = 0; i < SLOTS_MOST; i++) {
            unwritten += executions.list[number].found_unwritten[i];
            freed += executions.list[number].found_freed[i];
        }
        totals->ahead += executions.has_ahead[number] != 0;
        totals->too_long += executions.list[number].too_long != 0;
    }
    totals->racy += errors != 0;
    totals->noted += notes != 0;
    totals->pairs += errors + notes;
    totals->undecided += undecided != 0;
    totals->unwritten += unwritten != 0;
    totals->freed += freed != 0;
}

static void show_launch(const struct program *program, unsigned number)
{
    const struct execution *execution = &executions.list[number];
    if (execution->other_finding)
        printf("// The simulator says: %s\n", execution->other_finding);
    else if (execution->too_long)
        printf("// It runs for too long to be judged.\n");
    else
        print_verdict(program, &verdicts[number], &execution->found);
    if (executions.has_ahead[number])
        printf("// In the third order, %s.\n",
               executions.is_ahead[number] ? "this was found" : "nothing was found");
    for (unsigned i = 0; i < SLOTS_MOST && !execution->other_finding; i++)
        if (verdicts[number].freed[i] || execution->found_freed[i])
            printf("// line %d touches freed memory: %sexpected, %sfound\n",
                   print_line_of_slot(program, i), verdicts[number].freed[i] ? "" : "not ",
                   execution->found_freed[i] ? "" : "not ");
    for (unsigned i = 0; i < SLOTS_MOST && !execution->other_finding; i++)
        if (verdicts[number].unwritten_most[i] || execution->found_unwritten[i])
            printf("// line %d reads unwritten memory: expected %s, %sfound\n",
                   print_line_of_slot(program, i),
                   verdicts[number].unwritten_least[i]  ? "surely"
                   : verdicts[number].unwritten_most[i] ? "perhaps"
                                                        : "not",
                   execution->found_unwritten[i] ? "" : "not ");
}

/* Runs the program and prints it, with what is expected and what was found. */
static void show(const struct program *program, uint64_t seed)
{
    differs(program);
    print_program(program, seed);
    for (unsigned number = 0; number < executions.count; number++)
        show_launch(program, number);
}

static int compare(uint64_t first, uint64_t count)
{
    struct totals totals = {0};
    uint64_t first_different = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct program program;
        generate(seed, is_basic, &program);
        if (differs(&program) && !totals.different++)
            first_different = seed;
        totals.kernels++;
        count_pairs(&totals);
    }
    printf("%llu kernels, %llu racy, %llu with notes, %llu pairs, %llu partly undecided, "
           "%llu read unwritten memory, %llu touch freed memory, %llu launches in the third order, "
           "%llu too long, "
           "%llu differences\n",
           totals.kernels, totals.racy, totals.noted, totals.pairs, totals.undecided,
           totals.unwritten, totals.freed, totals.ahead, totals.too_long, totals.different);
    if (!totals.different)
        return 0;
    struct program program;
    generate(first_different, is_basic, &program);
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
    if (count > 1 && !strcmp(arguments[1], "--basic")) {
        is_basic = 1;
        arguments++;
        count--;
    }
    if (count == 3 && !strcmp(arguments[1], "--print") && number(arguments[2], &first)) {
        struct program program;
        generate(first, is_basic, &program);
        show(&program, first);
        return 0;
    }
    if (count == 3 && number(arguments[1], &first) && number(arguments[2], &kernels))
        return compare(first, kernels);
    fprintf(stderr, "usage: random_kernels [--basic] FIRST COUNT | [--basic] --print SEED\n");
    return 2;
}
