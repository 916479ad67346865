/*
 * Walking over the command line's words: see arguments.h.
 */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void usage_mistake(const char *format, const char *detail)
{
    fprintf(stderr, "simcc: ");
    fprintf(stderr, format, detail);
    fputc('\n', stderr);
    exit(2);
}

int starts_with(const char *string, const char *prefix)
{
    return !strncmp(string, prefix, strlen(prefix));
}

const char *following(struct cursor *cursor, const char *option)
{
    if (cursor->next >= cursor->count)
        usage_mistake("option %s needs a value", option);
    return cursor->arguments[cursor->next++];
}

const char *value_of(struct cursor *cursor, const char *argument, const char *name)
{
    size_t length = strlen(name);

    if (!starts_with(argument, name))
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    return argument[length] ? NULL : following(cursor, argument);
}

int is_ignored(struct cursor *cursor, const char *argument)
{
    static const char *const single[] = {
        "-lineinfo",
        "--generate-line-info",
        "-G",
        "--device-debug",
        "-use_fast_math",
        "--use_fast_math",
        "-restrict",
        "--restrict",
        "-expt-relaxed-constexpr",
        "--expt-relaxed-constexpr",
        "-expt-extended-lambda",
        "--expt-extended-lambda",
        "-extended-lambda",
        "--extended-lambda",
        "-m64",
        "--source-in-ptx",
        "-src-in-ptx",
        "-res-usage",
        "--resource-usage",
        "-dlto",
        "-pipe",
        "-link",
        "--link",
        "-forward-unknown-to-host-compiler",
        "--forward-unknown-to-host-compiler",
        "-allow-unsupported-compiler",
        "--allow-unsupported-compiler",
        "--ptxas-warn",
        "--disable-warnings",
        "-extra-device-vectorization",
        "--extra-device-vectorization",
        "--no-compress",
        "-no-compress",
        "-Wno-deprecated-gpu-targets",
    };
    static const char *const with_value[] = {
        "-arch",
        "--gpu-architecture",
        "-gencode",
        "--generate-code",
        "-code",
        "--gpu-code",
        "-Xptxas",
        "--ptxas-options",
        "-Xnvlink",
        "--nvlink-options",
        "-maxrregcount",
        "--maxrregcount",
        "-rdc",
        "--relocatable-device-code",
        "-cudart",
        "--cudart",
        "-ftz",
        "--ftz",
        "-prec-div",
        "--prec-div",
        "-prec-sqrt",
        "--prec-sqrt",
        "-fmad",
        "--fmad",
        "-t",
        "--threads",
        "-diag-suppress",
        "--diag-suppress",
        "-Xcudafe",
        "-default-stream",
        "--default-stream",
        "-opt-info",
        "--opt-info",
        "-odir",
        "--output-directory",
        "-cudadevrt",
        "--cudadevrt",
        "-diag-error",
        "--diag-error",
        "-diag-warn",
        "--diag-warn",
        "-Xarchive",
        "-nvlink-options",
        "-dopt",
        "--dopt",
        "-split-compile",
        "--split-compile",
    };

    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (!strcmp(argument, single[i]))
            return 1;
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
        if (value_of(cursor, argument, with_value[i]))
            return 1;
    return 0;
}
