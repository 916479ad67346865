/*
 * The command line of simcc: see options.h.
 */
#include "options.h"

#include "arguments.h"
#include "libraries.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "simcc: compiles CUDA programs for the simulator, in the manner of nvcc\n"
    "usage: simcc [options] FILE.cu|.c|.cpp|.o|.a ... [-o OUTPUT]\n"
    "  -o FILE        the program (default a.out), or with -c the object file\n"
    "  -c             compile only\n"
    "  -E             preprocess only: the one input, to OUTPUT; with --device-only OUTPUT is\n"
    "                 a FILE.ii that -c --device-only takes in place of FILE.cu\n"
    "  -I -D -U -include -std= -g -W -w -l -L -MD -MMD -MF -MT -MP   as for gcc\n"
    "  -O0 ... -O3    accepted; counted code is always compiled at -O1\n"
    "  --plain        no counters and no checks, for speed\n"
    "  --device-only  compile only what the device runs; whoever links it launches by sim_launch\n"
    "  --device-only=NAME,...   of that, only functions and variables of these names and what "
    "they\n"
    "                 need (on x86-64; elsewhere all)\n"
    "  -keep          keep the translated source beside the output (FILE.simcc.ii)\n"
    "  --precompile FILE   keep the headers in FILE as the compiler reads them, for what is to "
    "come\n"
    "  -v             show the commands\n"
    "  -ccbin FILE    the C++ compiler (default: $CXX, else g++); clang++ serves too\n"
    "  -Xcompiler A,B -Xlinker A,B   pass on\n"
    "nvcc's -arch, -gencode, -lineinfo, -Xptxas and others that do not matter here are accepted.\n";

void strings_add(struct strings *strings, const char *string)
{
    strings->data = reallocate(strings->data, (strings->count + 2) * sizeof *strings->data);
    strings->data[strings->count++] = text_format("%s", string);
    strings->data[strings->count] = NULL;
}

void strings_add_all(struct strings *strings, const char *const *array)
{
    for (; *array; array++)
        strings_add(strings, *array);
}

static int ends_with(const char *string, const char *suffix)
{
    size_t length = strlen(string), end = strlen(suffix);

    return length >= end && !strcmp(string + length - end, suffix);
}

static void add_comma_list(struct strings *strings, const char *list)
{
    char *copy = text_format("%s", list);

    for (char *part = strtok(copy, ", "); part; part = strtok(NULL, ", "))
        strings_add(strings, part);
    free(copy);
}

static void add_input(struct options *options, const char *path)
{
    static const struct {
        const char *suffix;
        enum input_kind kind;
    } kinds[] = {
        {".cu", INPUT_CUDA}, {".c", INPUT_C},     {".cpp", INPUT_CPP},
        {".cc", INPUT_CPP},  {".cxx", INPUT_CPP}, {".o", INPUT_LINK},
        {".a", INPUT_LINK},  {".so", INPUT_LINK}, {".ii", INPUT_PREPROCESSED},
    };
    struct input input = {.path = path};
    size_t i = 0;

    while (i < sizeof kinds / sizeof *kinds && !ends_with(path, kinds[i].suffix))
        i++;
    if (i == sizeof kinds / sizeof *kinds)
        usage_mistake("%s: not a .cu, .c, .cpp, .o, .a or .so file", path);
    if (access(path, R_OK))
        usage_mistake("cannot read %s", path);
    input.kind = kinds[i].kind;
    if (options->as_cuda && (input.kind == INPUT_C || input.kind == INPUT_CPP))
        input.kind = INPUT_CUDA;
    options->inputs =
        reallocate(options->inputs, (options->input_count + 1) * sizeof *options->inputs);
    options->inputs[options->input_count++] = input;
}

/* 1 for a folder of NVIDIA's own headers, which are for nvcc. */
static int is_toolkit(const char *folder)
{
    char *header = text_format("%s/crt/host_config.h", folder);
    int found = !access(header, R_OK);

    free(header);
    return found;
}

/* A folder for headers; the CUDA Toolkit's is left out: ours stand in for it. */
static void add_include_folder(struct options *options, const char *folder)
{
    if (is_toolkit(folder))
        return;
    strings_add(&options->preprocessor, "-I");
    strings_add(&options->preprocessor, folder);
}

/* A library to link; of CUDA's own some are part of the simulator, the others are refused. */
static void add_library(struct options *options, const char *name)
{
    char *flag;

    if (is_own_library(name))
        return;
    flag = text_format("-l%s", name);
    strings_add(&options->linking, flag);
    free(flag);
}

/* -I DIR, -IDIR and their kind, for the option letters given. */
static int read_letter_option(struct cursor *cursor, const char *argument, const char *letters,
                              struct strings *strings)
{
    if (argument[0] != '-' || !argument[1] || !strchr(letters, argument[1]))
        return 0;
    strings_add(strings, argument);
    if (!argument[2])
        strings_add(strings, following(cursor, argument));
    return 1;
}

/* -MD, -MMD, -MP, -MF FILE, -MT and -MQ NAME. */
static int read_dependency_option(struct options *options, struct cursor *cursor,
                                  const char *argument)
{
    int takes_value =
        !strcmp(argument, "-MF") || !strcmp(argument, "-MT") || !strcmp(argument, "-MQ");

    if (!takes_value && strcmp(argument, "-MD") && strcmp(argument, "-MMD") &&
        strcmp(argument, "-MP"))
        return 0;
    strings_add(&options->dependencies, argument);
    options->wants_dependencies |= !takes_value && strcmp(argument, "-MP");
    options->dependency_file |= !strcmp(argument, "-MF");
    options->dependency_target |= takes_value && strcmp(argument, "-MF");
    if (takes_value)
        strings_add(&options->dependencies, following(cursor, argument));
    return 1;
}

static int read_preprocessor_option(struct options *options, struct cursor *cursor,
                                    const char *argument)
{
    static const char *const with_file[] = {"-include", "-isystem", "-iquote"};

    for (size_t i = 0; i < sizeof with_file / sizeof *with_file; i++) {
        if (!strcmp(argument, with_file[i])) {
            strings_add(&options->preprocessor, argument);
            strings_add(&options->preprocessor, following(cursor, argument));
            return 1;
        }
    }
    if (starts_with(argument, "-I")) {
        add_include_folder(options, argument[2] ? argument + 2 : following(cursor, argument));
        return 1;
    }
    return read_letter_option(cursor, argument, "DU", &options->preprocessor);
}

/* nvcc's long names for -D, -U, -I, -L, -l and -include, which take lists. */
static int read_long_option(struct options *options, struct cursor *cursor, const char *argument)
{
    static const struct {
        const char *name, *letter;
    } names[] = {
        {"--define-macro", "-D"},        {"--undefine-macro", "-U"}, {"--include-path", "-I"},
        {"--library-path", "-L"},        {"--library", "-l"},        {"--pre-include", "-include"},
        {"--system-include", "-isystem"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = value_of(cursor, argument, names[i].name);
        char *copy;

        if (!value)
            continue;
        copy = text_format("%s", value);
        for (char *part = strtok(copy, ","); part; part = strtok(NULL, ",")) {
            if (!strcmp(names[i].letter, "-I")) {
                add_include_folder(options, part);
            } else if (!strcmp(names[i].letter, "-l")) {
                add_library(options, part);
            } else {
                struct strings *list =
                    strcmp(names[i].letter, "-L") ? &options->preprocessor : &options->linking;

                strings_add(list, names[i].letter);
                strings_add(list, part);
            }
        }
        free(copy);
        return 1;
    }
    return 0;
}

/* -O3, -O 3, --optimize 3, --optimize=3 */
static int read_optimisation(struct options *options, struct cursor *cursor, const char *argument)
{
    const char *value = value_of(cursor, argument, "--optimize");
    char *option;

    if (!value && !starts_with(argument, "-O"))
        return 0;
    if (!value && argument[2]) {
        options->optimisation = argument;
        return 1;
    }
    value = value ? value : following(cursor, argument);
    if (strlen(value) != 1 || *value < '0' || *value > '3')
        usage_mistake("-O takes 0, 1, 2 or 3, not %s", value);
    option = text_format("-O%s", value);
    options->optimisation = option;
    return 1;
}

/* An option that takes a value. Returns 0 if it is none that simcc knows. */
static int read_value_option(struct options *options, struct cursor *cursor, const char *argument)
{
    const char *value;

    if ((value = value_of(cursor, argument, "-ccbin")) ||
        (value = value_of(cursor, argument, "--compiler-bindir"))) {
        options->compiler = value;
    } else if ((value = value_of(cursor, argument, "-std")) ||
               (value = value_of(cursor, argument, "--std"))) {
        options->standard = value;
    } else if ((value = value_of(cursor, argument, "-Xcompiler")) ||
               (value = value_of(cursor, argument, "--compiler-options"))) {
        add_comma_list(&options->compiling, value);
    } else if ((value = value_of(cursor, argument, "-Xlinker")) ||
               (value = value_of(cursor, argument, "--linker-options"))) {
        char *list = text_format("-Wl,%s", value);

        strings_add(&options->linking, list);
        free(list);
    } else if ((value = value_of(cursor, argument, "-x"))) {
        if (strcmp(value, "cu"))
            usage_mistake("-x %s: only cu is known", value);
        options->as_cuda = 1;
    } else if ((value = value_of(cursor, argument, "--precompile"))) {
        options->precompiled = value;
    } else if ((value = value_of(cursor, argument, "-Werror"))) {
        strings_add(&options->compiling, "-Werror");
    } else if ((value = value_of(cursor, argument, "-o")) ||
               (value = value_of(cursor, argument, "--output-file"))) {
        options->output = value;
    } else {
        return 0;
    }
    return 1;
}

/* Refuses options for outputs that the simulator does not make. */
static void refuse_output(const char *argument)
{
    static const char *const kinds[] = {"ptx", "cubin", "fatbin", "optix-ir", "ltoir"};
    const char *name = argument + 1 + (argument[1] == '-');

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(name, kinds[i]))
            usage_mistake("%s: the simulator makes no code for a GPU: leave it out", argument);
    if (!strcmp(name, "shared"))
        usage_mistake("%s: kernels must be in the program itself, not in a shared library",
                      argument);
}

static void read_option(struct options *options, struct cursor *cursor, const char *argument)
{
    refuse_output(argument);
    if (!strcmp(argument, "-h") || !strcmp(argument, "--help")) {
        fputs(usage, stdout);
        exit(0);
    } else if (!strcmp(argument, "--version") || !strcmp(argument, "-V")) {
        puts("simcc " SIMCC_VERSION ", the CUDA simulator's compiler; CUDA 13.0's language, sm_90");
        exit(0);
    } else if (!strcmp(argument, "-c") || !strcmp(argument, "--compile")) {
        options->compile_only = 1;
    } else if (!strcmp(argument, "--plain")) {
        options->plain = 1;
    } else if (!strcmp(argument, "-E") || !strcmp(argument, "--preprocess")) {
        options->preprocess_only = 1;
    } else if (!strcmp(argument, "--device-only")) {
        options->device_only = 1;
    } else if (!strncmp(argument, "--device-only=", 14)) {
        options->device_only = 1;
        options->reached = argument + 14;
    } else if (!strcmp(argument, "-keep") || !strcmp(argument, "--keep")) {
        options->keep = 1;
    } else if (!strcmp(argument, "-v") || !strcmp(argument, "--verbose")) {
        options->verbose = 1;
    } else if (!strcmp(argument, "-dc") || !strcmp(argument, "--device-c")) {
        options->compile_only = 1;
    } else if (read_dependency_option(options, cursor, argument) || is_ignored(cursor, argument) ||
               read_preprocessor_option(options, cursor, argument) ||
               read_long_option(options, cursor, argument) ||
               read_optimisation(options, cursor, argument) ||
               read_letter_option(cursor, argument, "L", &options->linking)) {
        return;
    } else if (starts_with(argument, "-l")) {
        add_library(options, argument[2] ? argument + 2 : following(cursor, argument));
    } else if (!strcmp(argument, "-Werror")) {
        strings_add(&options->compiling, argument);
    } else if (!read_value_option(options, cursor, argument)) {
        if (starts_with(argument, "-g") || starts_with(argument, "-W") || !strcmp(argument, "-w") ||
            !strcmp(argument, "-pedantic"))
            strings_add(&options->compiling, argument);
        else if (!strcmp(argument, "-pthread"))
            strings_add(&options->linking, argument);
        else
            usage_mistake("unknown option %s (simcc --help lists what there is)", argument);
    }
}

void read_options(struct options *options, int count, char **arguments)
{
    struct cursor cursor = {.next = 1, .count = count, .arguments = arguments};

    *options = (struct options){0};
    while (cursor.next < cursor.count) {
        const char *argument = cursor.arguments[cursor.next++];

        if (argument[0] == '-')
            read_option(options, &cursor, argument);
        else
            add_input(options, argument);
    }
    if (options->precompiled && options->input_count)
        usage_mistake("--precompile takes no input file: %s", options->inputs[0].path);
    if (!options->input_count && !options->precompiled)
        usage_mistake("no input file%s", "");
    if (options->compile_only && options->output && options->input_count > 1)
        usage_mistake("-c with -o %s takes one input file", options->output);
    for (size_t i = 0; i < options->input_count; i++)
        if (options->inputs[i].kind == INPUT_PREPROCESSED &&
            (!options->device_only || options->preprocess_only))
            usage_mistake("%s: such text is for -c --device-only", options->inputs[i].path);
    if (options->preprocess_only && (!options->output || options->input_count > 1))
        usage_mistake("-E takes one input file and -o %s", "FILE");
    if (!options->compiler)
        options->compiler = getenv("CXX");
    if (!options->compiler || !*options->compiler)
        options->compiler = "g++";
}
