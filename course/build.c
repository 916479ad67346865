/*
 * From a submission to a program: its kernels, as inspected object code, and the grader's host
 * program. No host code of the submission is linked.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "kernel_tokens.h"
#include "limited.h"
#include "run_limits.h"
#include "shapes/shape.h"
#include "symbols.h"

enum { REAL_TIME_AGAIN = 20, ERRORS_QUOTED = 4 };

int run_tool(char *const *arguments, const char *log)
{
    return run_tool_in(NULL, arguments, log);
}

int run_tool_in(const char *folder, char *const *arguments, const char *log)
{
    struct command command = {.arguments = arguments,
                              .folder = folder,
                              .log = log,
                              .seconds = COMPILE_SECONDS,
                              .real_time = COMPILE_REAL_TIME,
                              .address_space = COMPILE_BYTES,
                              .file_size = COMPILE_FILE_BYTES};
    int status;
    enum ending ending = run_limited(&command, &status);

    if (ending == RAN_OUT_OF_REAL_TIME) { /* the machine may have had other things to do */
        command.real_time = REAL_TIME_AGAIN;
        ending = run_limited(&command, &status);
    }
    if (ending == RAN_OUT_OF_TIME || ending == RAN_OUT_OF_REAL_TIME) {
        int is_real = ending == RAN_OUT_OF_REAL_TIME;
        FILE *file = fopen(log, "a");

        if (file != NULL) {
            fprintf(file, "error: %s was over its limit of %d seconds of %s time\n", arguments[0],
                    COMPILE_SECONDS * (is_real ? REAL_TIME_AGAIN : 1),
                    is_real ? "real" : "processor");
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
                fprintf(details, "    MISSING the kernel of this step: none has its name and its "
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

/* A kernel in an unnamed namespace is a local symbol: makes it a global one. */
static int show_kernels(struct subject *subject, const struct kernel_symbols *kernels,
                        const char *object, const char *log)
{
    char *arguments[KERNELS_MOST + 3] = {"objcopy"};
    int count = 1;

    for (int i = 0; i < kernels->count; i++)
        arguments[count++] = new_text(subject->texts, "--globalize-symbol=%s", kernels->symbol[i]);
    arguments[count] = (char *)object;
    return run_tool(arguments, log);
}

/* Keeps of the object the kernels, under the names by which the host program knows them. */
static int keep_kernels(struct subject *subject, const struct kernel_symbols *kernels,
                        const struct symbols *symbols, const char *object, const char *log)
{
    enum { FIXED = 9, GIVEN_MOST = 32, NAME_BYTES = 512 };
    const struct shape *shape = subject->exercise->shape;
    char *arguments[FIXED + 2 * KERNELS_MOST + GIVEN_MOST + 2] = {
        "objcopy",
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
        arguments[count++] =
            new_text(subject->texts, "--redefine-sym=%s=%s", kernels->symbol[i], kernels->as[i]);
        arguments[count++] = new_text(subject->texts, "--keep-global-symbol=%s", kernels->as[i]);
    }
    for (size_t i = 0, given = 0; i < symbols->count && given < GIVEN_MOST; i++) {
        char name[NAME_BYTES];

        if (shape->given_symbol == NULL || symbols->all[i].type != 'U' ||
            !shape->given_symbol(symbols->all[i].symbol, name, sizeof name))
            continue;
        arguments[count++] =
            new_text(subject->texts, "--redefine-sym=%s=%s", symbols->all[i].symbol, name);
        given++;
    }
    arguments[count++] = (char *)object;
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

/*
 * Compiles the inspected text. simcc translates PTX: with assembly in the text it keeps what it has
 * made, in the step's folder, and no other assembly may be left there.
 */
static int translate(struct subject *subject, char *wanted, int has_assembly, const char *source,
                     const char *log)
{
    char *folder = realpath(subject->folder, NULL), *simcc = realpath("build/simcc/simcc", NULL);
    char *seen = new_text(subject->texts, "%s/kernel.ii", folder);
    char *object = new_text(subject->texts, "%s/kernel.o", folder);
    char *compile[] = {simcc, wanted, "-c", "-Xcompiler", GRADED_FLAGS,
                       "-o",  object, seen, NULL,         NULL};
    int is_compiled;

    if (has_assembly)
        compile[8] = "-keep";
    unlink(path_in(subject, "kernel.simcc.ii"));
    is_compiled = folder != NULL && simcc != NULL && run_tool_in(folder, compile, log);
    free(folder);
    free(simcc);
    if (!is_compiled || !has_assembly)
        return is_compiled;
    FILE *messages = open_log(log);
    int is_allowed = assembly_allowed(path_in(subject, "kernel.simcc.ii"), source, messages);

    fclose(messages);
    return is_allowed;
}

/*
 * Draws the instances of a template for this submission, where the shape has such, and writes them
 * behind the preprocessed part. Returns 0 where that fails.
 */
static int add_instances(const struct subject *subject, const char *seen)
{
    const struct shape *shape = subject->exercise->shape;

    if (shape->draw_instances == NULL)
        return 1;
    char *text = text_of(seen);
    FILE *to = text != NULL ? fopen(seen, "a") : NULL;

    if (to != NULL) {
        shape->draw_instances(subject->grading->seed, text);
        fprintf(to, "\n# 1 \"the grader's launch\"\n");
        shape->write_instances(subject->exercise->kernel, to);
    }
    free(text);
    return to != NULL && fclose(to) == 0;
}

/*
 * Preprocesses the part, inspects its tokens, and compiles it: the same text, or else a macro might
 * differ between the two.
 */
static int compile_part(struct subject *subject, const char *source, const char *log)
{
    const struct exercise *exercise = subject->exercise;
    char *part = new_text(subject->texts, "%s/kernel.cu", subject->folder);
    char *seen = new_text(subject->texts, "%s/kernel.ii", subject->folder);
    /* the kernels, or the variables that hold a template's instances */
    char *wanted =
        new_text(subject->texts, "--device-only=%s%s", exercise->kernel, exercise->shape->wanted);
    /* operators and shapes: the lab's own, as common/ is */
    char *headers = exercise->shape->headers != NULL
                        ? new_text(subject->texts, "-I%s", exercise->shape->headers)
                        : NULL;
    char *preprocess[] = {"build/simcc/simcc",
                          wanted,
                          "-E",
                          "-Ibuild",
                          "-Xcompiler",
                          GRADED_FLAGS,
                          "-o",
                          seen,
                          part,
                          headers,
                          headers != NULL ? (char *)exercise->shape->macro : NULL,
                          NULL};
    int has_assembly;

    if (!run_tool(preprocess, log) || !add_instances(subject, seen))
        return 0;
    FILE *messages = open_log(log);
    int is_allowed = tokens_allowed(seen, "build/course/header_words", source, exercise->kernel,
                                    &has_assembly, messages);

    fclose(messages);
    return is_allowed && translate(subject, wanted, has_assembly, source, log);
}

/* Runs a tool that lists parts of the object, into a file of its own. */
static int list_object(char *const *tool, const char *listing)
{
    unlink(listing);
    return run_tool(tool, listing);
}

/*
 * Whether the code calls nothing that is forbidden; else says what and where. The lines of the
 * source are listed only then: looking them up takes as long as all else.
 */
static int are_calls_allowed(const char *object, const char *code, const char *source,
                             FILE *messages)
{
    char *disassemble[] = {"objdump", "-dr", "--no-show-raw-insn", (char *)object, NULL};
    char *with_lines[] = {"objdump", "-drl", "--no-show-raw-insn", (char *)object, NULL};
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);
    int are_allowed = list_object(disassemble, code) && calls_allowed(code, source, unread);

    fclose(unread);
    free(text);
    return are_allowed || (list_object(with_lines, code) && calls_allowed(code, source, messages));
}

/* Inspects the object code of the part, and keeps of it only the kernels. */
static int take_kernels(struct subject *subject, const char *source, const char *log)
{
    char *object = new_text(subject->texts, "%s/kernel.o", subject->folder);
    const char *listing = path_in(subject, "symbols.txt"),
               *readable = path_in(subject, "names.txt");
    const char *code = path_in(subject, "code.txt");
    /* else nm loads all plugins for link-time optimisation first, which takes ten times as long */
    char *list[] = {"nm", "--plugin=/dev/null", "-p", "-P", object, NULL};
    char *list_readable[] = {"nm", "--plugin=/dev/null", "-C", "-p", "-P", object, NULL};
    struct symbols symbols = {0};
    struct kernel_symbols kernels;

    if (!list_object(list, listing) || !list_object(list_readable, readable))
        return 0;
    FILE *messages = open_log(log);
    int is_allowed =
        read_symbols(listing, readable, &symbols) &&
        symbols_allowed(&symbols, subject->exercise->shape->given, code, source, messages) &&
        are_calls_allowed(object, code, source, messages);

    if (is_allowed && !find_kernels(subject->exercise, &symbols, &kernels)) {
        fprintf(messages, "the grader's launch: no kernel\n");
        is_allowed = 0;
    }
    fclose(messages);
    is_allowed = is_allowed && show_kernels(subject, &kernels, object, log) &&
                 keep_kernels(subject, &kernels, &symbols, object, log);
    free_symbols(&symbols);
    return is_allowed;
}

int build_program(struct subject *subject, FILE *details)
{
    const struct shape *shape = subject->exercise->shape;
    const char *log = path_in(subject, "builds.log"), *program = path_in(subject, "program");
    struct to_do to_do = {0};
    char source[PATH_BYTES];
    char *link[] = {"build/simcc/simcc",
                    "-o",
                    (char *)program,
                    (char *)path_in(subject, "kernel.o"),
                    new_text(subject->texts, "build/sim/course/%s.o", shape->host_program),
                    "build/sim/course/judging.o",
                    "build/sim/course/numbers.o",
                    "build/sim/course/draw.o",
                    "build/sim/course/reductions.o",
                    "build/sim/course/reduction_kinds.o",
                    "build/sim/course/promised.o",
                    "build/sim/course/row_kinds.o",
                    "build/sim/course/confined.o",
                    "build/sim/common.a",
                    "-Xlinker",
                    "-z,relro,-z,now",
                    (char *)shape->parts, /* or the end */
                    NULL};

    submitted_name(source, sizeof source, subject->grading->student, subject->step);
    unlink(program);
    unlink(log);
    FILE *messages = open_log(log);
    int is_written = write_kernel_part(
        subject->grading->student, subject->step, path_in(subject, "kernel.cu"), shape->begin,
        shape->draw_instances == NULL ? shape->write_instances : NULL, subject->exercise->kernel,
        messages, &to_do);

    fclose(messages);
    subject->is_built = is_written && compile_part(subject, source, log) &&
                        take_kernels(subject, source, log) && run_tool(link, log) &&
                        access(program, X_OK) == 0;
    if (subject->is_built) {
        read_named(path_in(subject, "code.txt"), &subject->named);
        name_numbers(subject->named.numbers, subject->named.count);
    }
    if (!subject->is_built)
        quote_log(subject, log, details);
    if (to_do.line > 0)
        snprintf(subject->to_do, sizeof subject->to_do, "%s:%d: %s", source, to_do.line,
                 to_do.text);
    return subject->is_built;
}
