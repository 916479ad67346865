/*
 * Launches beside the numbers that a kernel's code names: on both sides of each unusual one, as the
 * grid and as n. A kernel may leave out a barrier, or have one thread do it all, in a range of them
 * alone: the sums are right there. So these launches are checked, and their counters are judged.
 */
#include <stdlib.h>

#include "chosen.h"
#include "counted_else.h"
#include "grading.h"
#include "shapes/shape.h"

enum { CHOSEN_BY = 2 }; /* numbers, of the first that are compared with */

static char *const uncounted[] = {"SIM_COUNTERS=0", NULL};
static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_CLOCK=0", NULL};

/*
 * Draws them. Returns how many, and what to free in *chosen. Of a kernel that shares out the
 * numbers in another way there are none, where blocks would be chosen.
 */
static size_t draw_cases(const struct subject *subject, struct run_case cases[BESIDE_MOST],
                         struct chosen_blocks **chosen)
{
    const struct exercise *exercise = subject->exercise;
    const struct work *work = exercise->shape->work;
    struct draw draw = draw_begin(subject->grading->seed, "beside");
    struct named first_ones = subject->named;
    size_t count = 0, kept = 0;

    *chosen = calloc(BESIDE_MOST, sizeof **chosen);
    if (*chosen == NULL)
        abort();
    if (work->draw_beside != NULL)
        count = work->draw_beside(exercise, &subject->named, &draw, cases);
    if (first_ones.unusual > CHOSEN_BY)
        first_ones.unusual = CHOSEN_BY;
    first_ones.count = first_ones.unusual;
    for (size_t i = 0; i < count; i++) {
        struct run_case it = cases[i];
        struct chosen_blocks *of_case = &(*chosen)[kept];

        work->complete(exercise, &it);
        if (it.chosen > 0 && subject->shares_otherwise)
            continue;
        if (it.chosen > 0) {
            choose_blocks(of_case, grid_of(exercise, &it), it.block, &first_ones, &draw, it.chosen);
            it.chosen = of_case->count;
            it.blocks = of_case->blocks;
        }
        cases[kept++] = it;
    }
    return kept;
}

int is_clean_beside(struct subject *subject, FILE *details)
{
    struct run run = {.name = "clean-beside", .environment = uncounted};
    struct run_case cases[BESIDE_MOST];
    struct chosen_blocks *chosen;
    size_t count = draw_cases(subject, cases, &chosen), bytes;
    char ending[ENDING_BYTES], *text;
    int is_clean = 1;

    if (count > 0) {
        int is_quiet = run_cases(subject, &run, cases, count, ending);
        FILE *sums = open_memstream(&text, &bytes);
        int is_right = report_cases(subject, cases, count, ending, sums);

        fclose(sums);
        is_clean = is_right && is_quiet;
        if (!is_clean && (quote_findings(subject, run.name, details) == 0 || !is_right))
            fputs(text, details);
        free(text);
    }
    free(chosen);
    return is_clean;
}

/* Where blocks were chosen, limits are those for the numbers that these read. */
static void take_as_read(const struct exercise *exercise, struct run_case *it)
{
    unsigned grid = grid_of(exercise, it);

    if (it->chosen == 0)
        return;
    it->grid = grid;
    it->n = it->n / grid * it->chosen;
}

/* Makes them, and reads their counters; else says what is wrong. */
static int count(struct subject *subject, struct run_case *cases, size_t count, FILE *details)
{
    struct run run = {.name = "idea-beside", .environment = unchecked, .are_counted = 1};
    char ending[ENDING_BYTES], *text;
    size_t bytes;

    run_cases(subject, &run, cases, count, ending);
    FILE *sums = open_memstream(&text, &bytes);
    int is_right = report_cases(subject, cases, count, ending, sums);

    fclose(sums);
    if (!is_right)
        fputs(text, details);
    free(text);
    return is_right && csv_read(path_in(subject, "idea-beside-counters.csv"), &subject->counters) &&
           read_phases(path_in(subject, "idea-beside-phases.csv"), &subject->phases);
}

int judge_beside(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct run_case cases[BESIDE_MOST];
    struct chosen_blocks *chosen;
    size_t all = draw_cases(subject, cases, &chosen), drawn = 0;

    for (size_t i = 0; i < all; i++)
        if (cases[i].counting == WHOLE)
            cases[drawn++] = cases[i];
    int is_kept = drawn == 0 || count(&again, cases, drawn, details);

    subject->drawn = again.drawn;
    subject->is_stalled = again.is_stalled;
    for (size_t i = 0; i < drawn; i++)
        take_as_read(subject->exercise, &cases[i]);
    is_kept = is_kept && judge_all(&again, cases, drawn, details);
    free(chosen);
    return is_kept;
}
