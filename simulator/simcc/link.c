/*
 * The last step: objects, the runtime and the libraries become a program, or what was asked for in
 * its place. See compile.h.
 */
#include "command.h"

#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Whether the program gets shared libraries of its own, or flags that may bring some. */
static int has_other_libraries(const struct options *options)
{
    for (size_t i = 0; i < options->linking_count; i++) {
        const char *word = options->linking[i].word;

        if (!word && strstr(options->inputs[options->linking[i].input].path, ".so"))
            return 1;
        if (word && !starts_with(word, "-Wl,"))
            return 1;
    }
    for (size_t i = 0; i < options->compiling.count; i++)
        if (!starts_with(options->compiling.data[i], "-W") &&
            !starts_with(options->compiling.data[i], "-g"))
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

/* Where flags for the linker may stand around libraries, all keeps its order. */
static int keeps_order(const struct options *options)
{
    for (size_t i = 0; i < options->linking_count; i++)
        if (options->linking[i].word && (starts_with(options->linking[i].word, "-Wl,--whole") ||
                                         starts_with(options->linking[i].word, "-Wl,--start") ||
                                         starts_with(options->linking[i].word, "-Wl,--push")))
            return 1;
    return 0;
}

/* The objects, or the other words for the linker, or with both each in its place. */
static void add_link_words(struct strings *command, const struct options *options, char **objects,
                           int wants_objects, int wants_words)
{
    for (size_t i = 0; i < options->linking_count; i++) {
        const struct link_word *word = &options->linking[i];

        if (word->word ? wants_words : wants_objects)
            strings_add(command, word->word ? word->word : objects[word->input]);
    }
}

/* As nvcc -v shows it: from this line CMake takes what links, and the libraries' folder. */
static void show_link(const struct toolchain *toolchain, const struct options *options,
                      char **objects, const char *output)
{
    if (!options->verbose)
        return;
    fprintf(stderr, "#$ \"%s\"", toolchain->self);
    for (size_t i = 0; i < options->input_count; i++)
        fprintf(stderr, " \"%s\"", objects[i]);
    fprintf(stderr, " \"-L%s/lib64\" -lcudadevrt -lcudart_static -o \"%s\"\n", toolchain->toolkit,
            output);
}

int link_objects(const struct toolchain *toolchain, const struct options *options, char **objects,
                 const char *output)
{
    struct strings command;
    int in_order = keeps_order(options);

    start_command(&command, toolchain, NULL);
    strings_add(&command, "-no-pie");
    if (options->product == PRODUCT_OBJECT) {
        strings_add_all(&command, (const char *const[]){"-r", "-nostdlib", "-o", output, NULL});
        add_link_words(&command, options, objects, 1, 0);
        return run_command(&command, options, NULL);
    }
    /* Of the archive a linker reads the few members that are needed; to read all names of the
       shared library takes it longer than all else. Other shared libraries want to share it. */
    if (!has_other_libraries(options) && has_archive(toolchain))
        strings_add(&command, "-static-libstdc++");
    add_strings(&command, &options->compiling); /* -Xcompiler -fopenmp links too */
    add_link_words(&command, options, objects, 1, in_order);
    strings_add_all(
        &command,
        (const char *const[]){"-o", output,
                              "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free", NULL});
    if (!in_order)
        add_link_words(&command, options, objects, 0, 1);
    strings_add_all(&command, (const char *const[]){toolchain->library, "-lpthread", "-lm", NULL});
    show_link(toolchain, options, objects, output);
    return run_command(&command, options, NULL);
}

int archive_objects(const struct options *options, char **objects, const char *output)
{
    struct strings command = {0};

    if (!options->dry_run)
        unlink(output); /* members of an earlier one would stay */
    strings_add_all(&command, (const char *const[]){options->archiver, "rcs", NULL});
    add_strings(&command, &options->archiving);
    strings_add(&command, output);
    add_link_words(&command, options, objects, 1, 0);
    return run_command(&command, options, NULL);
}

int make_empty_object(const struct toolchain *toolchain, const struct options *options,
                      const char *output)
{
    struct strings command;

    start_command(&command, toolchain, "c");
    strings_add_all(&command, (const char *const[]){"-c", "/dev/null", "-o", output, NULL});
    return run_command(&command, options, NULL);
}

void show_toolkit(const struct toolchain *toolchain)
{
    const char *path = getenv("PATH");

    fprintf(stderr, "#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n", toolchain->toolkit,
            toolchain->toolkit);
    fprintf(stderr, "#$ PATH=%s\n#$ INCLUDES=\"-I%s/include\"\n", path ? path : "",
            toolchain->toolkit);
    fprintf(stderr, "#$ LIBRARIES=  \"-L%s/lib64\"\n#$ ARCHITECTURE=-arch compute_90\n",
            toolchain->toolkit);
}
