/*
 * From a submission to a program: its kernels, as object code that was looked through, and the
 * grader's host program. Of the submission nothing is linked that would run on the host.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "limited.h"

enum { COMPILE_SECONDS = 30, COMPILE_REAL_TIME = 2, ERRORS_QUOTED = 4 };
#define FILE_BYTES    (32ull << 20)
#define COMPILE_BYTES (4ull << 30)

int run_tool(char *const *arguments, const char *log)
{
    struct command command = {.arguments = arguments,
                              .log = log,
                              .seconds = COMPILE_SECONDS,
                              .real_time = COMPILE_REAL_TIME,
                              .address_space = COMPILE_BYTES,
                              .file_size = FILE_BYTES};
    int status;
    enum ending ending = run_limited(&command, &status);

    if (ending == RAN_OUT_OF_TIME) {
        FILE *file = fopen(log, "a");

        if (file != NULL) {
            fprintf(file, "error: %s was over its limit of %d seconds\n", arguments[0],
                    COMPILE_SECONDS);
            fclose(file);
        }
    }
    return ending == ENDED && status == 0;
}

/* The line of the submission that a message "name:12: error: ..." is about. */
static void quote_source(const struct subject *subject, const char *message, FILE *details)
{
    const char *why, *number = strstr(message, "/reduce.cu:");
    FILE *file = number == NULL
                     ? NULL
                     : open_submitted(subject->grading->student, subject->step, "reduce.cu", &why);
    long wanted = number != NULL ? strtol(number + strlen("/reduce.cu:"), NULL, 10) : 0;
    char line[256];

    for (long i = 1; file != NULL && fgets(line, sizeof line, file) != NULL;) {
        if (i == wanted) {
            fprintf(details, "            %.*s\n", (int)strcspn(line, "\r\n"), line);
            break;
        }
        i += strchr(line, '\n') != NULL;
    }
    if (file != NULL)
        fclose(file);
}

/* The first errors of a log, as part of a message; warnings only where there are no errors. */
static void quote_log(const struct subject *subject, const char *log, FILE *details)
{
    FILE *file = fopen(log, "r");
    char line[512];
    int quoted = 0;

    while (file != NULL && quoted < ERRORS_QUOTED && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "the grader's launch:", 20) == 0) {
            if (quoted++ == 0)
                fprintf(details, "    MISSING the kernel of this step, by its name and with its "
                                 "parameters\n");
        } else if (strstr(line, "error") != NULL) {
            fprintf(details, "    BAD     %.*s\n", (int)strcspn(line, "\n"), line);
            quote_source(subject, line, details);
            quoted++;
        }
    }
    if (file != NULL && quoted == 0) {
        rewind(file);
        while (quoted++ < ERRORS_QUOTED && fgets(line, sizeof line, file) != NULL)
            fprintf(details, "    BAD     %.*s\n", (int)strcspn(line, "\n"), line);
    }
    if (file != NULL)
        fclose(file);
}

/* A kernel in a namespace without name is seen by nobody: lets it be seen. */
static int show_kernels(const struct kernel_symbols *kernels, const char *object, const char *log)
{
    char names[KERNELS_MOST][640];
    char *arguments[KERNELS_MOST + 3] = {"objcopy"};
    int count = 1;

    for (int i = 0; i < kernels->count; i++) {
        snprintf(names[i], sizeof names[i], "--globalize-symbol=%s", kernels->symbol[i]);
        arguments[count++] = names[i];
    }
    arguments[count] = (char *)object;
    return run_tool(arguments, log);
}

/* Keeps of the object the kernels, under the names by which the host program knows them. */
static int keep_kernels(const struct kernel_symbols *kernels, const char *object, const char *log)
{
    enum { FIXED = 9 };
    char names[KERNELS_MOST][2][640];
    char *arguments[FIXED + 2 * KERNELS_MOST + 2] = {"objcopy",
                                                     "--remove-section=.init_array*",
                                                     "--remove-section=.fini_array*",
                                                     "--remove-section=.preinit_array*",
                                                     "--remove-section=.ctors*",
                                                     "--remove-section=.dtors*",
                                                     "--remove-section=.init",
                                                     "--remove-section=.fini",
                                                     "--keep-global-symbol=course_none"};
    int count = FIXED;

    for (int i = 0; i < kernels->count; i++) {
        snprintf(names[i][0], sizeof names[i][0], "--redefine-sym=%s=%s", kernels->symbol[i],
                 kernels->as[i]);
        snprintf(names[i][1], sizeof names[i][1], "--keep-global-symbol=%s", kernels->as[i]);
        arguments[count++] = names[i][0];
        arguments[count++] = names[i][1];
    }
    arguments[count++] = (char *)object;
    arguments[count] = NULL;
    return run_tool(arguments, log);
}

static FILE *open_log(const char *log)
{
    FILE *file = fopen(log, "a");

    if (file == NULL) {
        fprintf(stderr, "grade: cannot write %s\n", log);
        exit(3);
    }
    return file;
}

/* What of the part is compiled: its kernels, or the variables that hold a template's instances. */
static void name_wanted(const struct exercise *exercise, char *option, size_t bytes)
{
    size_t length =
        (size_t)snprintf(option, bytes, "--device-only=%s,%s", exercise->kernel, BLOCK_SUMS_KERNEL);

    for (int size = 64; exercise->launch == BLOCK_SUMS_TEMPLATE && size <= 1024; size *= 2)
        length += (size_t)snprintf(option + length, bytes - length, ",course_instance_%d", size);
}

/* Compiles the part and looks at what has come of it. */
static int compile_kernels(struct subject *subject, const char *source, const char *log)
{
    const char *part = path_in(subject, "kernel.cu"), *object = path_in(subject, "kernel.o");
    const char *seen = path_in(subject, "kernel.ii"), *listing = path_in(subject, "symbols.txt");
    const char *code = path_in(subject, "code.txt");
    struct kernel_symbols kernels;
    char wanted[256];
    /* operators and shapes: the lab's own, as common/ is */
    char *headers = is_reducing(subject->exercise) ? "-Istep16_any_type" : "-Istep17_rows";
    /* what is looked at is what is compiled: else a macro might be one thing here, another there */
    char *preprocess[] = {
        "build/simcc/simcc", wanted, "-E",         "-Ibuild",    headers, "-Xcompiler",
        GRADED_FLAGS,        "-o",   (char *)seen, (char *)part, NULL};
    char *compile[] = {"build/simcc/simcc", wanted,       "-c", "-Xcompiler", GRADED_FLAGS, "-o",
                       (char *)object,      (char *)seen, NULL};
    /* else nm loads all plugins for link-time optimisation first, which takes ten times as long */
    char *list[] = {"nm", "--plugin=/dev/null", "-P", (char *)object, NULL};
    char *disassemble[] = {"objdump", "-drl", "--no-show-raw-insn", (char *)object, NULL};

    name_wanted(subject->exercise, wanted, sizeof wanted);
    unlink(listing);
    unlink(code);
    if (!run_tool(preprocess, log))
        return 0;
    FILE *messages = open_log(log);
    int is_allowed = tokens_allowed(seen, "build/course/header_words", source,
                                    subject->exercise->kernel, messages);

    fclose(messages);
    if (!is_allowed || !run_tool(compile, log) || !run_tool(list, listing) ||
        !run_tool(disassemble, code))
        return 0;
    messages = open_log(log);
    is_allowed =
        symbols_allowed(listing, code, source, messages) && calls_allowed(code, source, messages);
    if (is_allowed && !find_kernels(subject->exercise, listing, &kernels)) {
        fprintf(messages, "the grader's launch: no kernel\n");
        is_allowed = 0;
    }
    fclose(messages);
    return is_allowed && show_kernels(&kernels, object, log) && keep_kernels(&kernels, object, log);
}

int build_program(struct subject *subject, FILE *details)
{
    const char *log = path_in(subject, "builds.log"), *program = path_in(subject, "program");
    const char *host_program = is_total(subject->exercise) ? "build/sim/course/judge_total.o"
                               : is_reducing(subject->exercise)
                                   ? "build/sim/course/judge_reductions.o"
                               : is_of_rows(subject->exercise) ? "build/sim/course/judge_rows.o"
                                                               : "build/sim/course/judge.o";
    struct to_do to_do = {0};
    char source[PATH_BYTES];
    char *link[] = {"build/simcc/simcc",
                    "-o",
                    (char *)program,
                    (char *)path_in(subject, "kernel.o"),
                    (char *)host_program,
                    "build/sim/course/judging.o",
                    "build/sim/course/numbers.o",
                    "build/sim/course/reductions.o",
                    "build/sim/course/confined.o",
                    "build/sim/common.a",
                    "-Xlinker",
                    "-z,relro,-z,now",
                    NULL};

    submitted_name(source, sizeof source, subject->grading->student, subject->step);
    unlink(program);
    unlink(log);
    FILE *messages = open_log(log);
    int is_written =
        write_kernel_part(subject->exercise, FOR_SIMULATOR, subject->grading->student,
                          subject->step, path_in(subject, "kernel.cu"), messages, &to_do);

    fclose(messages);
    subject->is_built = is_written && compile_kernels(subject, source, log) &&
                        run_tool(link, log) && access(program, X_OK) == 0;
    if (!subject->is_built)
        quote_log(subject, log, details);
    if (to_do.line > 0)
        snprintf(subject->to_do, sizeof subject->to_do, "%s:%d: %s", source, to_do.line,
                 to_do.text);
    return subject->is_built;
}
