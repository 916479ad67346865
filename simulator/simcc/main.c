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

/* The object file of an input: with -c the one that the user names, else a temporary one. */
static char *object_name(const struct options *options, const struct input *input)
{
    const char *name = strrchr(input->path, '/') ? strrchr(input->path, '/') + 1 : input->path;

    if (!options->compile_only && !options->preprocess_only)
        return temporary_file(".o");
    if (options->output)
        return text_format("%s", options->output);
    return text_format("%.*s.o", (int)(strrchr(name, '.') - name), name);
}

int main(int count, char **arguments)
{
    struct options options;
    struct toolchain toolchain;
    struct strings objects = {0};
    const char *program;

    read_options(&options, count, arguments);
    program = options.output ? options.output : "a.out";
    if (options.precompiled)
        check_output(options.precompiled);
    else if (!options.compile_only || options.output)
        check_output(program);
    find_toolchain(&toolchain, &options);
    make_temporary_folder();
    if (options.precompiled) {
        precompile_headers(&toolchain, &options);
        return 0;
    }

    for (size_t i = 0; i < options.input_count; i++) {
        const struct input *input = &options.inputs[i];
        char *object;
        int status;

        if (input->kind == INPUT_LINK) {
            strings_add(&objects, input->path);
            continue;
        }
        object = object_name(&options, input);
        status = input->kind == INPUT_CUDA || input->kind == INPUT_PREPROCESSED
                     ? compile_cuda(&toolchain, &options, input, object)
                     : compile_host(&toolchain, &options, input, object);
        if (status)
            return 1;
        strings_add(&objects, object);
        free(object);
    }
    if (options.compile_only || options.preprocess_only)
        return 0;
    return link_program(&toolchain, &options, &objects, program) ? 1 : 0;
}
