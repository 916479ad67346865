/*
 * Grades a submission on the simulator: every step of it that is an exercise.
 *
 *     grade [--student DIR] [--steps "02 03"] [--out DIR] [--seed S] [--json FILE]
 *           [--csv FILE] [NAME...]
 *
 * Run it in the lab's folder. NAME runs only the tests whose name has it: step04,
 * clean, "step04 idea". Exit status: 0 full marks, 1 less, 2 bad usage, 3 system failure.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grading.h"

static _Noreturn void refuse(const char *what, const char *why)
{
    fprintf(stderr, "grade: %s: %s\n", what, why);
    exit(2);
}

static FILE *open_output(const char *path)
{
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        fprintf(stderr, "grade: cannot write %s: %s\n", path, strerror(errno));
        exit(3);
    }
    return file;
}

/* Makes a folder and those above it. */
static void make_folders(const char *path)
{
    char *copy = strdup(path);

    for (char *slash = copy + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(copy, 0755);
        *slash = '/';
    }
    if (mkdir(copy, 0755) != 0 && errno != EEXIST) {
        fprintf(stderr, "grade: cannot make %s: %s\n", path, strerror(errno));
        exit(3);
    }
    free(copy);
}

/* The name of the exercise's folder in dir, or NULL if there is none. */
static const char *step_folder(const char *dir, const struct exercise *exercise)
{
    static char found[256];
    DIR *folder = opendir(dir);
    struct dirent *entry;
    int is_found = 0;

    while (folder != NULL && !is_found && (entry = readdir(folder)) != NULL)
        if (exercise_of(entry->d_name) == exercise) {
            snprintf(found, sizeof found, "%s", entry->d_name);
            is_found = 1;
        }
    if (folder != NULL)
        closedir(folder);
    return is_found ? found : NULL;
}

static int is_listed(const char *steps, const struct exercise *exercise)
{
    char *copy = strdup(steps), *rest = copy, *word;
    int is_found = 0;

    while ((word = strsep(&rest, " ,")) != NULL)
        is_found |= *word != '\0' && atoi(word) == exercise->number;
    free(copy);
    return is_found;
}

int main(int argc, char **argv)
{
    struct grading grading = {
        .student = ".", .out = "build/grade", .seed = (unsigned)time(NULL) ^ (unsigned)getpid()};
    const char *steps = NULL;
    int i = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        const char *value = argv[i + 1];

        if (value == NULL)
            refuse(argv[i], "needs a value behind it");
        if (strcmp(argv[i], "--student") == 0)
            grading.student = value;
        else if (strcmp(argv[i], "--steps") == 0)
            steps = value;
        else if (strcmp(argv[i], "--out") == 0)
            grading.out = value;
        else if (strcmp(argv[i], "--seed") == 0)
            grading.seed = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--json") == 0)
            grading.json = open_output(value);
        else if (strcmp(argv[i], "--csv") == 0)
            grading.csv = open_output(value);
        else
            refuse(argv[i], "unknown option");
    }
    grading.filters = argv + i;
    grading.filter_count = argc - i;
    if (access(grading.student, R_OK | X_OK) != 0)
        refuse(grading.student, "no such folder");
    if (access("build/simcc/simcc", X_OK) != 0 || access("build/sim/course/judge.o", R_OK) != 0)
        refuse("build", "the grader's parts are not built; use make grade");
    make_folders(grading.out);
    if (grading.json != NULL)
        fprintf(grading.json, "{\"seed\": %u, \"tests\": [", grading.seed);
    printf("Random numbers of seed %u.\n", grading.seed);
    for (size_t e = 0; e < exercise_count; e++) {
        const struct exercise *exercise = &exercises[e];
        const char *step = step_folder(grading.student, exercise);

        if (steps != NULL && !is_listed(steps, exercise))
            continue;
        if (step == NULL && steps != NULL) /* asked for and not there: no points */
            step = step_folder(".", exercise);
        if (step != NULL) {
            char name[256];

            snprintf(name, sizeof name, "%s", step);
            grade_step(&grading, name, exercise);
        }
    }
    if (grading.tests == 0)
        refuse(grading.filter_count > 0 ? argv[i] : grading.student, "no test to run");
    printf("\nScore: %d/%d\n", grading.points, grading.of);
    if (grading.json != NULL)
        fprintf(grading.json, "\n], \"score\": %d, \"of\": %d}\n", grading.points, grading.of);
    if ((grading.json != NULL && fclose(grading.json) != 0) ||
        (grading.csv != NULL && fclose(grading.csv) != 0)) {
        fprintf(stderr, "grade: the results could not be written\n");
        return 3;
    }
    return grading.points < grading.of;
}
