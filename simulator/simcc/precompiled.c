/*
 * The CUDA headers, precompiled: most of the time that a small program takes to compile would go
 * into reading them.
 *
 * They are precompiled four times: with the flags of counted code and with those of --plain, for
 * programs and for objects. With any other flags, or macros that the headers ask for, gcc passes
 * over all of them and reads the headers themselves: so it is right, if slower, to offer them
 * always.
 */
#include "command.h"

#include "clang_headers.h"
#include "process.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Macros that come with flags of the code, and that the headers never saw. */
static const char *const without_macros[] = {"-U__OPTIMIZE__", "-U__SANITIZE_THREAD__", NULL};

/* The headers' functions stay optimised as they were read: other flags would not reach them. */
static int is_usual_plain(const struct options *options)
{
    /* an object's two flags, which make no other code of the headers: choose_placement */
    size_t placed = options->position_independent ? 2 : 0;

    return options->compiling.count == placed && !options->uncounted.count &&
           (!options->optimisation || !strcmp(options->optimisation, "-O2"));
}

int may_use_precompiled(const struct toolchain *toolchain, const struct options *options,
                        struct needs needs)
{
    /* text for the user to read is whole, without a reference to a file of ours */
    int is_to_be_read =
        options->keep || (options->product == PRODUCT_TEXT && !options->device_only);

    return toolchain->precompiled_folder && !is_to_be_read && !needs.assembly &&
           (options->plain ? is_usual_plain(options) : !needs.exceptions);
}

void add_precompiled(struct strings *command, const struct toolchain *toolchain,
                     const struct options *options)
{
    add_code_flags(command, toolchain, options);
    strings_add_all(command, without_macros);
    strings_add_all(command, (const char *const[]){"-fpch-preprocess", "-isystem",
                                                   toolchain->precompiled_folder, "-include",
                                                   "sim/precompiled.h", NULL});
}

static _Noreturn void fail_to_write(const char *path)
{
    fprintf(stderr, "simcc: cannot write %s: %s\n", path, strerror(errno));
    exit(3);
}

static void make_empty(const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file || fclose(file))
        fail_to_write(path);
}

/* 1 if the compiler can load what it precompiled: some systems have no room for it in memory. */
static int can_be_used(const struct toolchain *toolchain, const struct options *options,
                       const char *header)
{
    char *source = temporary_file(".ii"), *object = temporary_file(".o");
    FILE *file = fopen(source, "w");
    struct strings command;
    struct text messages = {0};
    int status;

    if (!file || fprintf(file, "#pragma GCC pch_preprocess \"%s\"\n", header) < 0 || fclose(file))
        fail_to_write(source);

    start_command(&command, toolchain, "c++-cpp-output");
    add_standard(&command, options);
    add_code_flags(&command, toolchain, options);
    if (!options->plain)
        strings_add(&command, "-fno-exceptions");
    strings_add_all(&command, (const char *const[]){"-c", source, "-o", object, NULL});
    status = run_command(&command, options, &messages);
    free(messages.data);
    free(source);
    free(object);
    return !status;
}

void precompile_headers(const struct toolchain *toolchain, const struct options *options)
{
    const char *output = options->precompiled;
    char *source = text_format("%s/sim/precompiled.h", toolchain->include_folder);
    struct strings command;
    struct text messages = {0};
    int is_usable = 0;

    if (toolchain->family == COMPILER_GCC) {
        start_command(&command, toolchain, "c++-header");
        add_standard(&command, options);
        add_cuda_macros(&command, options);
        add_code_flags(&command, toolchain, options);
        strings_add_all(&command, without_macros);
        if (options->device_only)
            strings_add(&command, DEVICE_ONLY_MACRO);
        add_folders(&command, toolchain);
        add_strings(&command, &options->preprocessor);
        if (!options->plain)
            strings_add(&command, "-fno-exceptions");
        strings_add_all(&command, (const char *const[]){source, "-o", output, NULL});
        is_usable =
            !run_command(&command, options, &messages) && can_be_used(toolchain, options, output);
    }
    if (toolchain->family == COMPILER_CLANG && !options->plain)
        is_usable = keep_for_clang(toolchain, options);
    if (!is_usable)
        make_empty(output);
    free(messages.data);
    free(source);
}
