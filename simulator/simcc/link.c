/*
 * The last step: objects, the runtime and the libraries become a program. See compile.h.
 */
#include "command.h"

#include "process.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && !strcmp(text + length - end_length, end);
}

static int starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Whether the program gets shared libraries of its own, or flags that may bring some. */
static int has_other_libraries(const struct options *options)
{
    for (size_t i = 0; i < options->linking.count; i++)
        if (!starts_with(options->linking.data[i], "-Wl,"))
            return 1;
    for (size_t i = 0; i < options->compiling.count; i++)
        if (!starts_with(options->compiling.data[i], "-W") &&
            !starts_with(options->compiling.data[i], "-g"))
            return 1;
    for (size_t i = 0; i < options->input_count; i++)
        if (ends_with(options->inputs[i].path, ".so"))
            return 1;
    return 0;
}

/* Whether the compiler has the C++ library as an archive: some systems leave it out. */
static int has_archive(const struct toolchain *toolchain)
{
    struct strings command = {0};
    struct text path = {0};
    int found;

    add_strings(&command, &toolchain->compiler);
    strings_add(&command, "-print-file-name=libstdc++.a");
    found = !read_command(&command, &path) && path.length && strchr(path.data, '/');
    free(path.data);
    return found;
}

int link_program(const struct toolchain *toolchain, const struct options *options,
                 const struct strings *objects, const char *program)
{
    struct strings command;

    start_command(&command, toolchain, NULL);
    strings_add(&command, "-no-pie");
    /* Of the archive a linker reads the few members that are needed; to read all names of the
       shared library takes it longer than all else. Other shared libraries want to share it. */
    if (!has_other_libraries(options) && has_archive(toolchain))
        strings_add(&command, "-static-libstdc++");
    add_strings(&command, &options->compiling); /* -Xcompiler -fopenmp links too */
    add_strings(&command, objects);
    strings_add_all(
        &command,
        (const char *const[]){"-o", program,
                              "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free", NULL});
    add_strings(&command, &options->linking);
    strings_add_all(&command, (const char *const[]){toolchain->library, "-lpthread", "-lm", NULL});
    return run_command(&command, options->verbose, NULL);
}
