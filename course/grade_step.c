/*
 * The tests of a step: points, title, function.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "language.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int judge_build(struct subject *subject, int most, FILE *details)
{
    (void)details; /* it has been built before the first test */
    return subject->is_built ? most : 0;
}

static const struct test {
    const char *name;
    int points;
    const char *title;
    int (*judge)(struct subject *subject, int most, FILE *details);
} tests[] = {
    {"builds", 10, "the kernel compiles and can be launched", judge_build},
    {"sum-one", 5, "right sum of one, two, three numbers", judge_one},
    {"sum-odd", 10, "right sum where n is no multiple of the block", judge_odd},
    {"sum-large", 10, "right sum of many numbers, many times", judge_large},
    {"sum-blocks", 15, "right sum at every block size", judge_blocks},
    {"clean", 20, "no race, no bad address, no misused barrier", judge_clean},
    {"idea", 20, "the step's idea, as the counters show it", judge_idea},
    {"predict", 10, "predictions, once the idea is there", judge_predictions},
    {"speed", 10, "as fast as the solution, on the GPU", judge_speed},
};

static int is_chosen(const struct grading *grading, const char *step, const struct test *test)
{
    char name[512];

    if (test->judge == judge_speed && grading->nvcc == NULL)
        return 0;
    snprintf(name, sizeof name, "%s %s", step, test->name);
    for (int i = 0; i < grading->filter_count; i++)
        if (strstr(name, grading->filters[i]) != NULL)
            return 1;
    return grading->filter_count == 0;
}

int chosen_tests(const struct grading *grading, const char *step)
{
    int count = 0;

    for (size_t i = 0; i < COUNT(tests); i++)
        count += is_chosen(grading, step, &tests[i]);
    return count;
}

int is_test(const char *name)
{
    for (size_t i = 0; i < COUNT(tests); i++)
        if (strcmp(tests[i].name, name) == 0)
            return 1;
    return 0;
}

/* Progress at a terminal: a line that the next one replaces. */
static void show_progress(const char *step, const char *doing)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s%s%s", step, *doing ? ": " : "", doing);
}

/* Control characters of a submission, which a terminal would obey, become question marks. */
static void make_plain(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        int is_control = (*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7F;
        int is_control_in_utf8 = *at == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;

        if (is_control || is_control_in_utf8)
            *at = '?';
    }
}

/* Where the submission lies is nobody's business: its files are named from its own folder on. */
static void forget_folder(const struct subject *subject, char *text)
{
    char folder[PATH_BYTES], *found = text;

    submitted_name(folder, sizeof folder, subject->grading->student, subject->step);
    char *end = strstr(folder, subject->step);
    size_t length = end != NULL ? (size_t)(end - folder) : 0;

    folder[length] = '\0';
    while (length > 0 && (found = strstr(found, folder)) != NULL)
        memmove(found, found + length, strlen(found + length) + 1);
}

/* A test's whole text, in a file beside its logs. */
static void keep_text(const struct subject *subject, const struct outcome *outcome)
{
    FILE *file = fopen(new_text(subject->texts, "%s/%s.txt", subject->folder, outcome->name), "w");

    if (file != NULL) {
        say(file, "%s", outcome->text);
        fclose(file);
    }
}

/*
 * The hints that were asked for, and their price. The lab itself and handouts without hints have no
 * records; a record that is gone, or was changed, costs as much as all hints.
 */
static void count_hints(const struct subject *subject, struct step_result *result)
{
    const struct grading *grading = subject->grading;
    int is_own = strcmp(grading->student, ".") == 0;

    if (is_own && (access("course/steps", R_OK) != 0 || access("course/hints", R_OK) != 0))
        return;
    result->hints = submitted_hints(grading->student, subject->step, subject->exercise->number);
    if (grading->filter_count > 0)
        return;
    result->hint_price = hint_price(
        &grading->prices, result->hints.record == RECORD_KEPT ? result->hints.asked : HINT_STAGES);
    if (result->hint_price > result->points)
        result->hint_price = result->points;
    result->points -= result->hint_price;
}

/* For the files that a stopped compiler leaves. */
static void set_temporary_folder(const char *folder)
{
    char *path = realpath(folder, NULL);

    if (path != NULL)
        setenv("TMPDIR", path, 1);
    free(path);
}

/* Builds the program, which all tests need. Returns what the compiler says of it: to be freed. */
static char *build(struct subject *subject)
{
    char *said = NULL;
    size_t length = 0;
    FILE *building = open_memstream(&said, &length);

    mkdir(subject->folder, 0755);
    set_temporary_folder(subject->folder);
    build_program(subject, building);
    make_plain(subject->to_do);
    forget_folder(subject, subject->to_do);
    fclose(building);
    return said;
}

/* The outcome of a test; with the text `said` in place of what it finds, where nothing is built. */
static void judge_test(struct subject *subject, const struct test *test, const char *said,
                       struct outcome *outcome)
{
    size_t length = 0;
    int won = 0;

    *outcome = (struct outcome){.name = test->name, .title = test->title, .of = test->points};
    FILE *details = open_memstream(&outcome->text, &length);
    if (subject->is_built)
        won = test->judge(subject, test->points, details);
    else
        fputs(said, details);
    fclose(details);
    make_plain(outcome->text);
    forget_folder(subject, outcome->text);
    outcome->is_skipped = won == SKIPPED;
    outcome->points = won == SKIPPED ? 0 : won;
    if (won == SKIPPED)
        outcome->of = 0;
    keep_text(subject, outcome);
}

void grade_step(const struct grading *grading, const char *step, const struct exercise *exercise,
                struct step_result *result)
{
    struct texts texts = {0};
    struct subject subject = {
        .grading = grading, .exercise = exercise, .step = step, .texts = &texts};
    char *built = NULL; /* what the compiler says, once it has been asked */

    *result = (struct step_result){0};
    snprintf(result->step, sizeof result->step, "%s", step);
    snprintf(subject.folder, sizeof subject.folder, "%s/%s", grading->out, step);
    for (size_t i = 0; i < COUNT(tests); i++) {
        const struct test *test = &tests[i];
        struct outcome *outcome = &result->outcomes[result->count];

        if (!is_chosen(grading, step, test))
            continue;
        show_progress(step, test->name);
        if (built == NULL)
            built = build(&subject);
        /* once: the other tests have nothing to add */
        judge_test(&subject, test, result->count == 0 ? built : "", outcome);
        result->count++;
        result->points += outcome->points;
        result->of += outcome->of;
    }
    show_progress("", "");
    result->drawn = subject.drawn;
    if (subject.to_do[0] == '\0') /* where a gap is left, there is little to see */
        show_failed(&subject, result->view, sizeof result->view);
    if (subject.is_idea_there)
        result->modelled_us = csv_number(&subject.counters, 0, "modelled_us");
    free(built);
    result->is_unsolved = subject.to_do[0] != '\0' && result->points < result->of;
    if (result->is_unsolved)
        snprintf(result->next, sizeof result->next, "%s", subject.to_do);
    else
        find_next(result, "", result->next, sizeof result->next);
    count_hints(&subject, result);
    free_texts(&texts);
}
