/*
 * Runs of a graded kernel: its input, its results, their report.
 */
#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "limited.h"
#include "shapes/shape.h"

enum { RUN_SECONDS = 5, REAL_TIME = 4, ARGUMENTS_MOST = 32, FINDINGS_QUOTED = 4 };
#define FILE_BYTES (16ull << 20)
/*
 * The simulator reserves addresses for device memory and its state of each byte, 35.5 GiB for this
 * much device memory; the rest is the program's own.
 */
#define DEVICE_MEMORY "SIM_MEMORY=160M"
#define RUN_BYTES     (37ull << 30)

const char *path_in(const struct subject *subject, const char *name)
{
    return new_text(subject->texts, "%s/%s", subject->folder, name);
}

unsigned grid_of(const struct exercise *exercise, const struct run_case *it)
{
    return it->grid != 0 ? it->grid : exercise->shape->work->grid(exercise, it);
}

static int is_wrong(const struct run_case *it)
{
    return it->error != 0 || it->sum != it->expected || it->left != 0;
}

int is_right(const struct run_case *it)
{
    return it->judged == (it->launches > 0 ? it->launches : 1) && !is_wrong(it);
}

/* One line for each launch: course/judging.h. */
static void read_verdicts(const struct subject *subject, const char *path, struct run_case *cases,
                          size_t count)
{
    FILE *file = fopen(path, "r");
    unsigned number, launch, grid, left, idle;
    long long sum;
    int error;

    while (file != NULL && fscanf(file, "%u %u %u %lld %d %u %u", &number, &launch, &grid, &sum,
                                  &error, &left, &idle) == 7) {
        struct run_case *it = number < count ? &cases[number] : NULL;

        if (it == NULL || launch != it->judged || grid != grid_of(subject->exercise, it))
            break;
        if (it->judged++ > 0 && is_wrong(it))
            continue; /* the first wrong launch is kept */
        it->launch = launch;
        it->sum = sum;
        it->error = error;
        it->left = left;
        it->idle = idle;
        it->expected = subject->exercise->shape->work->expected(subject->exercise, it,
                                                                subject->grading->seed + launch);
    }
    if (file != NULL)
        fclose(file);
}

/* The file with a run's output. */
static const char *log_of(const struct subject *subject, const char *name)
{
    return new_text(subject->texts, "%s/%s.log", subject->folder, name);
}

/* A case as the host program reads it: course/judging.h. */
static char *case_text(const struct subject *subject, const struct run_case *it)
{
    return new_text(subject->texts, "%u:%u:%u:%u:%u:%u:%u:%d:%u", it->n, it->block,
                    it->choice > 0 ? it->choice : 1, it->offset, (unsigned)it->kind, it->ends,
                    grid_of(subject->exercise, it), it->from_last,
                    it->launches > 0 ? it->launches : 1);
}

/* course/confined.c filters the system's calls. */
static void say_crash(int signal, char *ending)
{
    if (signal == SIGSYS)
        snprintf(ending, ENDING_BYTES,
                 "the run was ended: it asked the system for what no kernel may have");
    else
        snprintf(ending, ENDING_BYTES, "the run crashed: %s", strsignal(signal));
}

int run_cases(struct subject *subject, const char *name, struct run_case *cases, size_t count,
              char *const *environment, char *ending)
{
    char *arguments[ARGUMENTS_MOST + 4],
        *settings[16] = {"SIM_THREADS=1", "SIM_PROGRESS=0", "SIM_LIMIT=200000",
                         "SIM_GUARD=1",   DEVICE_MEMORY,    NULL};
    size_t length = 5;
    int status = 0;

    const char *verdicts = path_in(subject, "verdicts.txt");
    struct command command = {.arguments = arguments,
                              .environment = settings,
                              .input = new_text(subject->texts, "%u\n", subject->grading->seed),
                              .log = log_of(subject, name),
                              .verdicts = verdicts,
                              .seconds = RUN_SECONDS,
                              .real_time = REAL_TIME,
                              .address_space = RUN_BYTES,
                              .file_size = FILE_BYTES};

    for (; environment != NULL && *environment != NULL; environment++)
        settings[length++] = *environment;
    settings[length] = NULL;
    arguments[0] = (char *)path_in(subject, "program");
    arguments[1] = (char *)subject->exercise->kernel;
    arguments[2] = new_text(subject->texts, "%u", subject->exercise->data_blocks);
    for (size_t i = 0; i < count; i++) {
        cases[i].judged = 0;
        arguments[3 + i] = case_text(subject, &cases[i]);
    }
    arguments[3 + count] = NULL;
    unlink(verdicts);
    unlink(command.log); /* an earlier grading's findings are not this one's */
    switch (run_limited(&command, &status)) {
    case ENDED: snprintf(ending, ENDING_BYTES, "the run ended with exit status %d", status); break;
    case RAN_OUT_OF_TIME:
        snprintf(ending, ENDING_BYTES, "the run was over its limit of %d seconds", RUN_SECONDS);
        break;
    case CRASHED: say_crash(status, ending); break;
    case NOT_STARTED: snprintf(ending, ENDING_BYTES, "the run could not be started"); return 0;
    }
    read_verdicts(subject, verdicts, cases, count);
    return strcmp(ending, "the run ended with exit status 0") == 0;
}

/* The case's size and its settings. */
static void print_case(const struct work *work, const struct run_case *it, FILE *details)
{
    work->print_size(it, details);
    if (it->grid > 0)
        fprintf(details, ", %u of them", it->grid);
    if (it->ends > 0)
        fprintf(details, ", first and last %u", it->ends);
    if (it->offset > 0)
        fprintf(details, ", input %u %s past 16 bytes", it->offset, work->words->elements);
    if (it->kind == PEAK)
        fprintf(details, ", one of them large");
    if (it->launches > 1 && it->judged > 0)
        fprintf(details, " (launch %u)", it->launch + 1);
}

static void report_case(const struct work *work, const struct run_case *it, const char *ending,
                        FILE *details)
{
    const struct words *words = work->words;
    int is_bad = it->judged > 0 && is_wrong(it);

    fprintf(details, "    %-7s ", is_bad ? "BAD" : is_right(it) ? "GOOD" : "MISSING");
    print_case(work, it, details);
    fprintf(details, ": ");
    if (!is_bad && !is_right(it)) {
        fprintf(details, "no %s; %s", words->result, ending);
    } else if (it->error != 0) {
        fprintf(details, "CUDA error %d", it->error);
    } else if (it->sum == it->expected && it->left != 0) {
        words->print_left(it->left, details);
    } else {
        fputs(words->title, details);
        words->print_value(it, it->sum, details);
        if (is_bad) {
            fprintf(details, ", expected ");
            words->print_value(it, it->expected, details);
        }
    }
    fprintf(details, "\n");
}

int report_cases(const struct subject *subject, const struct run_case *cases, size_t count,
                 const char *ending, FILE *details)
{
    size_t right = 0;

    for (int wrong = 1; wrong >= 0; wrong--) /* wrong ones come first */
        for (size_t i = 0; i < count; i++)
            if (is_right(&cases[i]) != wrong) {
                report_case(subject->exercise->shape->work, &cases[i], ending, details);
                right += !wrong;
            }
    return right == count;
}

/*
 * Prints a finding. Some name lines of the compiled file: they are the submission's, one line
 * further, since the grader adds a first line.
 */
static void quote_finding(const struct subject *subject, const char *text, FILE *details)
{
    const char *part = path_in(subject, "kernel.cu"), *found;
    char source[PATH_BYTES];

    submitted_name(source, sizeof source, subject->grading->student, subject->step);
    fprintf(details, "    BAD     ");
    while ((found = strstr(text, part)) != NULL) {
        fprintf(details, "%.*s%s", (int)(found - text), text, source);
        text = found + strlen(part);
        if (*text == ':' && isdigit((unsigned char)text[1])) {
            char *end;

            fprintf(details, ":%ld", strtol(text + 1, &end, 10) - 1);
            text = end;
        }
    }
    fprintf(details, "%.*s\n", (int)strcspn(text, "\n"), text);
}

/* The condition that failed, from the lines about an assertion. */
static void quote_assertion(const char *line, FILE *details)
{
    const char *text = strstr(line, "assertion `");

    if (*line == ' ' && text != NULL)
        fprintf(details, "            %.*s\n", (int)strcspn(text, "\n"), text);
}

int quote_findings(const struct subject *subject, const char *name, FILE *details)
{
    char line[512], quoted[FINDINGS_QUOTED][512];
    int count = 0;

    FILE *file = fopen(log_of(subject, name), "r");

    while (file != NULL && count < FINDINGS_QUOTED && fgets(line, sizeof line, file) != NULL) {
        int is_new = strncmp(line, "simulator: ", 11) == 0 &&
                     strncmp(line + 11, "note: ", 6) != 0 && !isdigit((unsigned char)line[11]);

        for (int i = 0; i < count; i++)
            is_new &= strcmp(quoted[i], line) != 0;
        if (!is_new) {
            quote_assertion(line, details);
            continue;
        }
        strcpy(quoted[count++], line);
        quote_finding(subject, line + 11, details);
    }
    if (file != NULL)
        fclose(file);
    return count;
}
