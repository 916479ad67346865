/*
 * The tests of a step: points, title, what is run, what must come out.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grading.h"

enum { LINES_SHOWN = 6 };
enum { LAUNCHES = 4 }; /* of a total: one for each place of the numbers within 16 bytes */
#define COUNT(cases) (sizeof(cases) / sizeof *(cases))

/* The checks' findings in a log: one line each, "simulator: race: ...". */
static void quote_findings(const struct subject *subject, const char *name, FILE *details)
{
    char path[PATH_BYTES], line[512];

    snprintf(path, sizeof path, "%s/%s.log", subject->folder, name);
    FILE *file = fopen(path, "r");

    for (int i = 0; file != NULL && i < 4 && fgets(line, sizeof line, file) != NULL;)
        if (strncmp(line, "simulator: ", 11) == 0 && !isdigit((unsigned char)line[11]) && ++i)
            fprintf(details, "    BAD     %.*s\n", (int)strcspn(line + 11, "\n"), line + 11);
    if (file != NULL)
        fclose(file);
}

/* The block size is also the template's. */
static void choose(struct run_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cases[i].template_block = cases[i].block;
        cases[i].launches = LAUNCHES;
    }
}

/* Sums of numbers that the student has not seen. */
static int judge_sums(struct subject *subject, const char *name, int most, struct run_case *cases,
                      size_t count, FILE *details)
{
    char ending[ENDING_BYTES];

    choose(cases, count);
    run_cases(subject, name, cases, count, NULL, ending);
    for (size_t i = 0; i < count; i++)
        if (cases[i].error != 0) /* the launch was stopped: say where */
            quote_findings(subject, name, details);
    return report_cases(cases, count, ending, details) ? most : 0;
}

static int judge_one(struct subject *subject, int most, FILE *details)
{
    struct run_case cases[] = {
        {.n = 1, .block = 512}, {.n = 2, .block = 64}, {.n = 3, .block = 128}};

    return judge_sums(subject, "sum-one", most, cases, COUNT(cases), details);
}

static int judge_odd(struct subject *subject, int most, FILE *details)
{
    struct run_case cases[] = {{.n = 777, .block = 512},
                               {.n = 4097, .block = 512},
                               {.n = 1023, .block = 64},
                               {.n = 3 * 512 + 1, .block = 256},
                               {.n = 5 * 512 - 1, .block = 256}};

    return judge_sums(subject, "sum-odd", most, cases, COUNT(cases), details);
}

static int judge_large(struct subject *subject, int most, FILE *details)
{
    struct run_case cases[] = {{.n = 30011, .block = 512}, {.n = 32768, .block = 256}};

    return judge_sums(subject, "sum-large", most, cases, COUNT(cases), details);
}

static int judge_blocks(struct subject *subject, int most, FILE *details)
{
    struct run_case cases[] = {{.n = 9001, .block = 64},   {.n = 9001, .block = 128},
                               {.n = 9001, .block = 256},  {.n = 9001, .block = 512},
                               {.n = 9001, .block = 1024}, {.n = 8192, .block = 1024}};

    return judge_sums(subject, "sum-blocks", most, cases, COUNT(cases), details);
}

static int judge_clean(struct subject *subject, int most, FILE *details)
{
    static char *const hostile[] = {"SIM_ORDER=adversarial", NULL};
    static const char *const names[] = {"clean", "clean-hostile"};
    int is_clean = 1;

    for (int i = 0; i < 2; i++) {
        struct run_case cases[] = {
            {.n = 5001, .block = 256}, {.n = 8192, .block = 1024}, {.n = 700, .block = 64}};
        char ending[ENDING_BYTES];

        choose(cases, COUNT(cases));
        int is_quiet =
            run_cases(subject, names[i], cases, COUNT(cases), i == 0 ? NULL : hostile, ending);

        if (!is_quiet)
            quote_findings(subject, names[i], details);
        is_clean &= report_cases(cases, COUNT(cases), ending, details) && is_quiet;
    }
    return is_clean ? most : 0;
}

static int judge_build(struct subject *subject, int most, FILE *details)
{
    (void)details; /* it has been built before the first test */
    return subject->is_built ? most : 0;
}

/* Prints the first lines of what a test has to say, and keeps all of it in a file. */
static void print_details(const struct subject *subject, const char *test, const char *text)
{
    char path[PATH_BYTES];
    int lines = 0;

    snprintf(path, sizeof path, "%s/%s.txt", subject->folder, test);
    FILE *file = fopen(path, "w");

    if (file != NULL) {
        fputs(text, file);
        fclose(file);
    }
    for (const char *at = text; *at != '\0' && lines < LINES_SHOWN; lines++) {
        size_t length = strcspn(at, "\n") + 1;

        printf("%.*s", (int)length, at);
        at += length;
    }
    printf("    all of it: %s/%s*\n", subject->folder, test);
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
    {"sum-large", 10, "right sum of many blocks", judge_large},
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

static void note(struct grading *grading, const char *step, const struct test *test, int points)
{
    if (grading->json != NULL)
        fprintf(grading->json,
                "%s\n    {\"step\": \"%s\", \"test\": \"%s\", \"points\": %d, \"of\": %d}",
                grading->tests > 0 ? "," : "", step, test->name, points, test->points);
    if (grading->csv != NULL)
        fprintf(grading->csv, "%s,%s,%d,%d\n", step, test->name, points, test->points);
    grading->tests++;
    grading->points += points;
    grading->of += test->points;
}

void grade_step(struct grading *grading, const char *step, const struct exercise *exercise)
{
    struct subject subject = {.grading = grading, .exercise = exercise, .step = step};
    int points = 0, of = 0, is_tried = 0;
    char *text = NULL;
    size_t length = 0;

    snprintf(subject.folder, sizeof subject.folder, "%s/%s", grading->out, step);
    for (size_t i = 0; i < COUNT(tests); i++) {
        const struct test *test = &tests[i];
        FILE *details;

        if (!is_chosen(grading, step, test))
            continue;
        details = open_memstream(&text, &length);
        if (!is_tried) { /* all tests need the program */
            is_tried = 1;
            mkdir(subject.folder, 0755);
            setenv("TMPDIR", subject.folder, 1); /* what compilers that are stopped leave there */
            printf("\n== %s ==\n", step);
            build_program(&subject, details);
        }
        int won = subject.is_built ? test->judge(&subject, test->points, details) : 0;

        fclose(details);
        if (won == SKIPPED) {
            printf("%-11s %-46s skipped: %s\n", test->name, test->title, text);
            free(text);
            continue;
        }
        printf("%-11s %-46s %s %2d/%d\n", test->name, test->title,
               won == test->points ? "OK  " : "FAIL", won, test->points);
        if (won == test->points && test->judge == judge_speed)
            fputs(text, stdout); /* how fast is worth knowing in any case */
        if (won < test->points && (subject.is_built || test == tests))
            print_details(&subject, test->name, text);
        fflush(stdout);
        free(text);
        note(grading, step, test, won);
        points += won;
        of += test->points;
    }
    if (of > 0)
        printf("%s: %d/%d\n", step, points, of);
}
