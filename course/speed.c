/*
 * Optional points for speed, where there is a GPU: a submission's kernel against the
 * solution's, both compiled by nvcc into one program (course/timed.c), in the same run.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/exit_status.h"
#include "grading.h"
#include "kernel_part.h"
#include "limited.h"
#include "shapes/shape.h"

/*
 * Times vary: a median of at most this many times the solution's has the points. From 03 to 06 the
 * step before is slower than that.
 */
#define SLACK 1.15
enum { SPEED_SECONDS = 30, SPEED_REAL_TIME = 5, WORDS_MOST = 32 };
static const char host_program[] = "build/gpu/course/timed.o", common[] = "build/gpu/common.a";

/* Whether the lab's own file is a solution: in a handout it is the student's. */
static int has_solution(const char *step)
{
    const char *why;
    FILE *file = open_submitted(".", step, "reduce.cu", &why);
    char line[512];
    int is_found = 0;

    while (file != NULL && !is_found && fgets(line, sizeof line, file) != NULL)
        is_found = strstr(line, "// SOLUTION BEGIN") != NULL;
    if (file != NULL)
        fclose(file);
    return is_found;
}

/* Runs nvcc, given with its flags in one text, with more arguments, NULL at their end. */
static int run_nvcc(const struct subject *subject, const char *const *more, const char *log)
{
    char *command = strdup(subject->grading->nvcc), *rest = command, *word;
    char *arguments[WORDS_MOST + 1];
    size_t count = 0;

    while ((word = strsep(&rest, " ")) != NULL && count < WORDS_MOST / 2)
        if (*word != '\0')
            arguments[count++] = word;
    while (*more != NULL && count < WORDS_MOST)
        arguments[count++] = (char *)*more++;
    arguments[count] = NULL;
    int is_done = run_tool(arguments, log);

    free(command);
    return is_done;
}

/*
 * Compiles the kernel part of a reduce.cu, whose folder is given, into an object file in which only
 * the launcher's name can be seen: submission and solution have all other names in common.
 */
static int compile_part(struct subject *subject, const char *whose, const char *role,
                        const char *object)
{
    char name[32], launcher[32], keep[64], rename[64];
    const struct exercise *exercise = subject->exercise;
    struct to_do ignored = {0};

    snprintf(name, sizeof name, "%s.cu", role);
    snprintf(launcher, sizeof launcher, "launch_%s", role);
    snprintf(rename, sizeof rename, "-Dcourse_launch=%s", launcher);
    snprintf(keep, sizeof keep, "--keep-global-symbol=%s", launcher);
    const char *part = path_in(subject, name), *log = path_in(subject, "speed.log");
    const char *const compile[] = {"-Ibuild", rename, "-c", "-o", object, part, NULL};
    /* The compiler's reference to C++'s exceptions is one for all objects of a program. */
    char *hide[] = {"objcopy",      "--wildcard", keep, "--keep-global-symbol=DW.ref.*",
                    (char *)object, NULL};
    FILE *messages = fopen(log, "a");
    int is_written = messages != NULL && write_kernel_part(whose, subject->step, part, NULL,
                                                           exercise->shape->write_launcher,
                                                           exercise->kernel, messages, &ignored);

    if (messages != NULL)
        fclose(messages);
    if (is_written && run_nvcc(subject, compile, log) && run_tool(hide, log))
        return 1;
    return 0;
}

/* How many bytes of an object list functions to run before main and after it, or -1. */
static long bytes_of_starts(struct subject *subject, const char *object)
{
    static const char *const sections[] = {".init", ".fini", ".preinit_array", ".ctors", ".dtors"};
    const char *listing = path_in(subject, "speed-sections.txt");
    char *list[] = {"objdump", "-h", (char *)object, NULL}, line[512], name[256];
    long bytes = 0;
    unsigned long size;

    unlink(listing);
    if (!run_tool(list, listing))
        return -1;
    FILE *file = fopen(listing, "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
            if (sscanf(line, " %*u %255s %lx", name, &size) == 2 &&
                strncmp(name, sections[i], strlen(sections[i])) == 0)
                bytes += (long)size;
    if (file != NULL)
        fclose(file);
    return file != NULL ? bytes : -1;
}

/*
 * nvcc's objects also hold host code. A submission may have no functions that run before main but
 * those that nvcc adds, as it does to the solution.
 */
static int starts_nothing(struct subject *subject, const char *submission, const char *solution)
{
    long own = bytes_of_starts(subject, submission), usual = bytes_of_starts(subject, solution);

    return own >= 0 && usual >= 0 && own <= usual;
}

/*
 * Runs the program, without limits on memory and files, which CUDA's driver has its own use
 * for; returns why there is nothing to compare, or NULL and both medians.
 */
static const char *measure(struct subject *subject, const char *program, double times[2],
                           int *wrong, int *is_skipped)
{
    char input[64], data_blocks[16];
    const char *verdicts = path_in(subject, "verdicts.txt");
    char *arguments[] = {(char *)program, data_blocks, NULL};
    struct command command = {.arguments = arguments,
                              .input = input,
                              .log = path_in(subject, "speed.log"),
                              .verdicts = verdicts,
                              .seconds = SPEED_SECONDS,
                              .real_time = SPEED_REAL_TIME};
    int status = 0;

    snprintf(input, sizeof input, "%u\n", subject->grading->seed);
    snprintf(data_blocks, sizeof data_blocks, "%u", subject->exercise->data_blocks);
    unlink(verdicts);
    enum ending ending = run_limited(&command, &status);

    if (ending == ENDED && status == EXIT_NO_GPU) {
        *is_skipped = 1;
        return "there is no GPU here";
    }
    if (ending == RAN_OUT_OF_TIME || ending == RAN_OUT_OF_REAL_TIME)
        return "the run was over its time limit";
    FILE *file = fopen(verdicts, "r");
    int read = file == NULL ? 0 : fscanf(file, "%lf %lf %d", &times[0], &times[1], wrong);

    if (file != NULL)
        fclose(file);
    return ending != ENDED || status != 0 || read != 3 || !(times[1] > 0) ? "the run failed" : NULL;
}

int judge_speed(struct subject *subject, int most, FILE *details)
{
    const char *log = path_in(subject, "speed.log"), *program = path_in(subject, "speed");
    const char *submission = path_in(subject, "submission.o");
    const char *solution = path_in(subject, "solution.o"), *why;
    const char *const link[] = {"-o", program, submission, solution, host_program, common, NULL};
    const char *const ask_version[] = {"--version", NULL};
    double times[2] = {0};
    int wrong = 0, is_skipped = 0;

    unlink(log);
    unlink(program);
    if (subject->exercise->shape->write_launcher == NULL) {
        fprintf(details, "steps 12, 13, 16 and 17 have no points for speed");
        return SKIPPED;
    }
    if (!has_solution(subject->step)) {
        fprintf(details, "there is no solution here to compare with");
        return SKIPPED;
    }
    if (!run_nvcc(subject, ask_version, log) || access(host_program, R_OK) != 0) {
        fprintf(details, "there is no nvcc here");
        return SKIPPED;
    }
    if (!compile_part(subject, ".", "solution", solution)) {
        fprintf(details, "the solution does not compile, see %s", log);
        return SKIPPED;
    }
    if (!compile_part(subject, subject->grading->student, "submission", submission) ||
        !run_nvcc(subject, link, log)) {
        fprintf(details, "    BAD     the kernel does not compile for a GPU\n");
        return 0;
    }
    if (!starts_nothing(subject, submission, solution)) {
        fprintf(details, "    BAD     a variable above main is constructed before it, which is not "
                         "run here: move it below main (<iostream> has one, too)\n");
        return 0;
    }
    if ((why = measure(subject, program, times, &wrong, &is_skipped)) != NULL) {
        fprintf(details, is_skipped ? "%s" : "    MISSING times: %s\n", why);
        return is_skipped ? SKIPPED : 0;
    }
    if (wrong > 0) {
        fprintf(details, "    BAD     %d wrong sums: what is wrong has no speed\n", wrong);
        return 0;
    }
    int is_fast = times[0] <= SLACK * times[1];

    fprintf(details, "    %-7s median %.4f ms, %.2f times the solution's %.4f ms, at most %.2f\n",
            is_fast ? "GOOD" : "BAD", times[0], times[0] / times[1], times[1], SLACK);
    return is_fast ? most : 0;
}
