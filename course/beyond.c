/*
 * The launch of more than 2^24 numbers, made once: its sum is judged by one test, its counters by
 * another. The checks are off, since they would take seconds.
 */
#include <stdlib.h>

#include "grading.h"
#include "shapes/shape.h"

static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_CLOCK=0", NULL};
static char *const only_run[] = {"SIM_CHECKS=0", "SIM_COUNTERS=0", "SIM_CLOCK=0", NULL};

/* Makes a launch; keeps its counters where it has the right sum. Returns whether it has. */
static int make(struct subject *subject, const struct run *run, struct run_case *it, FILE *details)
{
    struct far *far = &subject->far;
    char ending[ENDING_BYTES];

    if (!run_cases(subject, run, it, 1, ending))
        subject->has_findings = 1;
    if (it->error != 0 || it->judged == 0)
        quote_findings(subject, run->name, details); /* say where it was stopped */
    far->launch = *it;
    /* pieces whose size is rounded up leave none for a few of thousands of blocks */
    far->is_right = report_cases(subject, it, 1, ending, details) &&
                    it->idle * 100 <= blocks_run(subject->exercise, it);
    if (far->is_right && run->are_counted)
        far->is_right = csv_read(path_in(subject, "sum-beyond-counters.csv"), &far->counters) &&
                        csv_read(path_in(subject, "sum-beyond-phases.csv"), &far->phases);
    return is_right(it);
}

/* The first and last blocks alone, and then those of an n near the largest. */
static int is_right_at_ends(struct subject *subject, struct beyond *beyond, FILE *details)
{
    struct run run = {.name = "sum-beyond", .environment = unchecked, .are_counted = 1};
    struct run vast = {.name = "sum-vast", .environment = only_run, .is_vast = 1};
    char *text, ending[ENDING_BYTES];
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);
    int shares_by_blocks = make(subject, &run, &beyond->at_ends, unread);

    fclose(unread);
    if (shares_by_blocks)
        fputs(text, details);
    free(text);
    if (!shares_by_blocks) /* of a kernel that shares the numbers out in another way: all of them */
        return make(subject, &run, &beyond->whole, details);
    if (!run_cases(subject, &vast, &beyond->vast, 1, ending))
        subject->has_findings = 1;
    if (beyond->vast.error != 0 || beyond->vast.judged == 0)
        quote_findings(subject, vast.name, details);
    return report_cases(subject, &beyond->vast, 1, ending, details);
}

int is_right_beyond(struct subject *subject, FILE *details)
{
    const struct work *work = subject->exercise->shape->work;
    struct run run = {.name = "sum-beyond", .environment = unchecked, .are_counted = 1};
    struct draw draw = draw_begin(subject->grading->seed, run.name);

    if (work->beyond == NULL)
        return 1;
    struct beyond beyond = work->beyond(subject->exercise, &draw);

    work->complete(subject->exercise, &beyond.at_ends);
    work->complete(subject->exercise, &beyond.whole);
    work->complete(subject->exercise, &beyond.vast);
    subject->far.is_made = 1;
    return beyond.at_ends.n > 0 ? is_right_at_ends(subject, &beyond, details)
                                : make(subject, &run, &beyond.whole, details);
}
