/*
 * Grades a submission on the simulator: every step of it that is an exercise.
 *
 *     grade [--student DIR] [--steps "02 03"] [--out DIR] [--seed S] [--json FILE]
 *           [--csv FILE] [--gradescope FILE [--after-due "TEST..."]] [--nvcc "NVCC FLAG..."]
 *           [--language en|zh] [--hint-price "2 3 5"] [NAME...]
 *
 * Run it in the lab's folder. NAME runs only the tests whose name has it: step04,
 * clean, "step04 idea". --nvcc: points for speed as well, where there is a GPU. Exit status: 0 full
 * marks, 1 less, 2 bad usage, 3 system failure.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "confined.h"
#include "exercises.h"
#include "grading.h"
#include "hints.h"
#include "language.h"
#include "row_kinds.h"

static _Noreturn void fail(const char *what, const char *path, const char *why)
{
    fprintf(stderr, "grade: %s %s: %s\n", what, path, why);
    exit(3);
}

/* Checks before any work is done that a file can be written; keeps its content. */
static void check_output(const char *path)
{
    FILE *file = path != NULL ? fopen(path, "a") : NULL;

    if (path != NULL && (file == NULL || fclose(file) != 0))
        fail("cannot write", path, strerror(errno));
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

/*
 * One compiler for a class: a kernel's modelled time depends on the instructions that the compiler
 * chooses, and so do the numbers that the grader reads in its code. The limits on times were fitted
 * with g++. Where there is one, it compiles, even if CXX names a clang; CXX may name another g++.
 * Where clang is all there is, it compiles, and the limits are its own: course/exercises.c.
 */
static void choose_compiler(void)
{
    if (is_clang() && system("command -v g++ >/dev/null 2>&1") == 0)
        setenv("CXX", "g++", 1);
}

/* Where the points of a submission's last grading are: those of another student say nothing. */
static void name_last(char *path, size_t bytes, const struct grading *grading)
{
    char *student = realpath(grading->student, NULL);
    uint64_t number = hint_seal(0, student != NULL ? student : grading->student);

    free(student);
    snprintf(path, bytes, "%s/last-%016" PRIx64 ".csv", grading->out, number);
}

/* The points of a whole grading are kept, for the next one to compare with. */
static void keep_points(const char *path, const struct options *options,
                        const struct step_result *results, const struct csv *before)
{
    FILE *file = fopen(path, "w");

    if (file == NULL)
        return;
    fprintf(file, "step,points\n");
    for (size_t i = 0; i < options->count; i++)
        fprintf(file, "%s,%d\n", results[i].step, results[i].points);
    for (size_t row = 0; row < before->count; row++) { /* steps that were not graded now */
        size_t i = 0;

        while (i < options->count && strcmp(csv_text(before, row, "step"), results[i].step) != 0)
            i++;
        if (i == options->count)
            fprintf(file, "%s,%s\n", csv_text(before, row, "step"),
                    csv_text(before, row, "points"));
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    static struct options options;
    static struct step_result results[EXERCISES_MOST];
    struct csv before = {0};
    char last[PATH_BYTES];
    int points = 0, of = 0;

    parse_grade_options(argc, argv, &options);
    choose_compiler();
    setenv("LC_ALL", "C",
           1); /* else a compiler might speak another language, and be misunderstood */
    draw_reductions(options.grading.seed, 0);
    draw_row_instances(options.grading.seed);
    make_folders(options.grading.out);
    lock_folder(options.grading.out);
    check_output(options.json);
    check_output(options.csv);
    check_output(options.gradescope);
    name_last(last, sizeof last, &options.grading);
    csv_read(last, &before);
    say(stdout, "Random numbers of seed %u.\n\n", options.grading.seed);
    if (!can_be_confined())
        say(stdout, "This system has no filter for calls to it: kernels run without one.\n\n");
    fflush(stdout);
    for (size_t i = 0; i < options.count; i++) {
        grade_step(&options.grading, options.steps[i].folder, options.steps[i].exercise,
                   &results[i]);
        points += results[i].points;
        of += results[i].of;
    }
    print_feedback(&options, results, options.grading.filter_count == 0 ? &before : NULL);
    write_results(&options, results);
    if (options.grading.filter_count == 0)
        keep_points(last, &options, results, &before);
    return points < of;
}
