/*
 * The last step: objects, the runtime and the libraries become a program, or what was asked for in
 * its place. See compile.h.
 */
#include "command.h"

#include "cache.h"
#include "embedded.h"
#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the program gets shared libraries of its own, or flags that may bring some. */
static int has_other_libraries(const struct options *options)
{
    for (size_t i = 0; i < options->linking_count; i++) {
        const char *word = options->linking[i].word;

        if (!word && strstr(options->inputs[options->linking[i].input].path, ".so"))
            return 1;
        if (word && !begins(word, "-Wl,"))
            return 1;
    }
    for (size_t i = 0; i < options->compiling.count; i++)
        if (!begins(options->compiling.data[i], "-W") && !begins(options->compiling.data[i], "-g"))
            return 1;
    return 0;
}

/* A path, as a compiler prints it, of a file that is there. */
static int is_file(struct text *path)
{
    if (!path->length || !strchr(path->data, '/'))
        return 0;
    path->data[strcspn(path->data, "\n")] = 0;
    return !access(path->data, R_OK);
}

/*
 * Whether the compiler has the C++ library as an archive: some systems leave it out. It may have
 * come or gone since the compiler was asked.
 */
static int has_archive(const struct toolchain *toolchain)
{
    struct strings command = {0};
    struct text path = {0}, path_now = {0};
    int found;

    add_strings(&command, &toolchain->compiler);
    strings_add(&command, "-print-file-name=libstdc++.a");
    found = (!cache_ask(&command, &path) && is_file(&path)) ||
            (!read_command(&command, &path_now) && is_file(&path_now));
    free(path.data);
    free(path_now.data);
    return found;
}

/* Where flags for the linker may stand around libraries, all keeps its order. */
static int keeps_order(const struct options *options)
{
    for (size_t i = 0; i < options->linking_count; i++)
        if (options->linking[i].word && (begins(options->linking[i].word, "-Wl,--whole") ||
                                         begins(options->linking[i].word, "-Wl,--start") ||
                                         begins(options->linking[i].word, "-Wl,--push")))
            return 1;
    return 0;
}

/* The objects, or the other words for the linker, or with both each in its place. */
static struct strings link_words(const struct options *options, char **objects, int wants_objects,
                                 int wants_words)
{
    struct strings words = {0};

    for (size_t i = 0; i < options->linking_count; i++) {
        const struct link_word *word = &options->linking[i];

        if (word->word ? wants_words : wants_objects)
            strings_add(&words, word->word ? word->word : objects[word->input]);
    }
    return words;
}

/*
 * As nvcc -v shows it: from these lines CMake takes the libraries' folder, from the first for
 * programs that another compiler links, and from the last what links.
 */
static void show_link(const struct toolchain *toolchain, const struct options *options,
                      char **objects, const char *output)
{
    if (!options->verbose)
        return;
    fprintf(stderr, " ld \"-L%s/lib64\"\n#$ \"%s\"", toolchain->toolkit, toolchain->self);
    for (size_t i = 0; i < options->input_count; i++)
        fprintf(stderr, " \"%s\"", objects[i]);
    fprintf(stderr, " \"-L%s/lib64\" -lcudadevrt -lcudart_static -o \"%s\"\n", toolchain->toolkit,
            output);
}

/* One object of several. */
static int join_into_object(const struct toolchain *toolchain, const struct options *options,
                            char **objects, const char *output)
{
    struct strings command, words = link_words(options, objects, 1, 0);

    start_command(&command, toolchain, NULL);
    strings_add_all(&command, (const char *const[]){"-r", "-nostdlib", "-o", output, NULL});
    add_strings(&command, &words);
    return run_command(&command, options, NULL);
}

/* 1 for a library of the toolkit, by its path: its runtime is g++'s, and another is linked. */
static int is_of_toolkit(const char *word, const struct toolchain *toolchain)
{
    char *whole = *word == '-' ? NULL : realpath(word, NULL);
    char *toolkit = whole ? realpath(toolchain->toolkit, NULL) : NULL;
    size_t length = toolkit ? strlen(toolkit) : 0;
    int is = toolkit && !strncmp(whole, toolkit, length) && whole[length] == '/';

    free(whole);
    free(toolkit);
    return is;
}

/* In their order: objects first, unless there are flags that stand around libraries. */
static struct strings words_in_order(const struct toolchain *toolchain,
                                     const struct options *options, char **objects)
{
    struct strings words = link_words(options, objects, 1, keeps_order(options));
    struct strings others = link_words(options, objects, 0, !keeps_order(options)), wanted = {0};

    add_strings(&words, &others);
    for (size_t i = 0; i < words.count; i++)
        if (!is_of_toolkit(words.data[i], toolchain))
            strings_add(&wanted, words.data[i]);
    return wanted;
}

/* Of the words, those that a program needs that takes the library's objects. */
static void share_out(const struct strings *words, struct strings *objects, struct strings *others)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->data[i], *dot = strrchr(word, '.');

        if (*word != '-' && dot && !strcmp(dot, ".o"))
            strings_add(objects, word);
        else if (*word != '-' || word[1] == 'l' || word[1] == 'L')
            strings_add(others, word);
    }
}

/*
 * A shared library has the runtime within, and takes its own functions, whatever else is loaded; of
 * the runtime's names others see CUDA's. It stays loaded, as the runtime works up to the program's
 * end.
 */
static int link_shared(const struct toolchain *toolchain, const struct options *options,
                       char **objects, const char *output)
{
    struct strings command, given = words_in_order(toolchain, options, objects);
    struct strings words = with_embedded(&given, options), own = {0}, others = {0};
    char *exports = text_format("-Wl,--version-script=%s/lib64/exports", toolchain->toolkit);
    int status;

    require_toolkit(toolchain);
    start_command(&command, toolchain, NULL);
    strings_add(&command, "-shared");
    add_strings(&command, &options->compiling);
    add_strings(&command, &words);
    strings_add_all(&command, (const char *const[]){"-o", output, "-Wl,-Bsymbolic,-z,nodelete",
                                                    exports, toolchain->relocatable_library,
                                                    "-lpthread", "-lm", NULL});
    show_link(toolchain, options, objects, output);
    status = run_command(&command, options, NULL);
    share_out(&given, &own, &others);
    free(exports);
    return status ? status : embed_objects(toolchain, options, &own, &others, output);
}

static int link_program(const struct toolchain *toolchain, const struct options *options,
                        char **objects, const char *output)
{
    struct strings command, given = words_in_order(toolchain, options, objects);
    struct strings words = with_embedded(&given, options);

    start_command(&command, toolchain, NULL);
    /* a program's checksum is a fifth of the linker's work; who wants it names it again */
    strings_add_all(&command, (const char *const[]){"-no-pie", "-Wl,--build-id=none", NULL});
    /* Of the archive a linker reads the few members that are needed; to read all names of the
       shared library takes it longer than all else. Other shared libraries want to share it. */
    if (!has_other_libraries(options) && has_archive(toolchain))
        strings_add(&command, "-static-libstdc++");
    add_strings(&command, &options->compiling); /* -Xcompiler -fopenmp links too */
    add_strings(&command, &words);
    strings_add_all(&command,
                    (const char *const[]){
                        "-o", output, "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free",
                        toolchain->library, "-lpthread", "-lm", NULL});
    show_link(toolchain, options, objects, output);
    return run_command(&command, options, NULL);
}

int link_objects(const struct toolchain *toolchain, const struct options *options, char **objects,
                 const char *output)
{
    return options->product == PRODUCT_OBJECT
               ? join_into_object(toolchain, options, objects, output)
           : options->product == PRODUCT_SHARED ? link_shared(toolchain, options, objects, output)
                                                : link_program(toolchain, options, objects, output);
}

int archive_objects(const struct options *options, char **objects, const char *output)
{
    struct strings command = {0}, words = link_words(options, objects, 1, 0);

    if (!options->dry_run)
        unlink(output); /* members of an earlier one would stay */
    strings_add_all(&command, (const char *const[]){options->archiver, "rcs", NULL});
    add_strings(&command, &options->archiving);
    strings_add(&command, output);
    add_strings(&command, &words);
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
