/*
 * The steps from source files to a program: see compile.h.
 */
#include "compile.h"

#include "process.h"
#include "text.h"
#include "translate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a CUDA program sees defined; 900: compute capability 9.0, as an H100. */
static const char *const cuda_macros[] = {
    "-D__CUDACC__", "-D__SIMCC__", "-D__CUDA_ARCH__=900", "-D__CUDACC_VER_MAJOR__=13",
    "-D__CUDACC_VER_MINOR__=0", NULL
};

/* Columns and carets would be those of the translated text. */
static const char *const gcc_messages[] = {
    "-fno-show-column", "-fno-diagnostics-show-caret", NULL
};
static const char *const clang_messages[] = {
    "-fno-show-column", "-fno-caret-diagnostics", NULL
};

/* The headers need C++17; an older -std is raised to it. */
static void add_standard(struct strings *command, const struct options *options)
{
    static const char *const old[] = {"03", "11", "14", "98", "0x", "1y"};
    const char *standard = options->standard && strstr(options->standard, "++")
                               ? options->standard : "gnu++17";

    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (strstr(standard, old[i]))
            standard = "gnu++17";
    {
        char *flag = text_format("-std=%s", standard);

        strings_add(command, flag);
        free(flag);
    }
}

static void add_strings(struct strings *command, const struct strings *more)
{
    if (more->count)
        strings_add_all(command, (const char *const *)more->data);
}

static void add_compiler(struct strings *command, const struct toolchain *toolchain)
{
    add_strings(command, &toolchain->compiler);
}

static void add_folders(struct strings *command, const struct toolchain *toolchain)
{
    strings_add(command, "-isystem");
    strings_add(command, toolchain->include_folder);
    strings_add(command, "-isystem");
    strings_add(command, toolchain->runtime_folder);
}

/* -MD and its kind, with gcc's own choice of names made explicit: -E would choose others. */
static void add_dependencies(struct strings *command, const struct options *options,
                             const char *object)
{
    const char *target = options->compile_only || !options->output ? object : options->output;

    add_strings(command, &options->dependencies);
    if (options->wants_dependencies && !options->dependency_file) {
        const char *dot = strrchr(target, '.');
        int length = (int)(dot && !strchr(dot, '/') ? dot - target : (long)strlen(target));
        char *file = text_format("%.*s.d", length, target);

        strings_add(command, "-MF");
        strings_add(command, file);
        free(file);
    }
    if (options->wants_dependencies && !options->dependency_target) {
        strings_add(command, "-MT");
        strings_add(command, target);
    }
}

/* A library that is included and is not here: says so, beside the compiler's own message. */
static void explain_missing_header(const char *messages)
{
    static const struct { const char *folder; const char *name; } libraries[] = {
        {"thrust/", "Thrust"}, {"cub/", "CUB"}, {"cuda/", "libcu++ (cuda::, cuda::std::)"},
        {"cublas", "cuBLAS"}, {"curand", "cuRAND"}, {"cufft", "cuFFT"}, {"cusparse", "cuSPARSE"},
        {"mma.h", "tensor cores (wmma)"}, {"cuda_fp16", "half precision"},
        {"cuda_bf16", "bfloat16"}, {"nvrtc", "NVRTC"},
        {"cooperative_groups/memcpy_async", "asynchronous copies to shared memory"},
    };
    const char *line = strstr(messages, "fatal error: ");

    if (!line)
        return;
    line += strlen("fatal error: ");
    line += *line == '\'';
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (!strncmp(line, libraries[i].folder, strlen(libraries[i].folder))) {
            fprintf(stderr, "simcc: the simulator has no %s\n", libraries[i].name);
            return;
        }
    }
}

static int preprocess(const struct toolchain *toolchain, const struct options *options,
                      const char *path, const char *object, const char *preprocessed,
                      int exceptions)
{
    struct strings command = {0};
    struct text messages = {0};
    int status;

    add_compiler(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-E", "-x", "c++", NULL});
    add_standard(&command, options);
    strings_add_all(&command, cuda_macros);
    add_folders(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-include", "cuda_runtime.h", NULL});
    add_strings(&command, &options->preprocessor);
    add_dependencies(&command, options, object);
    add_strings(&command, &options->compiling);
    if (!exceptions)
        strings_add(&command, "-fno-exceptions");
    strings_add_all(&command, (const char *const[]){path, "-o", preprocessed, NULL});
    status = run_command(&command, options->verbose, &messages);
    if (status && messages.length)
        explain_missing_header(messages.data);
    free(messages.data);
    return status;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char buffer[65536];
    size_t length;

    if (!file) {
        fprintf(stderr, "simcc: cannot read %s: %s\n", path, strerror(errno));
        exit(3);
    }
    text_add(&text, "", 0);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    fclose(file);
    return text.data;
}

static void write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fwrite(text->data, 1, text->length, file) != text->length || fclose(file)) {
        fprintf(stderr, "simcc: cannot write %s: %s\n", path, strerror(errno));
        exit(3);
    }
}

/* Translates one file; *uses_exceptions tells whether the user's code has try, catch or throw. */
static int translate_file(const char *from, const char *to,
                          int *uses_exceptions)
{
    struct source source;
    struct text output = {0};
    struct translation translation = {.source = &source};

    source_read(&source, read_file(from));
    translate(&translation);
    *uses_exceptions = translation.uses_exceptions;
    if (translation.errors)
        return 1;
    source_write(&source, &output);
    write_file(to, &output);
    free(output.data);
    return 0;
}

static int compile_translated(const struct toolchain *toolchain, const struct options *options,
                              const char *translated, const char *object, int exceptions)
{
    int clang = toolchain->family == COMPILER_CLANG;
    struct strings command = {0};

    add_compiler(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-x", "c++-cpp-output", NULL});
    add_standard(&command, options);
    strings_add_all(&command, common_flags(toolchain->family));
    strings_add_all(&command, clang ? clang_messages : gcc_messages);
    add_strings(&command, &options->compiling);
    if (options->plain) {
        strings_add(&command, options->optimisation ? options->optimisation : "-O2");
    } else {
        strings_add_all(&command, instrumentation_flags(toolchain->family));
    }
    if (!exceptions)
        strings_add(&command, "-fno-exceptions");
    strings_add_all(&command, (const char *const[]){"-c", translated, "-o", object, NULL});
    return run_command(&command, options->verbose, NULL);
}

int compile_cuda(const struct toolchain *toolchain, const struct options *options,
                 const char *path, const char *object)
{
    char *preprocessed = temporary_file(".ii");
    char *translated;
    int exceptions = options->plain;    /* counted code goes without, as on the device */
    int uses_exceptions = 0;
    int status;

    if (options->keep) {
        const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

        translated = text_format("%.*s.simcc.ii", (int)(strlen(name) - strlen(".cu")), name);
    } else {
        translated = temporary_file(".ii");
    }
    status = preprocess(toolchain, options, path, object, preprocessed, exceptions);
    if (!status)
        status = translate_file(preprocessed, translated, &uses_exceptions);
    if (!status && uses_exceptions && !exceptions) {    /* the host code needs them: again */
        exceptions = 1;
        status = preprocess(toolchain, options, path, object, preprocessed, exceptions);
        if (!status)
            status = translate_file(preprocessed, translated, &uses_exceptions);
    }
    if (!status)
        status = compile_translated(toolchain, options, translated, object, exceptions);
    free(preprocessed);
    free(translated);
    return status;
}

int compile_host(const struct toolchain *toolchain, const struct options *options,
                 const struct input *input, const char *object)
{
    struct strings command = {0};
    int is_c = input->kind == INPUT_C;

    add_compiler(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-x", is_c ? "c" : "c++", NULL});
    if (options->standard && is_c != (strstr(options->standard, "++") != NULL)) {
        char *flag = text_format("-std=%s", options->standard);

        strings_add(&command, flag);
        free(flag);
    }
    strings_add(&command, "-fno-pie");
    strings_add(&command, options->optimisation ? options->optimisation : "-O2");
    add_folders(&command, toolchain);
    add_strings(&command, &options->preprocessor);
    add_dependencies(&command, options, object);
    add_strings(&command, &options->compiling);
    strings_add_all(&command, (const char *const[]){"-c", input->path, "-o", object, NULL});
    return run_command(&command, options->verbose, NULL);
}

int link_program(const struct toolchain *toolchain, const struct options *options,
                 const struct strings *objects, const char *program)
{
    struct strings command = {0};

    add_compiler(&command, toolchain);
    strings_add(&command, "-no-pie");
    add_strings(&command, &options->compiling);     /* -Xcompiler -fopenmp links too */
    add_strings(&command, objects);
    strings_add_all(&command, (const char *const[]){"-o", program,
                    "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove", NULL});
    add_strings(&command, &options->linking);
    strings_add_all(&command, (const char *const[]){toolchain->library, "-lpthread", "-lm", NULL});
    return run_command(&command, options->verbose, NULL);
}
