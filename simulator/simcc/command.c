/*
 * Parts that several of the compiler's commands have in common: see command.h.
 */
#include "command.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* The macros that a CUDA program sees; 900: compute capability 9.0, as an H100. */
static const char *const cuda_macros[] = {"-D__CUDACC__",
                                          "-D__NVCC__",
                                          "-D__SIMCC__",
                                          "-D__CUDA_ARCH__=900",
                                          "-D__CUDACC_VER_MAJOR__=13",
                                          "-D__CUDACC_VER_MINOR__=0",
                                          "-D__CUDACC_VER_BUILD__=88",
                                          "-D__CUDA_ARCH_LIST__=900",
                                          "-D__CUDACC_EXTENDED_LAMBDA__",
                                          "-D__CUDACC_RELAXED_CONSTEXPR__",
                                          NULL};

void start_command(struct strings *command, const struct toolchain *toolchain, const char *language)
{
    *command = (struct strings){0};
    add_strings(command, &toolchain->compiler);
    if (language) {
        strings_add(command, "-x");
        strings_add(command, language);
    }
}

void add_strings(struct strings *command, const struct strings *more)
{
    if (more->count)
        strings_add_all(command, (const char *const *)more->data);
}

void add_folders(struct strings *command, const struct toolchain *toolchain)
{
    strings_add_all(command, (const char *const[]){"-isystem", toolchain->include_folder, NULL});
    for (size_t i = 0; i < toolchain->libraries.count; i++) {
        strings_add(command, "-isystem");
        strings_add(command, toolchain->libraries.data[i]);
    }
    strings_add_all(command, (const char *const[]){"-isystem", toolchain->alias_folder, NULL});
}

/* The headers need C++17; an older -std is raised to it. */
void add_standard(struct strings *command, const struct options *options)
{
    static const char *const old[] = {"03", "11", "14", "98", "0x", "1y"};
    const char *standard =
        options->standard && strstr(options->standard, "++") ? options->standard : "gnu++17";

    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (strstr(standard, old[i]))
            standard = "gnu++17";
    {
        char *flag = text_format("-std=%s", standard);

        strings_add(command, flag);
        free(flag);
    }
}

/* -MD and its kind, with gcc's own choice of names made explicit: -E would choose others. */
void add_dependencies(struct strings *command, const struct options *options, const char *object)
{
    const char *target =
        options->product == PRODUCT_OBJECTS || !options->output ? object : options->output;

    add_strings(command, &options->dependencies);
    if (options->dependency_file)
        strings_add_all(command, (const char *const[]){"-MF", options->dependency_file, NULL});
    if (options->wants_dependencies && !options->dependency_file) {
        const char *dot = strrchr(target, '.');
        int length = (int)(dot && !strchr(dot, '/') ? dot - target : (long)strlen(target));
        char *file = text_format("%.*s.d", length, target);

        strings_add(command, "-MF");
        strings_add(command, file);
        free(file);
    }
    if (options->wants_dependencies && !options->dependency_target) {
        strings_add(command, "-MT");
        strings_add(command, target);
    }
}

void add_cuda_macros(struct strings *command, const struct options *options)
{
    strings_add_all(command, cuda_macros);
    /* a debugger is to find each thread on a stack of its own */
    if (options->plain && !options->debug)
        strings_add(command, "-DSIM_LOOPS");
}

void add_code_flags(struct strings *command, const struct toolchain *toolchain,
                    const struct options *options)
{
    strings_add_all(command, common_flags(toolchain->family));
    add_machine_flags(command, toolchain);
    if (options->plain) {
        add_strings(command, &options->compiling);
        add_strings(command, &options->uncounted);
        strings_add(command, options->optimisation   ? options->optimisation
                             : options->device_debug ? "-O0"
                                                     : "-O2");
        return;
    }
    if (toolchain->family == COMPILER_CLANG)
        strings_add(command, "-gdwarf-4"); /* addr2line fails at its lists of ranges of version 5 */
    strings_add(command, "-g1"); /* lines, and calls that are inlined; -g adds variables */
    add_strings(command, &options->compiling);
    strings_add_all(command, instrumentation_flags(toolchain->family));
    if (options->device_debug) /* all variables are there, on each line */
        strings_add(command, "-O0");
}
