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

/* Options of nvcc that change nothing here: about code for a GPU, or the speed of compiling. */
static const struct {
    const char *names[2]; /* short and long; NULL: there is one alone */
    int takes_value;
} ignored[] = {
    {{"-lineinfo", "--generate-line-info"}, 0},
    {{"-G", "--device-debug"}, 0},
    {{"-use_fast_math", "--use_fast_math"}, 0},
    {{"-restrict", "--restrict"}, 0},
    {{"-expt-relaxed-constexpr", "--expt-relaxed-constexpr"}, 0},
    {{"-expt-extended-lambda", "--expt-extended-lambda"}, 0},
    {{"-extended-lambda", "--extended-lambda"}, 0},
    {{"-m64"}, 0},
    {{"-src-in-ptx", "--source-in-ptx"}, 0},
    {{"-res-usage", "--resource-usage"}, 0},
    {{"-dlto"}, 0},
    {{"-pipe"}, 0},
    {{"-link", "--link"}, 0},
    {{"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler"}, 0},
    {{"-allow-unsupported-compiler", "--allow-unsupported-compiler"}, 0},
    {{"--ptxas-warn"}, 0},
    {{"--disable-warnings"}, 0},
    {{"-extra-device-vectorization", "--extra-device-vectorization"}, 0},
    {{"-no-compress", "--no-compress"}, 0},
    {{"-Wno-deprecated-gpu-targets"}, 0},
    {{"-arch", "--gpu-architecture"}, 1},
    {{"-code", "--gpu-code"}, 1},
    {{"-gencode", "--generate-code"}, 1},
    {{"-maxrregcount", "--maxrregcount"}, 1},
    {{"-rdc", "--relocatable-device-code"}, 1},
    {{"-dopt", "--dopt"}, 1},
    {{"-ftz", "--ftz"}, 1},
    {{"-fmad", "--fmad"}, 1},
    {{"-prec-div", "--prec-div"}, 1},
    {{"-prec-sqrt", "--prec-sqrt"}, 1},
    {{"-opt-info", "--opt-info"}, 1},
    {{"-Xptxas", "--ptxas-options"}, 1},
    {{"-Xnvlink", "--nvlink-options"}, 1},
    {{"-nvlink-options"}, 1},
    {{"-Xcudafe"}, 1},
    {{"-Xarchive"}, 1},
    {{"-cudart", "--cudart"}, 1},
    {{"-cudadevrt", "--cudadevrt"}, 1},
    {{"-default-stream", "--default-stream"}, 1},
    {{"-diag-suppress", "--diag-suppress"}, 1},
    {{"-diag-error", "--diag-error"}, 1},
    {{"-diag-warn", "--diag-warn"}, 1},
    {{"-odir", "--output-directory"}, 1},
    {{"-t", "--threads"}, 1},
    {{"-split-compile", "--split-compile"}, 1},
};

static int is_option(struct cursor *cursor, const char *argument, const char *name, int takes_value)
{
    return name &&
           (takes_value ? value_of(cursor, argument, name) != NULL : !strcmp(argument, name));
}

int is_ignored(struct cursor *cursor, const char *argument)
{
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        for (int n = 0; n < 2; n++)
            if (is_option(cursor, argument, ignored[i].names[n], ignored[i].takes_value))
                return 1;
    return 0;
}
