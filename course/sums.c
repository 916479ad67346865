/*
 * Tests on a kernel's sums, and on findings of the simulator's checks.
 */
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "shapes/shape.h"

/* No test here asks for a counter or a modelled time: the checks need neither. */
static char *const uncounted[] = {"SIM_COUNTERS=0", NULL};
static char *const hostile[] = {"SIM_ORDER=adversarial", "SIM_COUNTERS=0", NULL};

/* Draws the cases of a test; returns how many. */
static size_t cases_of(const struct subject *subject, enum sum_test test, const char *name,
                       struct run_case cases[CASES_MOST])
{
    const struct work *work = subject->exercise->shape->work;
    struct draw draw = draw_begin(subject->grading->seed, name);
    size_t count = work->draw_cases(subject->exercise, test, &draw, cases);

    for (size_t i = 0; i < count; i++)
        work->complete(subject->exercise, &cases[i]);
    return count;
}

/* Sums of numbers that the student has not seen. Returns whether all are right. */
static int are_cases_right(struct subject *subject, const struct run *run, struct run_case *cases,
                           size_t count, FILE *details)
{
    char ending[ENDING_BYTES];
    int was_stopped = 0;

    int is_quiet = run_cases(subject, run, cases, count, ending);

    subject->has_findings |= !is_quiet;
    keep_failed(subject, run, cases, count, is_quiet);
    for (size_t i = 0; i < count; i++)
        was_stopped |= cases[i].error != 0 || cases[i].judged == 0; /* say where */
    if (was_stopped)
        quote_findings(subject, run->name, details);
    return report_cases(subject, cases, count, ending, details);
}

static int are_sums_right(struct subject *subject, enum sum_test test, const char *name,
                          FILE *details)
{
    struct run run = {.name = name, .environment = uncounted, .may_be_unchecked = 1};
    struct run_case cases[CASES_MOST];
    size_t count = cases_of(subject, test, name, cases);

    return are_cases_right(subject, &run, cases, count, details);
}

int judge_one(struct subject *subject, int most, FILE *details)
{
    return are_sums_right(subject, SUM_ONE, "sum-one", details) ? most : 0;
}

int judge_odd(struct subject *subject, int most, FILE *details)
{
    return are_sums_right(subject, SUM_ODD, "sum-odd", details) ? most : 0;
}

int judge_large(struct subject *subject, int most, FILE *details)
{
    return are_sums_right(subject, SUM_LARGE, "sum-large", details) &&
                   is_right_beyond(subject, details)
               ? most
               : 0;
}

int judge_blocks(struct subject *subject, int most, FILE *details)
{
    return are_sums_right(subject, SUM_BLOCKS, "sum-blocks", details) ? most : 0;
}

/* Runs the cases in an order of lanes, warps and blocks; returns whether nothing is found. */
static int is_clean_in(struct subject *subject, int is_hostile, FILE *details)
{
    const char *log = is_hostile ? "clean-hostile" : "clean";
    struct run_case cases[CASES_MOST];
    struct run run = {.name = log, .environment = is_hostile ? hostile : uncounted};
    size_t count = cases_of(subject, CLEAN, "clean", cases), bytes;
    char ending[ENDING_BYTES], *text = NULL;

    for (size_t i = 0; i < count; i++)
        cases[i].order = is_hostile ? FROM_LAST : FROM_FIRST;
    int is_quiet = run_cases(subject, &run, cases, count, ending);

    keep_failed(subject, &run, cases, count, is_quiet);
    FILE *sums = open_memstream(&text, &bytes);
    int is_right = report_cases(subject, cases, count, ending, sums);

    fclose(sums);
    if (!is_right || !is_quiet) {
        fprintf(details, "            %s:\n",
                is_hostile ? "lanes, warps and blocks in the opposite order"
                           : "in the usual order");
        if (quote_findings(subject, log, details) == 0 || !is_right)
            fputs(text, details);
    }
    free(text);
    return is_right && is_quiet;
}

/* Whether the checks have found nothing in the runs of the other tests. */
static int were_others_clean(const struct subject *subject, FILE *details)
{
    static const char *const others[] = {"sum-one",    "sum-odd",   "sum-large", "sum-some",
                                         "sum-beyond", "sum-named", "sum-any",   "sum-blocks"};

    for (size_t i = 0; i < sizeof others / sizeof *others && subject->has_findings; i++)
        if (quote_findings(subject, others[i], details) > 0) {
            fprintf(details, "            found in a run of %s\n", others[i]);
            return 0;
        }
    return 1;
}

int judge_clean(struct subject *subject, int most, FILE *details)
{
    /* once something is found, the other order has the same to say */
    return is_clean_in(subject, 0, details) && is_clean_in(subject, 1, details) &&
                   is_clean_beside(subject, details) && is_clean_at_any(subject, details) &&
                   were_others_clean(subject, details)
               ? most
               : 0;
}
