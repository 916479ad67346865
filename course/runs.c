#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "limited.h"

enum { COMPILE_SECONDS = 60, RUN_SECONDS = 3, ARGUMENTS_MOST = 32 };
#define FILE_BYTES    (16ull << 20)
#define COMPILE_BYTES (4ull << 30)
/*
 * The simulator reserves addresses for device memory and what it knows of each byte,
 * 28.5 GiB for so much device memory; the rest is what a program may take for itself.
 */
#define DEVICE_MEMORY "SIM_MEMORY=32M"
#define RUN_BYTES     (30ull << 30)

const char *path_in(const struct subject *subject, const char *name)
{
    static char paths[16][PATH_BYTES];
    static int next;
    char *path = paths[next++ % 16];

    snprintf(path, PATH_BYTES, "%s/%s", subject->folder, name);
    return path;
}

/* The first lines of a log, as part of a message. */
static void quote_log(const char *log, FILE *details)
{
    FILE *file = fopen(log, "r");
    char line[256];

    for (int i = 0; file != NULL && i < 5 && fgets(line, sizeof line, file) != NULL; i++) {
        if (i == 0 && strncmp(line, "the grader's launch:", 20) == 0)
            fprintf(details,
                    "    MISSING the kernel of this step, by its name and with its parameters\n");
        fprintf(details, "    BAD     %.*s\n", (int)strcspn(line, "\n"), line);
    }
    if (file != NULL)
        fclose(file);
}

int run_tool(char *const *arguments, const char *log)
{
    struct command command = {.arguments = arguments,
                              .log = log,
                              .seconds = COMPILE_SECONDS,
                              .address_space = COMPILE_BYTES,
                              .file_size = FILE_BYTES};
    int status;

    return run_limited(&command, &status) == ENDED && status == 0;
}

int build_program(struct subject *subject, FILE *details)
{
    const char *part = path_in(subject, "kernel.cu"), *object = path_in(subject, "kernel.o");
    const char *log = path_in(subject, "builds.log"), *listing = path_in(subject, "symbols.txt");
    const char *runtime_listing = path_in(subject, "runtime.txt");
    const char *program = path_in(subject, "program");
    const char *host_program =
        is_total(subject->exercise) ? "build/sim/course/judge_total.o" : "build/sim/course/judge.o";
    struct to_do to_do = {0};

    unlink(program);
    unlink(listing);
    unlink(runtime_listing);
    FILE *messages = fopen(log, "w");

    if (messages == NULL) {
        fprintf(details, "    MISSING %s: cannot be written\n", log);
        return 0;
    }
    int is_built = write_kernel_part(subject->exercise, subject->grading->student, subject->step,
                                     part, messages, &to_do);

    fclose(messages);
    char *compile[] = {"build/simcc/simcc", "-c",         "-Ibuild", "-o",
                       (char *)object,      (char *)part, NULL};
    char *list[] = {"nm", "-P", (char *)object, NULL};
    char *list_runtime[] = {"nm", "-P", "build/simcc/libsimulator.a", NULL};
    char *link[] = {
        "build/simcc/simcc",  "-o", (char *)program, (char *)object, (char *)host_program,
        "build/sim/common.a", NULL};

    is_built = is_built && run_tool(compile, log) && run_tool(list, listing) &&
               run_tool(list_runtime, runtime_listing);
    if (is_built && (messages = fopen(log, "a")) != NULL) {
        is_built = symbols_allowed(listing, runtime_listing, messages);
        fclose(messages);
    }
    is_built = is_built && run_tool(link, log) && access(program, X_OK) == 0;
    if (!is_built)
        quote_log(log, details);
    if (to_do.line > 0) {
        char source[PATH_BYTES];

        submitted_name(source, sizeof source, subject->grading->student, subject->step);
        printf("%s is not solved yet. Next: %s:%d: %s\n", subject->step, source, to_do.line,
               to_do.text);
    }
    return subject->is_built = is_built;
}

unsigned long long draw_key(unsigned seed, char *input, size_t bytes)
{
    unsigned long long key;

    if (getrandom(&key, sizeof key, 0) != sizeof key) {
        fprintf(stderr, "grade: the system has no random numbers\n");
        exit(3);
    }
    snprintf(input, bytes, "%llu %u\n", key, seed);
    return key;
}

/* What the host program is told of a case besides n and block. */
static unsigned *host_choice(const struct exercise *exercise, struct run_case *it)
{
    return is_total(exercise) ? &it->launches : &it->template_block;
}

static void read_verdicts(const char *path, const struct exercise *exercise, unsigned long long key,
                          struct run_case *cases, size_t count)
{
    FILE *file = fopen(path, "r");

    for (size_t i = 0; file != NULL && i < count; i++) {
        struct run_case answer = {0};
        unsigned long long said;
        unsigned choice;

        if (fscanf(file, "%llu %u %u %u %u %lld %lld %d %u", &said, &answer.n, &answer.block,
                   &choice, &answer.grid, &answer.sum, &answer.expected, &answer.error,
                   &answer.ticket) != 9 ||
            said != key || answer.n != cases[i].n || answer.block != cases[i].block)
            break;
        *host_choice(exercise, &answer) = choice;
        answer.is_judged = 1;
        cases[i] = answer;
    }
    if (file != NULL)
        fclose(file);
}

int run_cases(struct subject *subject, const char *name, struct run_case *cases, size_t count,
              char *const *environment, char *ending)
{
    char log_name[64], input[64], grid[16], texts[ARGUMENTS_MOST][48];
    char *arguments[ARGUMENTS_MOST + 3], *settings[16] = {"SIM_THREADS=1", "SIM_PROGRESS=0",
                                                          "SIM_LIMIT=200000", DEVICE_MEMORY, NULL};
    unsigned long long key = draw_key(subject->grading->seed, input, sizeof input);
    size_t length = 4;
    int status = 0;

    snprintf(log_name, sizeof log_name, "%s.log", name);
    const char *verdicts = path_in(subject, "verdicts.txt");
    struct command command = {.arguments = arguments,
                              .environment = settings,
                              .input = input,
                              .log = path_in(subject, log_name),
                              .verdicts = verdicts,
                              .seconds = RUN_SECONDS,
                              .address_space = RUN_BYTES,
                              .file_size = FILE_BYTES};

    for (; environment != NULL && *environment != NULL; environment++)
        settings[length++] = *environment;
    settings[length] = NULL;
    snprintf(grid, sizeof grid, "%u",
             is_total(subject->exercise) ? TOTAL_GRID : subject->exercise->data_blocks);
    arguments[0] = (char *)path_in(subject, "program");
    arguments[1] = grid;
    for (size_t i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "%u:%u:%u", cases[i].n, cases[i].block,
                 *host_choice(subject->exercise, &cases[i]));
        arguments[2 + i] = texts[i];
    }
    arguments[2 + count] = NULL;
    unlink(verdicts);
    unlink(command.log); /* what an earlier grading found is no finding now */
    switch (run_limited(&command, &status)) {
    case ENDED: snprintf(ending, ENDING_BYTES, "the run ended with exit status %d", status); break;
    case RAN_OUT_OF_TIME:
        snprintf(ending, ENDING_BYTES, "the run was over its limit of %d seconds", RUN_SECONDS);
        break;
    case CRASHED: snprintf(ending, ENDING_BYTES, "the run crashed: %s", strsignal(status)); break;
    case NOT_STARTED: snprintf(ending, ENDING_BYTES, "the run could not be started"); return 0;
    }
    read_verdicts(verdicts, subject->exercise, key, cases, count);
    return strcmp(ending, "the run ended with exit status 0") == 0;
}

int report_cases(const struct run_case *cases, size_t count, const char *ending, FILE *details)
{
    size_t right = 0;

    for (size_t i = 0; i < count; i++) {
        const struct run_case *it = &cases[i];
        char launch[32] = "";

        if (it->launches > 0)
            snprintf(launch, sizeof launch, " (launch %u)", it->launches);
        if (!it->is_judged)
            fprintf(details, "    MISSING n = %u, blocks of %u: no sum; %s\n", it->n, it->block,
                    ending);
        else if (it->error != 0)
            fprintf(details, "    BAD     n = %u, blocks of %u: CUDA error %d\n", it->n, it->block,
                    it->error);
        else if (it->sum != it->expected)
            fprintf(details, "    BAD     n = %u, blocks of %u: sum %lld, expected %lld%s\n", it->n,
                    it->block, it->sum, it->expected, launch);
        else if (it->ticket != 0)
            fprintf(details, "    BAD     n = %u, blocks of %u: the ticket is left at %u%s\n",
                    it->n, it->block, it->ticket, launch);
        else {
            fprintf(details, "    GOOD    n = %u, blocks of %u: sum %lld\n", it->n, it->block,
                    it->sum);
            right++;
        }
    }
    return right == count;
}
