/*
 * Tests on what a kernel adds up, and on what the simulator's checks find meanwhile.
 */
#include <stdlib.h>
#include <string.h>

#include "grading.h"

enum {
    LAUNCHES = 4, /* of a total: one for each place of the numbers within 16 bytes */
    LAUNCHES_LONG = 1200,
    BEYOND = 1 << 24, /* from here on a float does not know all whole numbers */
    MANY_BLOCKS = (1 << 16) + 4,
    SMALL_BLOCK = 64,
    AT_ENDS = 2
};
#define COUNT(cases) (sizeof(cases) / sizeof *(cases))

/* What the cases leave open: the block size is also the template's. */
static void choose(const struct subject *subject, struct run_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cases[i].template_block = cases[i].block;
        if (is_of_rows(subject->exercise)) {
            cases[i].block = ROWS_BLOCK;
            cases[i].kind = SMALL;
        }
        if (!is_total(subject->exercise) && !is_reducing(subject->exercise))
            continue;
        if (cases[i].launches == 0)
            cases[i].launches = LAUNCHES;
        if (cases[i].kind != EXTREME)
            cases[i].kind = ANY;
    }
}

/* Sums of numbers that the student has not seen. Returns whether all are right. */
static int are_sums_right(struct subject *subject, const char *name, struct run_case *cases,
                          size_t count, char *const *environment, FILE *details)
{
    char ending[ENDING_BYTES];
    int was_stopped = 0;

    choose(subject, cases, count);
    if (!run_cases(subject, name, cases, count, environment, ending))
        subject->has_findings = 1;
    for (size_t i = 0; i < count; i++)
        was_stopped |= cases[i].error != 0 || cases[i].judged == 0; /* say where */
    if (was_stopped)
        quote_findings(subject, name, details);
    return report_cases(cases, count, ending, details);
}

/* The same for exercise 16. The modelled time of what its cases launch is no test's. */
static int are_reductions_right(struct subject *subject, const char *test, FILE *details)
{
    static char *const untimed[] = {"SIM_CLOCK=0", NULL};
    struct run_case cases[CASES_MOST];
    size_t count = reduction_cases(test, cases);

    return are_sums_right(subject, test, cases, count, untimed, details);
}

int judge_one(struct subject *subject, int most, FILE *details)
{
    struct run_case blocks[] = {{.n = 1, .block = 512, .kind = PEAK},
                                {.n = 2, .block = 64, .kind = PEAK},
                                {.n = 3, .block = 128},
                                {.n = 9, .block = 64, .kind = PEAK}};
    struct run_case totals[] = {{.n = 1, .block = 512},
                                {.n = 2, .block = 64, .grid = 1},
                                {.n = 3, .block = 128, .grid = 5},
                                {.n = 9, .block = 64},
                                {.n = 19, .block = 256, .kind = EXTREME}};
    struct run_case rows[] = {{.n = 1, .columns = 1},
                              {.n = 2, .columns = 2},
                              {.n = 3, .columns = 1},
                              {.n = 2 * 9, .columns = 9, .offset = 1}};

    if (is_reducing(subject->exercise))
        return are_reductions_right(subject, "sum-one", details) ? most : 0;
    if (is_of_rows(subject->exercise))
        return are_sums_right(subject, "sum-one", rows, COUNT(rows), NULL, details) ? most : 0;
    int is_right = is_total(subject->exercise)
                       ? are_sums_right(subject, "sum-one", totals, COUNT(totals), NULL, details)
                       : are_sums_right(subject, "sum-one", blocks, COUNT(blocks), NULL, details);

    return is_right ? most : 0;
}

int judge_odd(struct subject *subject, int most, FILE *details)
{
    unsigned share = subject->exercise->data_blocks;
    struct run_case blocks[] = {
        {.n = 777, .block = 512, .kind = PEAK},
        {.n = 777, .block = 512}, /* other numbers, nothing else */
        {.n = 4097, .block = 512, .offset = 1},
        {.n = 1023, .block = 64, .offset = 3},
        {.n = 3 * 512 + 1, .block = 256, .offset = 2},
        {.n = 5 * 512 - 1, .block = 256},
        {.n = 2 * share * 64 + (share - 1) * 64 + 5, .block = 64},
        {.n = share * 128 * 3 - 1, .block = 128},
    };
    struct run_case totals[] = {
        {.n = 777, .block = 512, .grid = 2},
        {.n = 4097, .block = 512},
        {.n = 27001, .block = 64, .grid = 100, .launches = 1},
        {.n = 3 * 512 + 1, .block = 256, .grid = 1},
        {.n = 5 * 512 - 1, .block = 256, .grid = 7},
        {.n = 70003, .block = 128, .grid = 129, .launches = 1},
    };
    struct run_case rows[] = {
        {.n = 17 * 255, .columns = 255},
        {.n = 31 * 67, .columns = 67, .offset = 1},
        {.n = 15 * 129, .columns = 129, .offset = 2},
        {.n = 33 * 31, .columns = 31, .offset = 3},
        {.n = 1 * 256, .columns = 256},
        {.n = 50 * 4, .columns = 4},
        {.n = 47 * 253, .columns = 253},
    };

    if (is_reducing(subject->exercise))
        return are_reductions_right(subject, "sum-odd", details) ? most : 0;
    if (is_of_rows(subject->exercise))
        return are_sums_right(subject, "sum-odd", rows, COUNT(rows), NULL, details) ? most : 0;
    int is_right = is_total(subject->exercise)
                       ? are_sums_right(subject, "sum-odd", totals, COUNT(totals), NULL, details)
                       : are_sums_right(subject, "sum-odd", blocks, COUNT(blocks), NULL, details);

    return is_right ? most : 0;
}

/* More than 2^24 numbers, in more blocks than 16 bits count, of which the first and last run. */
static struct run_case many_blocks(const struct exercise *exercise)
{
    unsigned chunk = SMALL_BLOCK * exercise->data_blocks;
    unsigned blocks = BEYOND / chunk + 2 * AT_ENDS;

    return (struct run_case){.n = chunk * (blocks < MANY_BLOCKS ? MANY_BLOCKS : blocks),
                             .block = SMALL_BLOCK,
                             .ends = AT_ENDS};
}

/*
 * Beyond 2^24, with the checks off: where it can be, for those blocks alone that are first and
 * last. A kernel that shares out the numbers among its blocks in another way is given all of them.
 */
static int is_right_beyond(struct subject *subject, FILE *details)
{
    static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_COUNTERS=0", "SIM_CLOCK=0", NULL};
    struct run_case total = {
        .n = BEYOND + 5, .block = 1024, .grid = 33, .launches = 1, .kind = EXTREME};
    struct run_case ends, whole;
    char ending[ENDING_BYTES];

    if (is_total(subject->exercise))
        return are_sums_right(subject, "sum-beyond", &total, 1, unchecked, details);
    ends = whole = many_blocks(subject->exercise);
    whole.ends = 0;
    choose(subject, &ends, 1);
    if (run_cases(subject, "sum-beyond", &ends, 1, unchecked, ending) && is_right(&ends))
        return report_cases(&ends, 1, ending, details);
    return are_sums_right(subject, "sum-beyond", &whole, 1, unchecked, details);
}

int judge_large(struct subject *subject, int most, FILE *details)
{
    static char *const untimed[] = {"SIM_CLOCK=0", NULL};
    struct run_case blocks[] = {{.n = 70001, .block = 512, .offset = 1},
                                {.n = 131072, .block = 64}};
    struct run_case totals[] = {{.n = 70001, .block = 512, .launches = 2},
                                {.n = 131072, .block = 256, .grid = 40, .launches = 2},
                                {.n = 70, .block = 64, .launches = LAUNCHES_LONG}};
    struct run_case rows[] = {{.n = 70001, .columns = 1, .offset = 1},
                              {.n = 4001 * 33, .columns = 33}};

    if (is_reducing(subject->exercise))
        return are_reductions_right(subject, "sum-large", details) ? most : 0;
    if (is_of_rows(subject->exercise))
        return are_sums_right(subject, "sum-large", rows, COUNT(rows), untimed, details) ? most : 0;
    int is_right =
        is_total(subject->exercise)
            ? are_sums_right(subject, "sum-large", totals, COUNT(totals), untimed, details)
            : are_sums_right(subject, "sum-large", blocks, COUNT(blocks), untimed, details);

    return is_right && is_right_beyond(subject, details) ? most : 0;
}

int judge_blocks(struct subject *subject, int most, FILE *details)
{
    struct run_case cases[] = {{.n = 9001, .block = 64},
                               {.n = 9001, .block = 128, .offset = 1},
                               {.n = 9001, .block = 256, .offset = 2},
                               {.n = 9001, .block = 512, .offset = 3},
                               {.n = 9001, .block = 1024},
                               {.n = 8192, .block = 1024}};

    struct run_case rows[] = {{.n = 15 * 200, .columns = 200}, {.n = 16 * 200, .columns = 200},
                              {.n = 17 * 200, .columns = 200}, {.n = 31 * 201, .columns = 201},
                              {.n = 32 * 202, .columns = 202}, {.n = 33 * 203, .columns = 203}};

    if (is_reducing(subject->exercise))
        return are_reductions_right(subject, "sum-blocks", details) ? most : 0;
    if (is_of_rows(subject->exercise))
        return are_sums_right(subject, "sum-blocks", rows, COUNT(rows), NULL, details) ? most : 0;
    for (size_t i = 0; i < COUNT(cases) && is_total(subject->exercise); i++) {
        cases[i].grid = 1u << i;
        cases[i].launches = 2;
    }
    return are_sums_right(subject, "sum-blocks", cases, COUNT(cases), NULL, details) ? most : 0;
}

/* Points for what the checks find nothing in, in whichever run. */
int judge_clean(struct subject *subject, int most, FILE *details)
{
    static char *const hostile[] = {"SIM_ORDER=adversarial", "SIM_CLOCK=0", NULL};
    static char *const usual[] = {"SIM_CLOCK=0", NULL};
    static const struct {
        const char *log, *what;
        char *const *environment;
    } orders[] = {{"clean", "in the usual order", usual},
                  {"clean-hostile", "lanes, warps and blocks in the opposite order", hostile}};
    static const char *const others[] = {"sum-one", "sum-odd", "sum-large", "sum-beyond",
                                         "sum-blocks"};
    unsigned share = subject->exercise->data_blocks > 0 ? subject->exercise->data_blocks : 8;
    int is_clean = 1;

    for (size_t i = 0; i < COUNT(orders); i++) {
        struct run_case usual[] = {{.n = 5001, .block = 256, .offset = 3},
                                   {.n = 8192, .block = 1024},
                                   {.n = 700, .block = 64},
                                   {.n = 4 * share * 64 - 64 + 5, .block = 64, .offset = 1},
                                   {.n = 2, .block = 64}};
        int is_hostile = orders[i].environment == hostile;
        static const unsigned columns[COUNT(usual)] = {3, 256, 100, 7, 1};
        struct run_case cases[CASES_MOST];
        size_t count = reduction_cases("clean", cases);
        char ending[ENDING_BYTES];

        if (!is_reducing(subject->exercise)) {
            memcpy(cases, usual, sizeof usual);
            count = COUNT(usual);
        }

        for (size_t k = 0; k < count && is_of_rows(subject->exercise); k++) {
            cases[k].columns = columns[k];
            cases[k].n -= cases[k].n % columns[k];
        }
        for (size_t k = 0; k < count; k++)
            cases[k].from_last = is_hostile;
        choose(subject, cases, count);
        int is_quiet =
            run_cases(subject, orders[i].log, cases, count, orders[i].environment, ending);
        char *text = NULL;
        size_t bytes;
        FILE *sums = open_memstream(&text, &bytes);
        int is_wrong = !report_cases(cases, count, ending, sums);

        fclose(sums);
        if (is_wrong || !is_quiet) {
            fprintf(details, "            %s:\n", orders[i].what);
            if (quote_findings(subject, orders[i].log, details) == 0 || is_wrong)
                fputs(text, details);
        }
        free(text);
        if (is_wrong || !is_quiet)
            return 0; /* the other order has the same to say */
    }
    for (size_t i = 0; i < COUNT(others) && subject->has_findings; i++)
        if (quote_findings(subject, others[i], details) > 0) {
            fprintf(details, "            found in a run of %s\n", others[i]);
            is_clean = 0;
            break;
        }
    return is_clean ? most : 0;
}
