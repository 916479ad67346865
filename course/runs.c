/*
 * Runs of a graded kernel: what goes in, what must come out, what is said of it.
 */
#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "limited.h"

enum { RUN_SECONDS = 5, REAL_TIME = 4, ARGUMENTS_MOST = 32, FINDINGS_QUOTED = 4 };
#define FILE_BYTES (16ull << 20)
/*
 * The simulator reserves addresses for device memory and what it knows of each byte,
 * 35.5 GiB for so much device memory; the rest is what a program may take for itself.
 */
#define DEVICE_MEMORY "SIM_MEMORY=160M"
#define RUN_BYTES     (37ull << 30)

const char *path_in(const struct subject *subject, const char *name)
{
    static char paths[24][PATH_BYTES];
    static int next;
    char *path = paths[next++ % 24];

    snprintf(path, PATH_BYTES, "%s/%s", subject->folder, name);
    return path;
}

static unsigned grid_of(const struct exercise *exercise, const struct run_case *it)
{
    unsigned chunk = exercise->data_blocks * it->block;

    if (it->grid != 0)
        return it->grid;
    if (is_of_rows(exercise))
        return (it->n / it->columns + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
    if (is_reducing(exercise))
        return (unsigned)tiles_of(it->reduction, it->n);
    return is_total(exercise) ? TOTAL_GRID : (it->n + chunk - 1) / chunk;
}

/* What the launch of that number must find. Nobody else in this lab knows. */
static long long expected_sum(const struct subject *subject, const struct run_case *it,
                              unsigned launch)
{
    const struct exercise *exercise = subject->exercise;
    size_t chunk = exercise->data_blocks > 0 ? exercise->data_blocks * it->block : 1;
    struct numbers numbers = {subject->grading->seed + launch, it->kind, (unsigned)chunk, it->n};
    size_t reach = it->ends * chunk;

    if (is_reducing(exercise))
        return reduced_in_order(it->reduction, &numbers);
    if (is_of_rows(exercise)) {
        long long weighted = 0; /* course/judge_rows.c: so that no two rows can be exchanged */

        for (size_t row = 0; row < it->n / it->columns; row++)
            weighted += (long long)(row + 1) *
                        sum_between(&numbers, row * it->columns, (row + 1) * it->columns);
        return weighted;
    }
    if (it->ends == 0)
        return sum_between(&numbers, 0, it->n);
    return sum_between(&numbers, 0, reach) +
           sum_between(&numbers, (grid_of(exercise, it) - it->ends) * chunk, it->n);
}

static int is_wrong(const struct run_case *it)
{
    return it->error != 0 || it->sum != it->expected || it->ticket != 0;
}

int is_right(const struct run_case *it)
{
    return it->judged == (it->launches > 0 ? it->launches : 1) && !is_wrong(it);
}

/* One line for each launch: CASE LAUNCH GRID SUM CUDA_ERROR TICKET. */
static void read_verdicts(const struct subject *subject, const char *path, struct run_case *cases,
                          size_t count)
{
    FILE *file = fopen(path, "r");
    unsigned number, launch, grid, ticket, idle;
    long long sum;
    int error;

    while (file != NULL && fscanf(file, "%u %u %u %lld %d %u %u", &number, &launch, &grid, &sum,
                                  &error, &ticket, &idle) == 7) {
        struct run_case *it = number < count ? &cases[number] : NULL;

        if (it == NULL || launch != it->judged || grid != grid_of(subject->exercise, it))
            break;
        if (it->judged++ > 0 && is_wrong(it))
            continue; /* the first wrong launch is kept */
        it->launch = launch;
        it->sum = sum;
        it->error = error;
        it->ticket = ticket;
        it->idle = idle;
        it->expected = expected_sum(subject, it, launch);
    }
    if (file != NULL)
        fclose(file);
}

static void case_text(const struct exercise *exercise, const struct run_case *it, char *text,
                      size_t bytes)
{
    unsigned choice = is_reducing(exercise)  ? it->reduction
                      : is_of_rows(exercise) ? it->columns
                                             : it->template_block;

    snprintf(text, bytes, "%u:%u:%u:%u:%u:%u:%u:%d:%u", it->n, it->block, choice > 0 ? choice : 1,
             it->offset, (unsigned)it->kind, it->ends, grid_of(exercise, it), it->from_last,
             it->launches > 0 ? it->launches : 1);
}

/* A filter stands before the system's calls: course/confined.c. */
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
    char log_name[64], input[32], share[16], texts[ARGUMENTS_MOST][96];
    char *arguments[ARGUMENTS_MOST + 4],
        *settings[16] = {"SIM_THREADS=1", "SIM_PROGRESS=0", "SIM_LIMIT=200000",
                         "SIM_GUARD=1",   DEVICE_MEMORY,    NULL};
    size_t length = 5;
    int status = 0;

    snprintf(log_name, sizeof log_name, "%s.log", name);
    snprintf(input, sizeof input, "%u\n", subject->grading->seed);
    snprintf(share, sizeof share, "%u", subject->exercise->data_blocks);
    const char *verdicts = path_in(subject, "verdicts.txt");
    struct command command = {.arguments = arguments,
                              .environment = settings,
                              .input = input,
                              .log = path_in(subject, log_name),
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
    arguments[2] = share;
    for (size_t i = 0; i < count; i++) {
        cases[i].judged = 0;
        case_text(subject->exercise, &cases[i], texts[i], sizeof texts[i]);
        arguments[3 + i] = texts[i];
    }
    arguments[3 + count] = NULL;
    unlink(verdicts);
    unlink(command.log); /* what an earlier grading found is no finding now */
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

/* A sum, or what a reduction has come to. */
static const char *value_text(const struct run_case *it, long long value, char *text, size_t bytes)
{
    if (it->reduction != NO_REDUCTION)
        packed_text(it->reduction, value, text, bytes);
    else
        snprintf(text, bytes, "sum %lld", value);
    return text;
}

static void report_case(const struct run_case *it, const char *ending, FILE *details)
{
    char what[160], value[80], expected[80];
    int length = snprintf(what, sizeof what, "n = %u, blocks of %u", it->n, it->block);

    value_text(it, it->sum, value, sizeof value);
    value_text(it, it->expected, expected, sizeof expected);
    if (it->reduction != NO_REDUCTION)
        length = snprintf(what, sizeof what, "%s: n = %u, blocks of %u",
                          reductions[it->reduction].name, it->n, it->block);
    if (it->columns > 0)
        length +=
            snprintf(what + length, sizeof what - (size_t)length, ", rows of %u", it->columns);
    if (it->grid > 0)
        length += snprintf(what + length, sizeof what - (size_t)length, ", %u of them", it->grid);
    if (it->ends > 0)
        length +=
            snprintf(what + length, sizeof what - (size_t)length, ", first and last %u", it->ends);
    if (it->offset > 0)
        length +=
            snprintf(what + length, sizeof what - (size_t)length, ", input %u %s past 16 bytes",
                     it->offset, it->reduction != NO_REDUCTION ? "elements" : "ints");
    if (it->kind == PEAK)
        length += snprintf(what + length, sizeof what - (size_t)length, ", one of them large");
    if (it->launches > 1 && it->judged > 0)
        snprintf(what + length, sizeof what - (size_t)length, " (launch %u)", it->launch + 1);
    if (it->judged > 0 && it->error != 0)
        fprintf(details, "    BAD     %s: CUDA error %d\n", what, it->error);
    else if (it->judged > 0 && it->sum != it->expected)
        fprintf(details, "    BAD     %s: %s, expected %s\n", what, value,
                expected + (it->reduction == NO_REDUCTION ? strlen("sum ") : 0));
    else if (it->judged > 0 && it->ticket != 0 && it->reduction != NO_REDUCTION)
        fprintf(details, "    BAD     %s: %u words of mail and tickets are left that are not 0\n",
                what, it->ticket);
    else if (it->judged > 0 && it->ticket != 0)
        fprintf(details, "    BAD     %s: the ticket is left at %u\n", what, it->ticket);
    else if (!is_right(it))
        fprintf(details, "    MISSING %s: no %s; %s\n", what,
                it->reduction != NO_REDUCTION ? "result" : "sum", ending);
    else
        fprintf(details, "    GOOD    %s: %s\n", what, value);
}

int report_cases(const struct run_case *cases, size_t count, const char *ending, FILE *details)
{
    size_t right = 0;

    for (int wrong = 1; wrong >= 0; wrong--) /* what is wrong comes first */
        for (size_t i = 0; i < count; i++)
            if (is_right(&cases[i]) != wrong) {
                report_case(&cases[i], ending, details);
                right += !wrong;
            }
    return right == count;
}

/*
 * Prints a finding. Some lines are known by the file that was compiled, which is the submission's
 * as far as it goes, behind a first line of the grader's.
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

/* What did not hold, from the lines about an assertion. */
static void quote_assertion(const char *line, FILE *details)
{
    const char *text = strstr(line, "assertion `");

    if (*line == ' ' && text != NULL)
        fprintf(details, "            %.*s\n", (int)strcspn(text, "\n"), text);
}

int quote_findings(const struct subject *subject, const char *name, FILE *details)
{
    char log_name[64], line[512], quoted[FINDINGS_QUOTED][512];
    int count = 0;

    snprintf(log_name, sizeof log_name, "%s.log", name);
    FILE *file = fopen(path_in(subject, log_name), "r");

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
