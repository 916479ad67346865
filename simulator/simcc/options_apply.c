/*
 * What each flag does that does something: see flag_table.h.
 */
#include "options.h"

#include "arguments.h"
#include "flag_table.h"
#include "libraries.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "simcc: compiles CUDA programs for the simulator, in the manner of nvcc\n"
    "usage: simcc [options] FILE.cu|.c|.cpp|.o|.a|.so ... [-o OUTPUT]\n"
    "  -o FILE        the program (default a.out), or what is made in its place:\n"
    "  -c             object files; -odir FOLDER: there\n"
    "  -shared        a shared library\n"
    "  -lib           a static library\n"
    "  -E             the preprocessed input, on standard output unless -o names a file; with\n"
    "                 --device-only a FILE.ii that -c --device-only takes in place of FILE.cu\n"
    "  -M -MM         a rule for make\n"
    "  -I -D -U -include -std= -w -l -L -MD -MMD -MF -MT -MP   as for gcc\n"
    "  -g -G          for gdb\n"
    "  -O0 ... -O3    accepted; counted code is always compiled at -O1\n"
    "  --plain        no counters and no checks, for speed\n"
    "  --device-only  compile only what the device runs; whoever links it launches by sim_launch\n"
    "  --device-only=NAME,...   of that, only functions and variables of these names and what "
    "they\n"
    "                 need (on x86-64; elsewhere all)\n"
    "  --keep         keep the translated source (FILE.simcc.ii); --keep-dir FOLDER: there\n"
    "  --precompile FILE   keep the headers in FILE as the compiler reads them, for what is to\n"
    "                 come\n"
    "  --run          run the program\n"
    "  -v, --dryrun   show the commands; only show them\n"
    "  -ccbin FILE    the C++ compiler (default: $CXX, else g++); clang++ serves too\n"
    "  -Xcompiler A,B -Xlinker A,B   pass on\n"
    "All other options of nvcc, too, are taken, or refused with a reason: docs/flags.md.\n";

/* nvcc's words for build systems, which look for them. */
static const char version[] =
    "simcc " SIMCC_VERSION ", the CUDA simulator's compiler; CUDA 13.0's language, sm_90\n"
    "In the place of: nvcc: NVIDIA (R) Cuda compiler driver, release 13.0, V13.0.88\n";

static _Noreturn void say(const char *text)
{
    exit(fputs(text, stdout) == EOF || fflush(stdout) ? 3 : 0);
}

/* 1 for a folder of NVIDIA's own headers, which are for nvcc; and for simcc's in a toolkit's shape.
 */
static int is_toolkit(const char *folder)
{
    static const char *const marks[] = {"crt/host_config.h", "../nvvm/libdevice/README"};
    int found = 0;

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char *path = text_format("%s/%s", folder, marks[i]);

        found |= !access(path, R_OK);
        free(path);
    }
    return found;
}

/* -I and its kind; the CUDA Toolkit's folder is left out: simcc's own headers stand in for it. */
static void add_folder(struct options *options, const char *letter, const char *folder)
{
    if (is_toolkit(folder))
        return;
    strings_add(&options->preprocessor, letter);
    strings_add(&options->preprocessor, folder);
}

/* A library to link; of CUDA's own some are part of the simulator. */
static void add_library(struct options *options, const char *name)
{
    char *flag;

    if (is_own_library(name))
        return;
    flag = text_format("-l%s", name);
    add_link_word(options, flag);
    free(flag);
}

/* For each part of the value: nvcc's long names take lists. */
static void apply_list(struct options *options, const struct flag *flag, const char *word,
                       const char *value)
{
    struct strings parts = {0};
    const char *short_name = flag->names[1] ? flag->names[1] : flag->names[0];

    add_list(&parts, value, starts_with(word, "--") ? "," : "");
    for (size_t i = 0; i < parts.count; i++) {
        const char *part = parts.data[i];

        if (flag->action == FLAG_LIBRARY) {
            add_library(options, part);
        } else if (flag->action == FLAG_FOLDER_OF_HEADERS) {
            add_folder(options, short_name, part);
        } else if (flag->action == FLAG_FOLDER_OF_LIBRARIES) {
            char *flag_and_folder = text_format("-L%s", part);

            add_link_word(options, flag_and_folder);
            free(flag_and_folder);
        } else {
            strings_add(&options->preprocessor, short_name);
            strings_add(&options->preprocessor, part);
        }
    }
}

static void apply_dependencies(struct options *options, const struct flag *flag, const char *value)
{
    const char *name = flag->names[1] ? flag->names[1] : flag->names[0];

    if (flag->action == FLAG_DEPENDENCY_FILE) {
        options->dependency_file = value;
        return;
    }
    strings_add(&options->dependencies, name);
    if (flag->action == FLAG_DEPENDENCY_TARGET) {
        options->dependency_target = 1;
        strings_add(&options->dependencies, value);
    } else if (flag->action == FLAG_DEPENDENCIES_ALONE) {
        options->product = PRODUCT_RULES;
    } else {
        options->wants_dependencies |= strcmp(name, "-MP") != 0;
    }
}

static void apply_warnings_as_errors(struct options *options, const char *value)
{
    struct strings kinds = {0};

    add_list(&kinds, value, ",");
    for (size_t i = 0; i < kinds.count; i++) {
        if (!strcmp(kinds.data[i], "all-warnings"))
            strings_add(&options->compiling, "-Werror");
        else if (!strcmp(kinds.data[i], "reorder"))
            strings_add(&options->compiling, "-Werror=reorder");
        else if (!strcmp(kinds.data[i], "deprecated-declarations"))
            strings_add(&options->compiling, "-Werror=deprecated-declarations");
    }
}

/* The compiler; of a folder, the g++ in it; in place of gcc and clang, as with nvcc, that for C++.
 */
static const char *compiler_at(const char *value)
{
    const char *slash = strrchr(value, '/'), *name = slash ? slash + 1 : value;
    struct stat found;

    if (!stat(value, &found) && S_ISDIR(found.st_mode))
        return text_format("%s/g++", value);
    if (!strcmp(name, "gcc"))
        return text_format("%.*sg++", (int)(name - value), value);
    return strcmp(name, "clang") ? value : text_format("%s++", value);
}

/* --flag VALUE as the host's compiler has it: -flag=VALUE */
static void add_with_value(struct options *options, const struct flag *flag, const char *value)
{
    char *word = text_format("%s=%s", flag->names[1], value);

    strings_add(&options->compiling, word);
    free(word);
}

static void add_linker_options(struct options *options, const char *prefix, const char *value)
{
    char *word = text_format("%s%s", prefix, value);

    add_link_word(options, word);
    free(word);
}

/* 1 where the next word for the linker belongs to the last one: a library's name, not its path. */
static int wants_name(const struct options *options)
{
    static const char *const flags[] = {"-soname", "--soname", "-h", "-f", "-F", "-o"};
    const char *last =
        options->linking_count ? options->linking[options->linking_count - 1].word : NULL;

    for (size_t i = 0; last && starts_with(last, "-Wl,") && i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(last + strlen("-Wl,"), flags[i]))
            return 1;
    return 0;
}

static int names_library(const char *path)
{
    const char *dot = strrchr(path, '.');

    return strstr(path, ".so.") || (dot && (!strcmp(dot, ".so") || !strcmp(dot, ".a")));
}

/* Meson names the libraries to link with by -Xlinker: such a word is as good as without it. */
static void apply_linker_options(struct options *options, const char *value)
{
    if (value[0] != '-' && !strchr(value, ',') && names_library(value) && !wants_name(options))
        add_link_word(options, value);
    else
        add_linker_options(options, "-Wl,", value);
}

static void apply_optimisation(struct options *options, const char *word, const char *value)
{
    int is_joined = starts_with(word, "-O") && word[2] && word[2] != '=';

    if (!is_joined && (strlen(value) != 1 || *value < '0' || *value > '3'))
        usage_mistake("-O takes 0, 1, 2 or 3, not %s", value);
    options->optimisation = is_joined ? word : text_format("-O%s", value);
}

static void apply_to_compiler(struct options *options, const struct flag *flag)
{
    const char *name = flag->names[1] ? flag->names[1] : flag->names[0];

    if (!strcmp(name, "-noeh"))
        name = "-fno-exceptions";
    options->debug |= !strcmp(name, "-g");
    strings_add(&options->compiling, name);
    if (flag->action == FLAG_TO_BOTH)
        add_link_word(options, name);
}

static void apply_product(struct options *options, enum flag_action action)
{
    switch (action) {
    case FLAG_COMPILE_ONLY: options->product = PRODUCT_OBJECTS; break;
    case FLAG_PREPROCESS: options->product = PRODUCT_TEXT; break;
    case FLAG_DEVICE_LINK: options->product = PRODUCT_DEVICE_LINKED; break;
    case FLAG_MAKE_LIBRARY: options->product = PRODUCT_LIBRARY; break;
    case FLAG_RELOCATABLE: options->product = PRODUCT_OBJECT; break;
    default: /* -shared -dlink is a device link */
        if (options->product != PRODUCT_DEVICE_LINKED)
            options->product = PRODUCT_SHARED;
    }
}

static void apply_language(struct options *options, const char *value)
{
    if (strcmp(value, "cu") && strcmp(value, "c") && strcmp(value, "c++"))
        usage_mistake("-x takes cu, c or c++, not %s", value);
    options->language = value;
}

static void apply_forward(struct options *options, const char *word)
{
    options->forwards_to_compiler |= !strstr(word, "linker");
    options->forwards_to_linker |= !strstr(word, "compiler");
}

static void apply_simple(struct options *options, const struct flag *flag, const char *value)
{
    switch (flag->action) {
    case FLAG_ARCHITECTURES: say("compute_90\n");
    case FLAG_CODES: say("sm_90\n");
    case FLAG_HELP: say(usage);
    case FLAG_VERSION: say(version);
    case FLAG_ARCHIVER: options->archiver = value; break;
    case FLAG_ARCHIVER_OPTIONS: add_list(&options->archiving, value, ", "); break;
    case FLAG_COMPILER: options->compiler = compiler_at(value); break;
    case FLAG_COMPILER_OPTIONS: add_quoted_list(&options->compiling, value); break;
    case FLAG_DEFAULT_STREAM:
        if (!strcmp(value, "per-thread"))
            strings_add(&options->preprocessor, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
        break;
    case FLAG_DEVICE_DEBUG:
        options->debug = options->device_debug = 1;
        strings_add(&options->compiling, "-g");
        break;
    case FLAG_DEVICE_ONLY: options->device_only = 1; break;
    case FLAG_DRY_RUN: options->dry_run = options->verbose = 1; break;
    case FLAG_FOLDER_OF_OUTPUT: options->output_folder = value; break;
    case FLAG_FOLDER_TO_KEEP: options->keep_folder = value; break;
    case FLAG_KEEP: options->keep = 1; break;
    case FLAG_MACHINE:
        if (strcmp(value, "64"))
            usage_mistake("-m takes 64, not %s", value);
        break;
    case FLAG_OUTPUT: options->output = value; break;
    case FLAG_PLAIN: options->plain = 1; break;
    case FLAG_PRECOMPILE: options->precompiled = value; break;
    case FLAG_PROFILE:
        strings_add(&options->uncounted, "-pg");
        add_link_word(options, "-pg");
        break;
    case FLAG_RUN: options->run = 1; break;
    case FLAG_RUN_ARGUMENTS: add_list(&options->run_arguments, value, ","); break;
    case FLAG_STANDARD: options->standard = value; break;
    case FLAG_VERBOSE: options->verbose = 1; break;
    default: break;
    }
}

void apply_flag(struct options *options, const struct flag *flag, const char *word,
                const char *value)
{
    switch (flag->action) {
    case FLAG_REFUSED: {
        char *about = text_format("%s: %s", word, flag->about);

        usage_mistake("%s", about);
    }
    case FLAG_DEFINE:
    case FLAG_INCLUDE:
    case FLAG_FOLDER_OF_HEADERS:
    case FLAG_FOLDER_OF_LIBRARIES:
    case FLAG_LIBRARY: apply_list(options, flag, word, value); break;
    case FLAG_DEPENDENCIES:
    case FLAG_DEPENDENCIES_ALONE:
    case FLAG_DEPENDENCY_FILE:
    case FLAG_DEPENDENCY_TARGET: apply_dependencies(options, flag, value); break;
    case FLAG_COMPILE_ONLY:
    case FLAG_PREPROCESS:
    case FLAG_DEVICE_LINK:
    case FLAG_MAKE_LIBRARY:
    case FLAG_RELOCATABLE:
    case FLAG_SHARED: apply_product(options, flag->action); break;
    case FLAG_TO_COMPILER:
    case FLAG_TO_BOTH: apply_to_compiler(options, flag); break;
    case FLAG_TO_COMPILER_VALUE: add_with_value(options, flag, value); break;
    case FLAG_LINKER_OPTIONS: apply_linker_options(options, value); break;
    case FLAG_RUN_PATH: add_linker_options(options, "-Wl,-rpath,", value); break;
    case FLAG_FORWARD: apply_forward(options, flag->names[1]); break;
    case FLAG_LANGUAGE: apply_language(options, value); break;
    case FLAG_OPTIMISATION: apply_optimisation(options, word, value); break;
    case FLAG_WARNINGS_AS_ERRORS: apply_warnings_as_errors(options, value); break;
    default: apply_simple(options, flag, value);
    }
}
