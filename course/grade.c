/*
 * Grades a submission on the simulator: every step of it that is an exercise.
 *
 *     grade [--student DIR] [--steps "02 03"] [--out DIR] [--seed S] [--json FILE]
 *           [--csv FILE] [--nvcc "NVCC FLAG..."] [NAME...]
 *
 * Run it in the lab's folder. NAME runs only the tests whose name has it: step04,
 * clean, "step04 idea". --nvcc: points for speed as well, where there is a GPU. Exit status: 0 full
 * marks, 1 less, 2 bad usage, 3 system failure.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "grading.h"

static _Noreturn void fail(const char *what, const char *path, const char *why)
{
    fprintf(stderr, "grade: %s %s: %s\n", what, path, why);
    exit(3);
}

static FILE *open_output(const char *path)
{
    FILE *file = path != NULL ? fopen(path, "w") : NULL;

    if (path != NULL && file == NULL)
        fail("cannot write", path, strerror(errno));
    return file;
}

static void close_output(FILE *file, const char *path)
{
    if (file != NULL && (ferror(file) | fclose(file)) != 0)
        fail("cannot write", path, "not all of it was written");
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
    if (mkdir(copy, 0755) != 0 && errno != EEXIST)
        fail("cannot make", path, strerror(errno));
    free(copy);
}

/* One grading at a time in a folder: two would build over one another. */
static void lock_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0)
        fail("cannot open", path, strerror(errno));
    if (flock(folder, LOCK_EX | LOCK_NB) != 0)
        fail("cannot use", path, "another grading is at work there");
}

int main(int argc, char **argv)
{
    struct options options;
    struct grading *grading = &options.grading;

    parse_grade_options(argc, argv, &options);
    make_folders(grading->out);
    lock_folder(grading->out);
    grading->json = open_output(options.json);
    grading->csv = open_output(options.csv);
    if (grading->json != NULL)
        fprintf(grading->json, "{\"seed\": %u, \"tests\": [", grading->seed);
    printf("Random numbers of seed %u.\n", grading->seed);
    for (size_t i = 0; i < options.count; i++)
        grade_step(grading, options.steps[i].folder, options.steps[i].exercise);
    printf("\nScore: %d/%d\n", grading->points, grading->of);
    if (grading->json != NULL)
        fprintf(grading->json, "\n], \"score\": %d, \"of\": %d}\n", grading->points, grading->of);
    close_output(grading->json, options.json);
    close_output(grading->csv, options.csv);
    return grading->points < grading->of;
}
