/*
 * The grader's command line: everything is checked before anything is written.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "exercises.h"
#include "grading.h"
#include "language.h"

static _Noreturn void refuse(const char *what, const char *why)
{
    fprintf(stderr, "grade: %s: %s\n", what, why);
    exit(2);
}

static unsigned parse_seed(const char *text)
{
    char *end;

    errno = 0;
    unsigned long seed = strtoul(text, &end, 10);

    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 || seed > UINT_MAX)
        refuse(text, "a seed is a whole number from 0 to 4294967295");
    return (unsigned)seed;
}

/* A folder's path that is short enough for those of the files in it. */
static const char *parse_folder(const char *text)
{
    if (*text == '\0' || strlen(text) > PATH_BYTES / 4)
        refuse(text, "a folder's path has 1 to 1024 characters");
    return text;
}

/* A list of names of tests. */
static const char *parse_tests(const char *text)
{
    char *copy = strdup(text), *rest = copy, *word;

    while ((word = strsep(&rest, " ,")) != NULL)
        if (*word != '\0' && !is_test(word))
            refuse(word, "no test has this name");
    free(copy);
    return text;
}

static const char *parse_language(const char *text)
{
    if (!choose_language(text))
        refuse(text, "no such language, or its table is not here: en or zh");
    return text;
}

static struct hint_prices parse_prices(const char *text)
{
    struct hint_prices prices;

    if (!parse_hint_prices(text, &prices))
        refuse(text, "the price of a hint is a whole number of points, or three for the three "
                     "hints, at most 100 together");
    return prices;
}

/* Stores the name of the exercise's folder; returns 0 if dir, the lab or a handout, has none. */
static int find_folder(const char *dir, struct chosen *chosen)
{
    DIR *folder = opendir(dir);
    struct dirent *entry;

    chosen->folder[0] = '\0';
    while (folder != NULL && chosen->folder[0] == '\0' && (entry = readdir(folder)) != NULL)
        if (exercise_of(entry->d_name) == chosen->exercise)
            snprintf(chosen->folder, sizeof chosen->folder, "%s", entry->d_name);
    if (folder != NULL)
        closedir(folder);
    return chosen->folder[0] != '\0';
}

static int is_handed_in(const char *student, const char *step)
{
    char path[PATH_BYTES];
    struct stat status;

    snprintf(path, sizeof path, "%s/%s", student, step);
    return stat(path, &status) == 0;
}

/* Whether a list such as "02 03" names the exercise. */
static int is_listed(const char *steps, const struct exercise *exercise)
{
    char *copy = strdup(steps), *rest = copy, *word;
    int is_found = 0;

    while ((word = strsep(&rest, " ,")) != NULL)
        is_found |= *word != '\0' && atoi(word) == exercise->number;
    free(copy);
    return is_found;
}

/* Refuses a list with a number that is no exercise of this lab or handout. */
static void check_list(const char *steps, const struct options *options)
{
    char *copy = strdup(steps), *rest = copy, *word;

    while ((word = strsep(&rest, " ,")) != NULL) {
        int is_known = *word == '\0';

        for (size_t i = 0; i < options->count && strspn(word, "0123456789") == strlen(word); i++)
            is_known |= atoi(word) == options->steps[i].exercise->number;
        if (!is_known)
            refuse(word, "there is no such exercise here");
    }
    free(copy);
}

static void choose_steps(const char *steps, struct options *options)
{
    const char *student = options->grading.student;
    size_t kept = 0;

    for (size_t e = 0; e < exercise_count; e++) {
        struct chosen *chosen = &options->steps[options->count];

        chosen->exercise = &exercises[e];
        options->count += (size_t)find_folder(".", chosen);
    }
    if (steps != NULL)
        check_list(steps, options);
    /* a step that is asked for and not handed in is graded, too: it has no points */
    for (size_t i = 0; i < options->count; i++)
        if (steps != NULL ? is_listed(steps, options->steps[i].exercise)
                          : is_handed_in(student, options->steps[i].folder))
            options->steps[kept++] = options->steps[i];
    options->count = kept;
    if (kept == 0)
        refuse(student, "no exercise in it, and STEPS names none");
}

/* Each filter must choose a test. */
static void check_filters(const struct options *options)
{
    for (int f = 0; f < options->grading.filter_count; f++) {
        struct grading one = options->grading;
        int tests = 0;

        one.filters += f;
        one.filter_count = 1;
        for (size_t i = 0; i < options->count; i++)
            tests += chosen_tests(&one, options->steps[i].folder);
        if (tests == 0)
            refuse(one.filters[0], "no test has this in its name");
    }
}

void parse_grade_options(int argc, char **argv, struct options *options)
{
    struct grading *grading = &options->grading;
    const char *steps = NULL;
    struct stat status;
    int i = 1;

    *options = (struct options){.grading = {.student = ".",
                                            .out = "build/grade",
                                            .seed = (unsigned)time(NULL) ^ (unsigned)getpid()}};
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        static const char *const names[] = {
            "--student", "--steps",      "--out",       "--seed",     "--json",      "--csv",
            "--nvcc",    "--gradescope", "--after-due", "--language", "--hint-price"};
        const char *value = argv[i + 1];
        size_t option = 0;

        while (option < sizeof names / sizeof names[0] && strcmp(argv[i], names[option]) != 0)
            option++;
        if (option == sizeof names / sizeof names[0])
            refuse(argv[i], "unknown option");
        if (value == NULL)
            refuse(argv[i], "needs a value behind it");
        switch (option) {
        case 0: grading->student = parse_folder(value); break;
        case 1: steps = value; break;
        case 2: grading->out = parse_folder(value); break;
        case 3: grading->seed = parse_seed(value); break;
        case 4: options->json = value; break;
        case 5: options->csv = value; break;
        case 6: grading->nvcc = value; break;
        case 7: options->gradescope = value; break;
        case 8: options->after_due = parse_tests(value); break;
        case 9: options->language = parse_language(value); break;
        case 10: grading->prices = parse_prices(value); break;
        }
    }
    grading->filters = argv + i;
    grading->filter_count = argc - i;
    if (stat(grading->student, &status) != 0 || !S_ISDIR(status.st_mode) ||
        access(grading->student, R_OK | X_OK) != 0)
        refuse(grading->student, "no such folder");
    if (access("build/simcc/simcc", X_OK) != 0 || access("build/sim/course/judge.o", R_OK) != 0)
        refuse("build", "the grader's parts are not built; use make grade");
    choose_steps(steps, options);
    check_filters(options);
}
