/*
 * Launches of many blocks and many numbers, made once: their sums are judged by one test, the
 * counters of one of them by another. The checks are off, since they would take seconds.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "chosen.h"
#include "grading.h"
#include "shapes/shape.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { VAST = INT_MAX };

static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_CLOCK=0", NULL};
static char *const only_run[] = {"SIM_CHECKS=0", "SIM_COUNTERS=0", "SIM_CLOCK=0", NULL};

static const struct named none;

/*
 * Completes cases, and chooses the blocks of those that ask for some. Returns what to free. Where
 * each block walks all over the input, few of them run, and none because it is named.
 */
static struct chosen_blocks *prepare(const struct subject *subject, struct draw *draw,
                                     struct run_case *cases, size_t count)
{
    const struct work *work = subject->exercise->shape->work;
    struct chosen_blocks *chosen = calloc(count, sizeof *chosen);

    if (chosen == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        struct run_case *it = &cases[i];

        if (it->n == 0)
            continue;
        work->complete(subject->exercise, it);
        if (it->chosen == 0)
            continue;
        if (work->choose != NULL)
            work->choose(it, draw, &chosen[i]);
        else if (it->by_chance && it->chosen == 1)
            choose_any_block(&chosen[i], grid_of(subject->exercise, it), draw);
        else
            choose_blocks(&chosen[i], grid_of(subject->exercise, it),
                          work->unit != NULL ? work->unit(it) : it->block,
                          it->n > VAST || it->by_chance ? &none : &subject->named, draw,
                          it->chosen);
        it->chosen = chosen[i].count;
        it->blocks = chosen[i].blocks;
    }
    return chosen;
}

/* Makes launches; returns whether all have the right sums. */
static int make(struct subject *subject, const struct run *run, struct run_case *cases,
                size_t count, FILE *details)
{
    char ending[ENDING_BYTES];
    int was_stopped = 0;

    subject->has_findings |= !run_cases(subject, run, cases, count, ending);
    for (size_t i = 0; i < count; i++)
        was_stopped |= cases[i].error != 0 || cases[i].judged == 0;
    if (was_stopped)
        quote_findings(subject, run->name, details); /* say where */
    return report_cases(subject, cases, count, ending, details);
}

/* Makes the launch whose counters are judged, too; keeps them where it has the right sum. */
static int make_far(struct subject *subject, struct run_case *it, FILE *details)
{
    struct run run = {.name = "sum-beyond", .environment = unchecked, .are_counted = 1};
    struct far *far = &subject->far;
    int is_right = make(subject, &run, it, 1, details);

    far->launch = *it;
    far->launch.blocks = NULL;
    far->is_right = is_right &&
                    csv_read(path_in(subject, "sum-beyond-counters.csv"), &far->counters) &&
                    read_phases(path_in(subject, "sum-beyond-phases.csv"), &far->phases);
    return is_right;
}

/*
 * Chosen blocks of a kernel that shares out the numbers as the step's own does, so far as smaller
 * launches have shown; or else all.
 */
static int is_right_far(struct subject *subject, struct beyond *beyond, FILE *details)
{
    if (subject->shares_otherwise)
        return make_far(subject, &beyond->whole, details);
    return make_far(subject, &beyond->some, details);
}

/* The same where it is not known how a kernel shares them out: the chosen blocks show it. */
static int is_right_on_walk(struct subject *subject, struct beyond *beyond, FILE *details)
{
    struct run some = {.name = "sum-some", .environment = only_run};
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);

    subject->shares_otherwise = !make(subject, &some, &beyond->some, 1, unread);
    fclose(unread);
    if (!subject->shares_otherwise)
        fputs(text, details);
    free(text);
    return make_far(subject, subject->shares_otherwise ? &beyond->whole : &beyond->fewer, details);
}

/* Whether blocks that run find what others have left: what is found here is no fault. */
static int meet_as_ours(struct subject *subject, struct draw *draw)
{
    struct run run = {.name = "meeting", .environment = only_run};
    struct run_case it = subject->exercise->shape->work->meeting(draw);
    struct chosen_blocks *chosen = prepare(subject, draw, &it, 1);
    char ending[ENDING_BYTES];

    run_cases(subject, &run, &it, 1, ending);
    free(chosen);
    return is_right(&it);
}

/* Where the numbers are shared out in another way all blocks must run: leaves out other cases. */
static size_t without_chosen(struct run_case *cases, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (cases[i].chosen == 0)
            cases[kept++] = cases[i];
    return kept;
}

/*
 * Whether a launch is counted. Of tiles that meet at several levels some wait for others, and how
 * many values a warp takes is not known; and counting those of the largest n would take seconds.
 * Where chosen blocks' sums are not added up, the second of two kernels is not there to be counted.
 */
static int is_told_by_counters(const struct exercise *exercise, const struct run_case *it)
{
    if (it->chosen == 0 || it->by_chance)
        return 1;
    return exercise->shape->work->is_idea_in == NULL &&
           (exercise->shape->launched == 1 || has_total(it->choice));
}

/* Those that are counted, or the others: leaves out the rest. */
static size_t keep_counted(const struct exercise *exercise, int are_counted,
                           const struct run_case *cases, size_t count, struct run_case *kept)
{
    size_t length = 0;

    for (size_t i = 0; i < count; i++)
        if (is_told_by_counters(exercise, &cases[i]) == are_counted)
            kept[length++] = cases[i];
    return length;
}

/* The numbers that the kernel's code names, an n near the largest, and any others. */
static int is_right_named(struct subject *subject, struct draw *draw, FILE *details)
{
    struct run runs[] = {
        {.name = "sum-vast", .environment = only_run, .is_vast = 1},
        {.name = "sum-named", .environment = unchecked, .is_vast = 1, .are_counted = 1}};
    struct run_case cases[FAR_CASES_MOST + 1 + PATHS_MOST], of_run[FAR_CASES_MOST + 1 + PATHS_MOST];
    const struct work *work = subject->exercise->shape->work;
    size_t count = work->draw_named(subject->exercise, &subject->named, draw, cases);
    int is_right = 1;

    if (work->vast != NULL)
        cases[count++] = work->vast(subject->exercise, draw);
    if (work->draw_any != NULL)
        is_right = find_paths(subject, draw, cases + count, &count, details);
    if (subject->shares_otherwise)
        count = without_chosen(cases, count);
    struct chosen_blocks *chosen = prepare(subject, draw, cases, count);

    for (int counted = 0; counted < 2; counted++) {
        size_t some = keep_counted(subject->exercise, counted, cases, count, of_run);

        is_right &= some == 0 || make(subject, &runs[counted], of_run, some, details);
        if (some > 0 && counted)
            look_roughly(subject, runs[counted].name, of_run, some);
    }
    subject->is_named_made = 1;
    free(chosen);
    return is_right;
}

/* Launches of more than 2^24 numbers, of which one is counted. */
static int are_right_far(struct subject *subject, struct draw *draw, FILE *details)
{
    struct beyond beyond = subject->exercise->shape->work->beyond(subject->exercise, draw);
    struct run_case *all[] = {&beyond.some, &beyond.whole, &beyond.fewer};
    struct chosen_blocks *chosen[COUNT(all)];

    for (size_t i = 0; i < COUNT(all); i++)
        chosen[i] = prepare(subject, draw, all[i], 1);
    subject->far.is_made = 1;
    int is_right = beyond.fewer.n > 0 ? is_right_on_walk(subject, &beyond, details)
                                      : is_right_far(subject, &beyond, details);

    for (size_t i = 0; i < COUNT(all); i++)
        free(chosen[i]);
    return is_right;
}

/* As is_right_beyond, of launches that the far one has not stopped. */
static int is_right_behind(struct subject *subject, struct draw *draw, FILE *details)
{
    if (subject->exercise->shape->work->meeting != NULL && !meet_as_ours(subject, draw))
        subject->shares_otherwise = 1;
    return is_right_named(subject, draw, details);
}

int is_right_beyond(struct subject *subject, FILE *details)
{
    struct draw draw = draw_begin(subject->grading->seed, "sum-beyond");

    if (subject->exercise->shape->work->beyond != NULL && !are_right_far(subject, &draw, details))
        return 0;
    return is_right_behind(subject, &draw, details);
}

void make_counted_beyond(struct subject *subject)
{
    struct draw draw = draw_begin(subject->grading->seed, "sum-beyond");
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);

    if (subject->exercise->shape->work->beyond != NULL)
        are_right_far(subject, &draw, unread);
    is_right_behind(subject, &draw, unread);
    fclose(unread);
    free(text);
}
