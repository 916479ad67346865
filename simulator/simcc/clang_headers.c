/*
 * The CUDA headers as clang keeps them: see clang_headers.h.
 */
#include "clang_headers.h"

#include "command.h"
#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The command that preprocesses the headers, or nothing but the compiler's own macros. */
static struct strings preprocessing(const struct toolchain *toolchain,
                                    const struct options *options, const char *header)
{
    struct strings command;

    start_command(&command, toolchain, "c++");
    strings_add(&command, "-E");
    add_standard(&command, options);
    add_cuda_macros(&command, options);
    if (header)
        strings_add_all(&command, (const char *const[]){"-include", header, NULL});
    add_folders(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-fno-exceptions", "/dev/null", NULL});
    return command;
}

/* The compiler's macros, one definition a line; with the headers', if one is named. */
static struct text list_macros(const struct toolchain *toolchain, const struct options *options,
                               const char *header)
{
    struct strings command = preprocessing(toolchain, options, header);
    struct text macros = {0};

    strings_add(&command, "-dM");
    if (read_command(&command, &macros))
        macros.length = 0;
    return macros;
}

/* 1 if the text has that line, with its newline, as a whole. */
static int has_line(const struct text *text, const char *line, size_t length)
{
    for (const char *at = text->data; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, line, length))
            return 1;
        if (!*at)
            return 0;
    }
    return 0;
}

/* Writes the macros that are the headers' own. 0 if it fails. */
static int write_macros(const char *path, const struct text *all, const struct text *compilers)
{
    FILE *file = fopen(path, "w");

    if (!file)
        return 0;
    fputs("#pragma GCC system_header\n", file); /* none of them is warned of */
    for (const char *line = all->data, *end; *line; line = end) {
        end = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
        if (!has_line(compilers, line, (size_t)(end - line)))
            fwrite(line, 1, (size_t)(end - line), file);
    }
    return !fclose(file);
}

static int write_version(const char *path, const char *version)
{
    FILE *file = fopen(path, "w");

    return file && fputs(version, file) >= 0 && !fclose(file);
}

/* The file beside FILE; the caller owns the string. */
static char *beside(const char *kept, const char *suffix)
{
    return text_format("%s.%s", kept, suffix);
}

int keep_for_clang(const struct toolchain *toolchain, const struct options *options)
{
    static const char header[] = "cuda_runtime.h";
    const char *kept = options->precompiled;
    char *text = beside(kept, "ii"), *macros = beside(kept, "macros");
    char *version = beside(kept, "version");
    struct text all = list_macros(toolchain, options, header);
    struct text compilers = list_macros(toolchain, options, NULL), messages = {0};
    struct strings command = preprocessing(toolchain, options, header);
    int is_made;

    strings_add_all(&command, (const char *const[]){"-o", text, NULL});
    is_made = all.length && compilers.length && !run_command(&command, options, &messages) &&
              write_macros(macros, &all, &compilers);
    if (is_made) {
        start_command(&command, toolchain, "c++-cpp-output");
        add_standard(&command, options);
        add_code_flags(&command, toolchain, options);
        strings_add_all(&command, (const char *const[]){"-fno-exceptions", "-Xclang", "-emit-pch",
                                                        "-c", text, "-o", kept, NULL});
        is_made = !run_command(&command, options, &messages) &&
                  write_version(version, toolchain->version);
    }
    free(all.data);
    free(compilers.data);
    free(messages.data);
    free(text);
    free(macros);
    free(version);
    return is_made;
}

static int is_of_version(const char *kept, const char *version)
{
    char *path = beside(kept, "version");
    FILE *file = fopen(path, "r");
    size_t length = strlen(version), count = 0;
    char *made_by = allocate(length + 1);

    free(path);
    if (file) {
        count = fread(made_by, 1, length + 1, file); /* one more: it ends there, too */
        fclose(file);
    }
    count = count == length && !memcmp(made_by, version, length);
    free(made_by);
    return (int)count;
}

/*
 * Each flag may change what the headers mean, and a macro which of their text counts: clang does
 * not always see that. Text for somebody to read, or a list of headers, is made from the headers.
 */
static int is_usual(const struct options *options)
{
    const struct strings *flags = &options->compiling;
    int is_placed = flags->count == 2 && options->position_independent &&
                    !strcmp(flags->data[0], "-fPIE"); /* choose_placement */

    return !options->plain && !options->keep && !options->verbose && !options->dry_run &&
           !options->device_only && !options->device_debug && !options->standard &&
           options->product != PRODUCT_TEXT && !options->preprocessor.count &&
           !options->dependencies.count && !options->wants_dependencies &&
           !options->dependency_file && (!flags->count || is_placed);
}

char *kept_for_clang(const struct toolchain *toolchain, const struct options *options)
{
    struct stat file;
    char *kept;

    if (!toolchain->clang_folder || !is_usual(options))
        return NULL;
    kept = text_format("%s/%s", toolchain->clang_folder,
                       options->position_independent ? "counted_object" : "counted");
    if (!stat(kept, &file) && file.st_size > 0 && is_of_version(kept, toolchain->version))
        return kept;
    free(kept);
    return NULL;
}

void add_kept_macros(struct strings *command, const char *kept)
{
    char *macros = beside(kept, "macros");

    strings_add_all(command, (const char *const[]){"-include", macros, NULL});
    free(macros);
}

void add_kept_headers(struct strings *command, const char *kept)
{
    strings_add_all(command,
                    (const char *const[]){"-Xclang", "-include-pch", "-Xclang", kept, NULL});
}
