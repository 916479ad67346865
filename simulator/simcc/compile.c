/*
 * The steps from source files to a program: see compile.h.
 */
#include "compile.h"

#include "assemble.h"
#include "by_gcc.h"
#include "cache.h"
#include "clang_headers.h"
#include "command.h"
#include "files.h"
#include "messages.h"
#include "odd_sizes.h"
#include "process.h"
#include "sides.h"
#include "text.h"
#include "translate.h"
#include "whole_loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns and carets would be those of the translated text. */
static const char *const gcc_messages[] = {"-fno-show-column", "-fno-diagnostics-show-caret", NULL};
static const char *const clang_messages[] = {"-fno-show-column", "-fno-caret-diagnostics", NULL};

/* Names the file that gdb loads with the program: its commands for CUDA threads. */
static void add_debugger_script(struct text *text, const char *path)
{
    text_add_string(text, "\n__asm__(\".pushsection .debug_gdb_scripts,\\\"MS\\\",%progbits,1\\n"
                          ".byte 1\\n.asciz \\\"");
    for (; *path; path++)
        if (*path != '"' && *path != '\\')
            text_add(text, path, 1);
    text_add_string(text, "\\\"\\n.popsection\");\n");
}

/* Translates one file, in the way that *translation asks for, and stores there what it uses.
   script: for gdb, or NULL. */
static int translate_file(struct translation *translation, const char *from, const char *to,
                          const char *script)
{
    struct source source;
    struct text output = {0};

    source_read(&source, read_file(from).data);
    translation->source = &source;
    translate(translation);
    if (translation->errors)
        return 1;
    source_write(&source, &output);
    if (!translation->plain)
        whole_loops_write(&source, &output);
    if (script)
        add_debugger_script(&output, script);
    write_file(to, &output);
    free(output.data);
    return 0;
}

/* Prints the compiler's messages about a file, in words of CUDA if it has refused it. */
static void say_messages(const struct text *messages, int refused, const struct options *options)
{
    if (!messages->length)
        return;
    if (refused)
        print_messages(messages->data, options->verbose);
    else
        fputs(messages->data, stderr);
}

/*
 * Runs the compiler proper, from the translated text to assembly; command: all but its input and
 * output. Of g++, the functions that have stores without a hook are added to *unseen; clang's code
 * gets the hooks that it lacks (odd_sizes.h).
 */
static int compile_to_assembly(const struct toolchain *toolchain, const struct options *options,
                               struct strings *command, const char *translated,
                               const char *assembly, struct text *messages, struct text *unseen)
{
    if (toolchain->family != COMPILER_CLANG)
        return compile_by_gcc(toolchain, options, command, translated, assembly, messages, unseen);
    char *code = temporary_file(".ll");
    int status = compile_with_odd_sizes(options, command, toolchain->compiler.count, translated,
                                        code, assembly, messages);

    free(code);
    return status;
}

static int compile_translated(const struct toolchain *toolchain, const struct options *options,
                              const char *translated, const char *object, struct needs needs)
{
    int clang = toolchain->family == COMPILER_CLANG;
    int is_read = !options->plain && toolchain->machine != MACHINE_OTHER;
    char *assembly = is_read ? temporary_file(".s") : NULL, *kept;
    struct strings command, compiling = {0};
    struct text messages = {0}, unseen = {0};
    int status;

    start_command(&command, toolchain, "c++-cpp-output");
    add_standard(&command, options);
    strings_add_all(&command, clang ? clang_messages : gcc_messages);
    add_code_flags(&command, toolchain, options);
    if (!needs.exceptions)
        strings_add(&command, "-fno-exceptions");
    if (needs.kept)
        add_kept_headers(&command, needs.kept);
    kept = cache_name(toolchain, options, &command, translated);
    if (kept && cache_take(kept, object)) {
        free(kept);
        free(assembly);
        return 0;
    }
    add_strings(&compiling, &command);
    if (assembly) {
        status = compile_to_assembly(toolchain, options, &command, translated, assembly, &messages,
                                     &unseen);
    } else {
        strings_add_all(&command, (const char *const[]){"-c", translated, "-o", object, NULL});
        status = run_command(&command, options, &messages);
    }
    if (needs.kept)
        status |= messages.length > 0;
    else if (!status || !needs.has_phases)
        say_messages(&messages, status, options);
    if (!status && assembly)
        status = assemble(toolchain, options, &compiling, translated, assembly, &unseen, object);
    if (kept && !status && !messages.length) /* what has messages is to say them again */
        cache_keep(kept, object);
    free(kept);
    free(messages.data);
    free(unseen.data);
    free(assembly);
    return status;
}

/*
 * Preprocesses a file as the device sees it. If its functions are others on the host, the text has
 * both. The messages about the host's text are dropped: they repeat those about the device's.
 */
static int preprocess_sides(const struct toolchain *toolchain, const struct options *options,
                            const char *path, const char *object, const char *preprocessed,
                            struct needs needs)
{
    struct needs of_host = needs;
    int status = preprocess(toolchain, options, path, object, preprocessed, needs);
    struct text device = {0};

    if (status)
        return status;
    device = read_file(preprocessed);
    of_host.host = 1;
    if (!options->device_only && has_two_sides(device.data)) {
        char *seen_by_host = temporary_file(".ii");

        if (!preprocess(toolchain, options, path, object, seen_by_host, of_host)) {
            struct text host = read_file(seen_by_host), joined = {0};

            join_sides(device.data, host.data, &joined);
            write_file(preprocessed, &joined);
            free(host.data);
            free(joined.data);
        }
        free(seen_by_host);
    }
    free(device.data);
    return 0;
}

/*
 * Preprocesses a file and translates it. Its needs of the compiler and the headers are known then:
 * if these are more than *needs, both are done again; so they are, without the headers that clang
 * has kept, if something is to be said. Text that was preprocessed (-E) has all that it needs.
 */
static int translate_as_needed(const struct toolchain *toolchain, const struct options *options,
                               const struct input *input, const char *object,
                               const char *preprocessed, const char *translated,
                               struct needs *needs)
{
    int is_source = input->kind == INPUT_CUDA;

    if (options->dry_run)
        return is_source ? preprocess(toolchain, options, input->path, object, preprocessed, *needs)
                         : 0;
    for (int repeated = 0;;) {
        struct translation translation = {
            .results_unseen = !options->plain,
            .device_only = options->device_only,
            .plain = options->plain,
            .phases = options->plain && !options->debug && !needs->no_phases,
            .marks_host_code = !options->plain && toolchain->machine != MACHINE_OTHER,
            .aligns_shared = !options->plain && toolchain->family == COMPILER_CLANG,
            .repeated = repeated,
            .silent = options->product == PRODUCT_TEXT || needs->kept,
        };
        struct needs had = *needs;
        int failed = is_source && preprocess_sides(toolchain, options, input->path, object,
                                                   preprocessed, *needs);

        if (!failed)
            failed = translate_file(&translation, preprocessed, translated,
                                    options->debug ? toolchain->debugger_script : NULL) &&
                     options->product != PRODUCT_TEXT;
        needs->exceptions |= translation.uses_exceptions;
        needs->assembly |= translation.uses_assembly;
        needs->has_phases = translation.has_phases;
        if (!failed && !(needs->kept && translation.warnings) &&
            (!is_source ||
             (needs->exceptions == had.exceptions && needs->assembly == had.assembly)))
            return 0;
        if (failed && !needs->kept)
            return 1;
        repeated = !needs->kept;
        needs->kept = NULL;
    }
}

/* The file for the translated source: FILE.simcc.ii with --keep, else a temporary one. */
static char *translated_name(const struct options *options, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *folder = options->keep_folder ? options->keep_folder : ".";
    const char *dot = strrchr(name, '.');

    if (!options->keep || options->dry_run)
        return temporary_file(".ii");
    return text_format("%s/%.*s.simcc.ii", folder, (int)(dot ? dot - name : (long)strlen(name)),
                       name);
}

/* One way from a file to its object; *needs: what the file is known to need. */
static int compile_with(const struct toolchain *toolchain, const struct options *options,
                        const struct input *input, const char *object, struct needs *needs)
{
    char *preprocessed = input->kind == INPUT_PREPROCESSED  ? text_format("%s", input->path)
                         : options->product == PRODUCT_TEXT ? text_format("%s", object)
                                                            : temporary_file(".ii");
    char *translated = translated_name(options, input->path);
    int status;

    if (options->product == PRODUCT_TEXT && !options->device_only)
        status = preprocess(toolchain, options, input->path, object, preprocessed, *needs);
    else
        status =
            translate_as_needed(toolchain, options, input, object, preprocessed, translated, needs);
    if (!status && options->product != PRODUCT_TEXT)
        status = compile_translated(toolchain, options, translated, object, *needs);
    free(preprocessed);
    free(translated);
    return status;
}

int compile_cuda(const struct toolchain *toolchain, const struct options *options,
                 const struct input *input, const char *object)
{
    /* counted code goes without exceptions, as on the device, unless the host needs them */
    struct needs needs = {.exceptions = options->plain};
    char *kept = input->kind == INPUT_CUDA ? kept_for_clang(toolchain, options) : NULL;
    int status;

    needs.kept = kept;
    status = compile_with(toolchain, options, input, object, &needs);
    if (status && needs.kept) {
        needs.kept = NULL;
        status = compile_with(toolchain, options, input, object, &needs);
    }
    if (status && needs.has_phases) { /* what the compiler says is to be said of the kernels */
        needs.no_phases = 1;
        status = compile_with(toolchain, options, input, object, &needs);
    }
    free(kept);
    return status;
}

int compile_host(const struct toolchain *toolchain, const struct options *options,
                 const struct input *input, const char *object)
{
    struct strings command;
    struct text messages = {0};
    int is_c = input->kind == INPUT_C, status;

    start_command(&command, toolchain, is_c ? "c" : "c++");
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
    add_strings(&command, &options->uncounted);
    strings_add_all(&command, (const char *const[]){options->product == PRODUCT_TEXT ? "-E" : "-c",
                                                    input->path, "-o", object, NULL});
    status = run_command(&command, options, &messages);
    if (status && messages.length && misses_library(messages.data))
        print_preprocessor_messages(messages.data, options->verbose);
    else
        say_messages(&messages, status, options);
    free(messages.data);
    return status;
}
