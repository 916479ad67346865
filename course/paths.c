/*
 * Launches that a kernel treats in a way of its own. Where one n of thousands is treated apart, no
 * counted launch may meet it. So very many small launches are made, and of each is asked whether it
 * takes a path through the kernel's code that none before it has taken. Those few are made once
 * more, with their counters, among others.
 */
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "shapes/shape.h"

enum {
    CHOSEN_OF_ANY = 2, /* blocks */
    DRAWN_OF_FOUND =
        2,         /* the same of those that are made once more, beside the first and the last */
    CHECKED = 400, /* launches, of at most so many numbers: */
    NUMBERS_OF_CHECKED = 1 << 13
};

static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_CLOCK=0", NULL};
static char *const uncounted[] = {"SIM_COUNTERS=0", NULL};

/*
 * Chooses a block of a case, stored in blocks; where there are numbers beside whole fours, which
 * the first block may add up or the last one, both of these.
 */
static void choose(struct run_case *it, unsigned last, struct draw *draw,
                   unsigned blocks[CHOSEN_OF_ANY])
{
    int are_both = it->n % 4 != 0 && last > 0;

    blocks[0] = are_both ? 0 : draw_between(draw, 0, last);
    blocks[1] = last;
    it->chosen = are_both ? 2 : 1;
    it->blocks = blocks;
}

/*
 * Completes the cases, and chooses the blocks of some. Where a kernel shares out the numbers in
 * another way, these are left out. Returns how many are kept.
 */
static size_t prepare(const struct subject *subject, struct draw *draw, struct run_case *cases,
                      size_t count, unsigned *blocks)
{
    const struct exercise *exercise = subject->exercise;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        struct run_case it = cases[i];

        exercise->shape->work->complete(exercise, &it);
        if (it.chosen > 0 && subject->shares_otherwise)
            continue;
        if (it.chosen > 0)
            choose(&it, grid_of(exercise, &it) - 1, draw, &blocks[CHOSEN_OF_ANY * kept]);
        cases[kept++] = it;
    }
    return kept;
}

/* Leaves out launches of many numbers, and so many others that CHECKED are left. */
static size_t keep_some(struct run_case *cases, size_t count, struct draw *draw)
{
    size_t small = 0, kept = 0;

    for (size_t i = 0; i < count; i++)
        if (cases[i].n <= NUMBERS_OF_CHECKED)
            cases[small++] = cases[i];
    for (size_t i = 0; i < small; i++)
        if (draw_between(draw, 1, (unsigned)(small - i)) <= CHECKED - kept)
            cases[kept++] = cases[i];
    return kept;
}

/* Launches of any numbers. */
struct any {
    struct run_case *cases;
    unsigned *blocks; /* those that are chosen of each */
    size_t count;
};

/* Draws them all, or some small ones; the caller frees cases and blocks. */
static struct any draw_any(const struct subject *subject, struct draw *draw, int are_some)
{
    struct any any = {.cases = calloc(ANY_CASES_MOST, sizeof *any.cases),
                      .blocks = calloc(CHOSEN_OF_ANY * ANY_CASES_MOST, sizeof *any.blocks)};
    const struct exercise *exercise = subject->exercise;

    if (any.cases == NULL || any.blocks == NULL)
        abort();
    any.count = exercise->shape->work->draw_any(exercise, &subject->named, draw, any.cases);
    if (are_some)
        any.count = keep_some(any.cases, any.count, draw);
    any.count = prepare(subject, draw, any.cases, any.count, any.blocks);
    return any;
}

static void free_any(const struct any *any)
{
    free(any->cases);
    free(any->blocks);
}

/* Adds up to PATHS_MOST cases to found, from the last one on: what is usual comes first. */
static size_t take_new(const struct run_case *cases, size_t count, struct run_case *found)
{
    size_t taken = 0;

    while (count-- > 0 && taken < PATHS_MOST)
        if (cases[count].is_path_new) {
            found[taken] = cases[count];
            found[taken].is_path_new = 0;
            found[taken].chosen = cases[count].chosen > 0 ? DRAWN_OF_FOUND : 0;
            found[taken++].blocks = NULL;
        }
    return taken;
}

/* Whether all sums are right; else reports the first one that is not. */
static int are_right(const struct subject *subject, const struct run_case *cases, size_t count,
                     const char *ending, FILE *details)
{
    for (size_t i = 0; i < count; i++)
        if (!is_right(&cases[i]))
            return report_cases(subject, &cases[i], 1, ending, details);
    return 1;
}

int find_paths(struct subject *subject, struct draw *draw, struct run_case found[PATHS_MOST],
               size_t *count, FILE *details)
{
    struct run run = {.name = "sum-any",
                      .environment = unchecked,
                      .is_vast = 1,
                      .are_compared = 1,
                      .are_counted = 1};
    struct any any = draw_any(subject, draw, 0);
    char ending[ENDING_BYTES];

    subject->has_findings |= !run_cases(subject, &run, any.cases, any.count, ending);
    int is_right = are_right(subject, any.cases, any.count, ending, details);

    look_roughly(subject, run.name, any.cases, any.count);
    *count += take_new(any.cases, any.count, found);
    free_any(&any);
    return is_right;
}

int is_clean_at_any(struct subject *subject, FILE *details)
{
    struct run run = {
        .name = "clean-any", .environment = uncounted, .are_compared = 1, .are_unjudged = 1};
    struct draw draw = draw_begin(subject->grading->seed, "clean-any");
    struct any any = draw_any(subject, &draw, 1);
    char ending[ENDING_BYTES];
    int is_clean = run_cases(subject, &run, any.cases, any.count, ending) ||
                   quote_findings(subject, run.name, details) == 0;

    free_any(&any);
    return is_clean;
}
