/*
 * The command line of simcc: see options.h.
 */
#include "options.h"

#include "arguments.h"
#include "flag_table.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ends_with(const char *string, const char *suffix)
{
    size_t length = strlen(string), end = strlen(suffix);

    return length >= end && !strcmp(string + length - end, suffix);
}

/* 1 for a shared library with its version: libm.so.6 */
static int is_versioned(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') : path;

    return strstr(name, ".so.") != NULL;
}

static int find_kind(const char *path, enum input_kind *kind)
{
    static const struct {
        const char *suffix;
        enum input_kind kind;
    } kinds[] = {
        {".cu", INPUT_CUDA}, {".c", INPUT_C},     {".cpp", INPUT_CPP},
        {".cc", INPUT_CPP},  {".cxx", INPUT_CPP}, {".o", INPUT_LINK},
        {".a", INPUT_LINK},  {".so", INPUT_LINK}, {".ii", INPUT_PREPROCESSED},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (ends_with(path, kinds[i].suffix)) {
            *kind = kinds[i].kind;
            return 1;
        }
    }
    *kind = INPUT_LINK;
    return is_versioned(path);
}

static void add_input(struct options *options, const char *path)
{
    struct input input = {.path = path};

    int is_known = find_kind(path, &input.kind);

    if (options->language && (input.kind != INPUT_LINK || !is_known))
        input.kind = !strcmp(options->language, "cu")  ? INPUT_CUDA
                     : !strcmp(options->language, "c") ? INPUT_C
                                                       : INPUT_CPP;
    else if (!is_known)
        input.kind = INPUT_UNKNOWN;
    add_link_input(options);
    options->inputs =
        reallocate(options->inputs, (options->input_count + 1) * sizeof *options->inputs);
    options->inputs[options->input_count++] = input;
}

/* gcc's -Werror has no value, nvcc's has one: the next word is taken for it if it is one. */
static int is_kind_of_warning(const char *word)
{
    static const char *const kinds[] = {"all-warnings",
                                        "cross-execution-space-call",
                                        "default-stream-launch",
                                        "deprecated-declarations",
                                        "ext-lambda-captures-this",
                                        "missing-launch-bounds",
                                        "reorder"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (starts_with(word, kinds[i]))
            return 1;
    return 0;
}

/* The value of a flag: in its word, or the next one. */
static const char *value_behind(struct cursor *cursor, const struct flag *flag, const char *word,
                                const char *value)
{
    if (value || flag->value == VALUE_NONE)
        return value ? value : "";
    if (flag->action == FLAG_WARNINGS_AS_ERRORS &&
        (cursor->next >= cursor->count || !is_kind_of_warning(cursor->arguments[cursor->next])))
        return "all-warnings";
    return following(cursor, word);
}

/* Flags of the host's compiler that begin so are taken as they are. */
static int is_of_compiler(const char *word)
{
    static const char *const beginnings[] = {"-W", "-g0", "-g1", "-g2", "-g3", "-ggdb", "-gdwarf"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (starts_with(word, beginnings[i]))
            return 1;
    return 0;
}

static void read_flag(struct options *options, struct cursor *cursor, const char *word)
{
    const char *value;
    const struct flag *flag = find_flag(word, &value);

    if (starts_with(word, "-Wl,")) {
        add_link_word(options, word);
    } else if (flag) {
        apply_flag(options, flag, word, value_behind(cursor, flag, word, value));
    } else if (starts_with(word, "--device-only=")) {
        options->device_only = 1;
        options->reached = strchr(word, '=') + 1;
    } else if (is_of_compiler(word)) {
        options->debug |= word[1] == 'g';
        strings_add(&options->compiling, word);
    } else {
        strings_add(&options->unknown, word);
    }
}

/* Where nothing is compiled, simcc stands for the linker, and takes its flags. */
static int links_only(const struct options *options)
{
    for (size_t i = 0; i < options->input_count; i++)
        if (options->inputs[i].kind != INPUT_LINK)
            return 0;
    return options->input_count > 0;
}

static void forward_unknown(struct options *options)
{
    int to_linker = options->forwards_to_linker || links_only(options);

    for (size_t i = 0; i < options->unknown.count; i++) {
        const char *word = options->unknown.data[i];
        const char *nearest = nearest_flag(word);
        char *hint;

        if (options->forwards_to_compiler)
            strings_add(&options->compiling, word);
        if (to_linker)
            add_link_word(options, word);
        if (options->forwards_to_compiler || to_linker)
            continue;
        hint = nearest ? text_format("%s: is %s meant?", word, nearest) : text_format("%s", word);
        usage_mistake("unknown option %s (simcc --help lists what there is)", hint);
    }
}

static void check_files(const struct options *options)
{
    for (size_t i = 0; i < options->input_count; i++) {
        const struct input *input = &options->inputs[i];

        if (input->kind == INPUT_UNKNOWN)
            usage_mistake("%s: not a .cu, .c, .cpp, .o, .a or .so file", input->path);
        if (access(input->path, R_OK))
            usage_mistake("cannot read %s", input->path);
        if (input->kind == INPUT_PREPROCESSED &&
            (!options->device_only || options->product == PRODUCT_TEXT))
            usage_mistake("%s: such text is for -c --device-only", input->path);
    }
}

void check_options(const struct options *options)
{
    int makes_one = options->product == PRODUCT_OBJECTS || options->product == PRODUCT_TEXT ||
                    options->product == PRODUCT_RULES;

    if (options->precompiled && options->input_count)
        usage_mistake("--precompile takes no input file: %s", options->inputs[0].path);
    if (!options->input_count && !options->precompiled)
        usage_mistake("no input file%s", "");
    if (makes_one && options->output && options->input_count > 1)
        usage_mistake(options->product == PRODUCT_OBJECTS ? "-c with -o %s takes one input file"
                      : options->product == PRODUCT_TEXT  ? "-E with -o %s takes one input file"
                                                          : "-M with -o %s takes one input file",
                      options->output);
    check_files(options);
    if (options->product == PRODUCT_TEXT && options->device_only && !options->output)
        usage_mistake("-E --device-only takes -o %s", "FILE.ii");
    if (options->run && options->product != PRODUCT_PROGRAM)
        usage_mistake("--run needs a program%s", "");
}

/* -fPIC, given in any way: 2; -fPIE: 1; -fno-pic: 0; -1 without any of them. */
static int asked_placement(const struct options *options)
{
    int is = -1;

    for (size_t i = 0; i < options->compiling.count; i++) {
        const char *word = options->compiling.data[i];

        if (!strcmp(word, "-fPIC") || !strcmp(word, "-fpic"))
            is = 2;
        if (!strcmp(word, "-fPIE") || !strcmp(word, "-fpie"))
            is = 1;
        if (!strcmp(word, "-fno-pic") || !strcmp(word, "-fno-pie"))
            is = 0;
    }
    return is;
}

/*
 * A shared library may be loaded anywhere. Objects may be linked by g++, which makes programs that
 * may, and a simcc that links them does not mind; a program's own code gets along with less.
 */
static void choose_placement(struct options *options)
{
    int asked = asked_placement(options);
    int is_object = options->product == PRODUCT_OBJECTS || options->product == PRODUCT_LIBRARY ||
                    options->product == PRODUCT_OBJECT;

    if (options->product == PRODUCT_SHARED && asked < 1)
        strings_add(&options->compiling, "-fPIC");
    else if (is_object && asked == -1)
        strings_add(&options->compiling, "-fPIE");
    options->position_independent = asked_placement(options) >= 1;
    options->for_library = asked_placement(options) == 2;
    if (options->position_independent) /* functions are inlined as in a program */
        strings_add(&options->compiling, "-fno-semantic-interposition");
}

void read_options(struct options *options, int count, char **arguments)
{
    struct strings words = read_words(count, arguments);
    struct cursor cursor = {.count = (int)words.count, .arguments = words.data};

    *options = (struct options){.archiver = "ar"};
    while (cursor.next < cursor.count) {
        const char *word = cursor.arguments[cursor.next++];

        if (word[0] == '-')
            read_flag(options, &cursor, word);
        else
            add_input(options, word);
    }
    forward_unknown(options);
    choose_placement(options);
    if (!options->compiler)
        options->compiler = getenv("CXX");
    if (!options->compiler || !*options->compiler)
        options->compiler = "g++";
}
