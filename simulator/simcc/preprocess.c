/*
 * The first step of a .cu file: macros and included files, by the compiler's own
 * preprocessor, with the CUDA headers in front as nvcc has it.
 */
#include "command.h"

#include "clang_headers.h"
#include "libraries.h"
#include "messages.h"
#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char missing_header[] = ": fatal error: ";

/* The name of the header that the messages miss, or "". */
static const char *header_missed(const char *messages)
{
    const char *error = strstr(messages, missing_header);
    const char *header = error ? error + strlen(missing_header) : "";

    return header + (*header == '\'');
}

int misses_library(const char *messages)
{
    return lacking_library(header_missed(messages)) != NULL;
}

void print_preprocessor_messages(const char *messages, int all)
{
    const char *place = strstr(messages, missing_header), *header = header_missed(messages);
    const char *const *about = lacking_library(header);

    while (place && place > messages && place[-1] != '\n')
        place--;
    fprintf(stderr, "%.*s", about && !all ? (int)(place - messages) : (int)strlen(messages),
            messages);
    if (about)
        fprintf(stderr, "%.*s: error: the simulator has no %s (%.*s): %s\n", place_length(place),
                place, about[0], (int)strcspn(header, ":'"), header, about[1]);
}

int preprocess(const struct toolchain *toolchain, const struct options *options, const char *path,
               const char *object, const char *preprocessed, struct needs needs)
{
    struct strings command;
    struct text messages = {0};
    int status;

    start_command(&command, toolchain, "c++");
    strings_add(&command, "-E");
    add_standard(&command, options);
    add_cuda_macros(&command, options);
    if (may_use_precompiled(toolchain, options, needs))
        add_precompiled(&command, toolchain, options);
    else if (needs.kept)
        add_kept_macros(&command, needs.kept);
    else
        strings_add_all(&command, (const char *const[]){"-include", "cuda_runtime.h", NULL});
    if (needs.host)
        strings_add_all(&command, (const char *const[]){"-include", "sim/host_side.h", NULL});
    add_folders(&command, toolchain);
    add_strings(&command, &options->preprocessor);
    if (!needs.host)
        add_dependencies(&command, options, object);
    add_strings(&command, &options->compiling);
    /* which of our precompiled headers fits is nothing that a user can mend; Meson asks for it */
    strings_add(&command, "-Wno-invalid-pch");
    if (!needs.exceptions)
        strings_add(&command, "-fno-exceptions");
    if (needs.assembly)
        strings_add(&command, "-DSIM_WITH_PTX");
    if (options->device_only)
        strings_add(&command, DEVICE_ONLY_MACRO);
    strings_add_all(&command, (const char *const[]){path, "-o", preprocessed, NULL});
    status = run_command(&command, options, &messages);
    if (messages.length && !needs.host && needs.kept)
        status = 1;
    else if (messages.length && !needs.host)
        print_preprocessor_messages(messages.data, options->verbose);
    free(messages.data);
    return status;
}

int list_dependencies(const struct toolchain *toolchain, const struct options *options,
                      const struct input *input, const char *object)
{
    const char *output = options->dependency_file ? options->dependency_file : options->output;
    int is_c = input->kind == INPUT_C;
    struct strings command;

    start_command(&command, toolchain, is_c ? "c" : "c++");
    if (input->kind == INPUT_CUDA) {
        add_standard(&command, options);
        add_cuda_macros(&command, options);
        strings_add_all(&command, (const char *const[]){"-include", "cuda_runtime.h", NULL});
    }
    add_folders(&command, toolchain);
    add_strings(&command, &options->preprocessor);
    add_strings(&command, &options->dependencies);
    if (!options->dependency_target)
        strings_add_all(&command, (const char *const[]){"-MT", object, NULL});
    add_strings(&command, &options->compiling);
    strings_add(&command, input->path);
    if (output)
        strings_add_all(&command, (const char *const[]){"-o", output, NULL});
    return run_command(&command, options, NULL);
}
