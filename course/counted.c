/*
 * The test of a step's idea, by counters of many launches: one that is announced, and those that
 * are drawn for this grading.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counted_else.h"
#include "grading.h"
#include "measures.h"
#include "rules.h"
#include "shapes/shape.h"

static char *const unchecked[] = {"SIM_CHECKS=0", "SIM_CLOCK=0", NULL};

static void print_idle(const struct subject *subject, const struct run_case *it, FILE *details)
{
    fprintf(details, "    BAD     each block has a part of the numbers: of %u blocks %u leave 0\n",
            blocks_run(subject->exercise, it), it->idle);
}

int count_launches(struct subject *subject, const char *name, char *const *environment,
                   struct run_case *launches, size_t count, FILE *details)
{
    struct run run = {.name = name, .environment = environment, .are_counted = 1};
    char ending[ENDING_BYTES];

    int is_quiet = run_cases(subject, &run, launches, count, ending);

    keep_failed(subject, &run, launches, count, is_quiet);
    if (!is_quiet)
        quote_findings(subject, name, details);
    if (!report_cases(subject, launches, count, ending, details))
        return 0;
    if (!csv_read(new_text(subject->texts, "%s-counters.csv", path_in(subject, name)),
                  &subject->counters) ||
        !read_phases(new_text(subject->texts, "%s-phases.csv", path_in(subject, name)),
                     &subject->phases)) {
        fprintf(details, "    MISSING counters\n");
        return 0;
    }
    /* where numbers cancel each other, a block that begins beside a pair may come to 0 by chance */
    for (size_t i = 0; i < count; i++)
        if (launches[i].idle > 0 && launches[i].kind != PAIRS) {
            print_idle(subject, &launches[i], details);
            return 0;
        }
    return 1;
}

/* The row with a launch's counters, of the first of its kernels; beyond all if there is none. */
static size_t row_of(const struct subject *subject, const struct run_case *launch)
{
    const struct csv *counters = &subject->counters;
    size_t row = 0;

    while (row < counters->count &&
           (csv_number(counters, row, "grid") != grid_of(subject->exercise, launch) ||
            csv_number(counters, row, "block") != launch->block ||
            csv_number(counters, row, "launches") != 1 ||
            strstr(csv_text(counters, row, "kernel"), subject->exercise->kernel) == NULL))
        row++;
    return row;
}

static double counted_alike(const struct subject *subject, const struct run_case *launch,
                            unsigned launched, const char *name)
{
    size_t row = row_of(subject, launch);
    unsigned blocks = blocks_run(subject->exercise, launch);

    if (strstr(name, "_share") != NULL)
        return share(&subject->phases, launched, blocks, launch->block / 32, name);
    if (csv_text(&subject->counters, row, name) != NULL)
        return csv_number(&subject->counters, row, name);
    return measure(&subject->phases, launched, blocks,
                   csv_number(&subject->counters, row, "warp_barriers"), name);
}

/* How often the warps have met their block at objects such as cuda::barrier. */
static double meetings(const struct subject *subject, size_t place)
{
    return phase_sum(&subject->phases, (unsigned)(place * subject->exercise->shape->launched),
                     "meetings");
}

double counted(const struct subject *subject, const struct run_case *launch, size_t place,
               const char *name)
{
    enum { STORES_TO_BEGIN = 2 }; /* of a cuda::barrier, in each block */
    unsigned launched = (unsigned)(place * subject->exercise->shape->launched);
    double value = counted_alike(subject, launch, launched, name), met = meetings(subject, place);

    if (met == 0)
        return value;
    /* barriers that are objects count as those that are not, and their atomics not at all */
    if (strcmp(name, "shared_atomic_requests") == 0)
        return phase_sum(&subject->phases, launched, name);
    if (strcmp(name, "block_barriers") == 0)
        return value + met / (launch->block / 32);
    if (strcmp(name, "shared_store_requests") == 0 || strcmp(name, "shared_stores") == 0 ||
        strcmp(name, "tree_stores") == 0)
        return value - STORES_TO_BEGIN * (double)blocks_run(subject->exercise, launch);
    return value;
}

static int judge_rule(const struct subject *subject, const struct rule *rule,
                      const struct run_case *launch, size_t place, FILE *good, FILE *bad)
{
    const struct exercise *exercise = subject->exercise;
    double value = counted(subject, launch, place, rule->counter);
    const struct work *work = exercise->shape->work;
    unsigned parts =
        work->parts != NULL ? work->parts(exercise, launch) : blocks_run(exercise, launch);
    double limit = rule_limit(rule, exercise, launch, parts);
    int is_kept = rule->bound == AT_LEAST ? value >= limit - 1e-9 : value <= limit + 1e-9;

    if (isnan(value)) {
        /* no request, no degree, no efficiency: another rule asks for requests */
        int is_ratio = strstr(rule->counter, "conflicts") || strstr(rule->counter, "efficiency");

        if (!is_ratio)
            fprintf(bad, "    MISSING %s: %s is not counted\n", rule->meaning, rule->counter);
        return is_ratio;
    }
    fprintf(is_kept ? good : bad, "    %-7s %s: %s is %g, %s %g\n", is_kept ? "GOOD" : "BAD",
            rule->meaning, rule->counter, value, rule->bound == AT_LEAST ? "at least" : "at most",
            limit);
    return is_kept;
}

/* Limits that are not kept come first. */
static int judge_rules(const struct subject *subject, const struct run_case *launch, size_t place,
                       FILE *details)
{
    /* the clock takes the waiting at such an object for the loads that the simulator makes of it */
    int is_timed = meetings(subject, place) == 0;
    char *text;
    size_t bytes;
    FILE *good = open_memstream(&text, &bytes);
    int are_kept = 1;

    for (size_t i = 0; i < rule_count; i++)
        if (rule_is_meant_for(&rules[i], subject->exercise, launch->counting) &&
            (is_timed || rules[i].unit != FOR_THE_SOLUTION))
            are_kept &= judge_rule(subject, &rules[i], launch, place, good, details);
    fclose(good);
    fputs(text, details);
    free(text);
    return are_kept;
}

/* A launch that was drawn: where its limits are kept, its line says so. */
static int judge_launch(struct subject *subject, const struct run_case *launch, size_t place,
                        FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    const struct work *work = exercise->shape->work;
    char *text;
    size_t bytes;
    FILE *limits = open_memstream(&text, &bytes);
    int is_kept = judge_rules(subject, launch, place, limits);

    if (exercise->judge_each != NULL)
        is_kept &= exercise->judge_each(subject, launch, place, limits);
    fclose(limits);
    fprintf(details, is_kept ? "    GOOD    " : "            with ");
    work->print_size(launch, details);
    fprintf(details, ", %u blocks, input %u past 16 bytes%s\n", grid_of(exercise, launch),
            launch->offset, is_kept ? ": all limits are kept" : ":");
    if (!is_kept)
        fputs(text, details);
    free(text);
    return is_kept;
}

int judge_all(struct subject *subject, const struct run_case *launches, size_t count, FILE *details)
{
    char *text;
    size_t bytes;
    FILE *good = open_memstream(&text, &bytes);
    size_t kept = 0;

    for (; kept < count; kept++) {
        char *line;
        FILE *judged = open_memstream(&line, &bytes);
        int is_kept = judge_launch(subject, &launches[kept], kept, judged);

        fclose(judged);
        fputs(line, is_kept ? good : details);
        free(line);
        if (!is_kept)
            break;
    }
    fclose(good);
    fputs(text, details);
    free(text);
    return kept == count;
}

/* Launches that no student can foresee. */
static int judge_drawn(struct subject *subject, FILE *details)
{
    const struct work *work = subject->exercise->shape->work;
    struct subject again = *subject;
    struct draw draw = draw_begin(subject->grading->seed, "idea");
    struct run_case launches[CASES_MOST];
    size_t count = work->draw_counted(subject->exercise, &draw, launches);
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);
    int are_counted;

    for (size_t i = 0; i < count; i++)
        work->complete(subject->exercise, &launches[i]);
    are_counted = count_launches(&again, "idea-drawn", unchecked, launches, count, unread);
    fclose(unread);
    if (!are_counted)
        fputs(text, details);
    free(text);
    subject->drawn = again.drawn;
    subject->is_stalled = again.is_stalled;
    subject->has_failed = again.has_failed;
    subject->failed = again.failed;
    subject->failed_in = again.failed_in;
    if (!are_counted)
        return 0;
    return judge_all(&again, launches, count, details);
}

/* The launch of many numbers, of more blocks than all others have. */
static int judge_far(struct subject *subject, FILE *details)
{
    struct far *far = &subject->far;
    struct subject again;

    if (!far->is_made) /* where the test on its sum was not chosen */
        make_counted_beyond(subject);
    if (!far->is_right) { /* the student may have asked for this test alone */
        fprintf(details,
                "    BAD     the launch of many blocks, which is counted, too, is not right: "
                "sum-large says how\n");
        return 0;
    }
    /* pieces whose size is rounded up leave none for a few of thousands of blocks */
    if (far->launch.idle * 100 > blocks_run(subject->exercise, &far->launch)) {
        print_idle(subject, &far->launch, details);
        return 0;
    }
    again = *subject;
    again.counters = far->counters;
    again.phases = far->phases;
    far->launch.counting = UNEVEN;
    if (far->launch.chosen > 0) { /* limits are those for the numbers that are read */
        unsigned grid = grid_of(subject->exercise, &far->launch);

        far->launch.counting = WHOLE;
        far->launch.grid = grid;
        far->launch.n = (unsigned)((uint64_t)far->launch.n * far->launch.chosen / grid);
    }
    return judge_launch(&again, &far->launch, 0, details);
}

/* Judges the usual launch, whose text is stored, and the others, whose text goes to details. */
static int judge_launches(struct subject *subject, char **usual, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    const struct work *work = exercise->shape->work;
    struct run_case launch = work->usual(exercise);
    size_t bytes;
    FILE *stream = open_memstream(usual, &bytes);
    int is_counted = count_launches(subject, "idea", NULL, &launch, 1, stream);
    int is_kept = is_counted && judge_rules(subject, &launch, 0, stream);

    fclose(stream);
    if (!is_counted)
        return 0;
    if (is_kept)
        is_kept = judge_roughly(subject, details) && judge_drawn(subject, details) &&
                  (work->beyond == NULL || judge_far(subject, details)) &&
                  judge_beside(subject, details);
    for (int i = 0; i < FURTHER_MOST && exercise->further[i] != NULL; i++)
        is_kept &= exercise->further[i](subject, details);
    return is_kept;
}

int judge_idea(struct subject *subject, int most, FILE *details)
{
    char *usual, *others;
    size_t bytes;
    FILE *stream = open_memstream(&others, &bytes);

    subject->is_counted = 1;
    subject->is_idea_there = judge_launches(subject, &usual, stream);
    fclose(stream);
    /* failures come first: few lines are shown */
    int is_usual_wrong = strncmp(usual, "    GOOD", 8) != 0 || strstr(usual, "    BAD") != NULL;

    fprintf(details, "%s%s", is_usual_wrong ? usual : others, is_usual_wrong ? others : usual);
    free(usual);
    free(others);
    return subject->is_idea_there ? most : 0;
}
