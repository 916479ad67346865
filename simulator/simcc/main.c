/*
 * simcc: compiles CUDA programs for the simulator, used as one uses nvcc.
 * Exit: 0, 1 where a source has errors, 2 for bad usage, 3 where the system fails.
 */
#include "compile.h"
#include "process.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Before any work is done, refuses an output that cannot be written. */
static void check_output(const char *path)
{
    int exists = !access(path, F_OK);
    char *folder = text_format("%s", path);
    char *slash = strrchr(folder, '/');

    if (slash)
        slash[slash == folder] = 0;
    if (exists ? access(path, W_OK) : access(slash ? folder : ".", W_OK | X_OK)) {
        fprintf(stderr, "simcc: cannot write %s: %s\n", path, strerror(errno));
        exit(2);
    }
    free(folder);
}

/* The last part of a path, without its suffix. */
static char *base_name(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');

    return text_format("%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

/* The output of an input: with -c or -E the one that the user names, else a temporary one. */
static char *object_name(const struct options *options, const struct input *input)
{
    char *name, *object;

    if (options->product == PRODUCT_TEXT)
        return text_format("%s", options->output ? options->output : "-");
    if (options->product != PRODUCT_OBJECTS && options->product != PRODUCT_RULES)
        return temporary_file(".o");
    if (options->output && options->product == PRODUCT_OBJECTS)
        return text_format("%s", options->output);
    name = base_name(input->path);
    object = options->output_folder ? text_format("%s/%s.o", options->output_folder, name)
                                    : text_format("%s.o", name);
    free(name);
    return object;
}

static int is_cuda(const struct input *input)
{
    return input->kind == INPUT_CUDA || input->kind == INPUT_PREPROCESSED;
}

/* Makes an input's object; returns its name, or NULL where the source has errors. */
static char *make_object(const struct toolchain *toolchain, const struct options *options,
                         const struct input *input)
{
    char *object = object_name(options, input);
    int status;

    if (options->product == PRODUCT_RULES)
        status = list_dependencies(toolchain, options, input, object);
    else
        status = is_cuda(input) ? compile_cuda(toolchain, options, input, object)
                                : compile_host(toolchain, options, input, object);
    return status ? NULL : object;
}

/* Joins what the inputs have become. Returns the status of the command that failed, or 0. */
static int join_objects(const struct toolchain *toolchain, const struct options *options,
                        char **objects, const char *output)
{
    switch (options->product) {
    case PRODUCT_PROGRAM:
    case PRODUCT_SHARED:
    case PRODUCT_OBJECT: return link_objects(toolchain, options, objects, output);
    case PRODUCT_LIBRARY: return archive_objects(options, objects, output);
    case PRODUCT_DEVICE_LINKED: return make_empty_object(toolchain, options, output);
    default: return 0;
    }
}

static const char *output_name(const struct options *options)
{
    if (options->output)
        return options->output;
    return options->product == PRODUCT_LIBRARY         ? "a.a"
           : options->product == PRODUCT_DEVICE_LINKED ? "a_dlink.o"
                                                       : "a.out";
}

/*
 * The program that --run names, where it is ready and no source: nvcc runs one, and Meson asks for
 * it, in quotes of a shell. NULL: none.
 */
static const char *ready_program(const struct options *options)
{
    const char *path;
    size_t length;
    struct stat status;

    if (!options->run || options->dry_run || options->input_count != 1 ||
        options->inputs[0].kind != INPUT_UNKNOWN)
        return NULL;
    path = options->inputs[0].path;
    length = strlen(path);
    if (length > 2 && path[0] == '"' && path[length - 1] == '"')
        path = text_format("%.*s", (int)length - 2, path + 1);
    return !stat(path, &status) && S_ISREG(status.st_mode) && !access(path, X_OK) ? path : NULL;
}

/* Takes the place of simcc; its arguments are those of --run-args. */
static _Noreturn void run_program(struct options *options, const char *program)
{
    struct strings command = {0};
    char *path = text_format("%s%s", strchr(program, '/') ? "" : "./", program);

    strings_add(&command, path);
    for (size_t i = 0; i < options->run_arguments.count; i++)
        strings_add(&command, options->run_arguments.data[i]);
    remove_temporary_files();
    execv(path, command.data);
    fprintf(stderr, "simcc: cannot run %s: %s\n", path, strerror(errno));
    exit(3);
}

int main(int count, char **arguments)
{
    struct options options;
    struct toolchain toolchain;
    char **objects;
    const char *output, *program;
    int makes_one;

    read_options(&options, count, arguments);
    if (options.verbose) { /* CMake asks so, with an input that is not there */
        find_toolchain(&toolchain, &options);
        show_toolkit(&toolchain);
    }
    program = ready_program(&options);
    if (program)
        run_program(&options, program);
    check_options(&options);
    output = output_name(&options);
    makes_one = options.product != PRODUCT_OBJECTS && options.product != PRODUCT_TEXT &&
                options.product != PRODUCT_RULES;
    if (options.precompiled)
        check_output(options.precompiled);
    else if ((makes_one || options.output) && !options.dry_run)
        check_output(output);
    if (!options.verbose)
        find_toolchain(&toolchain, &options);
    make_temporary_folder();
    if (options.precompiled) {
        precompile_headers(&toolchain, &options);
        return 0;
    }

    objects = allocate((options.input_count + 1) * sizeof *objects);
    for (size_t i = 0; i < options.input_count; i++) {
        const struct input *input = &options.inputs[i];

        if (input->kind == INPUT_LINK)
            objects[i] = text_format("%s", input->path);
        else if (!(objects[i] = make_object(&toolchain, &options, input)))
            return 1;
    }
    if (join_objects(&toolchain, &options, objects, output))
        return 1;
    if (options.run && !options.dry_run)
        run_program(&options, output);
    return 0;
}
