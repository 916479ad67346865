/*
 * Which symbols a graded kernel may use and define. A kernel that is compiled for the
 * simulator is code of the CPU: what it cannot be linked with, it cannot do.
 */
#include <ctype.h>
#include <string.h>

#include "kernel_part.h"

enum { LINE_BYTES = 4096 };

/* The simulator's interface for compiled code, and the compiler's instrumentation. */
static const char *const prefixes[] = {"sim_", "__tsan_", "__sanitizer_cov_", "_ZTV"};

/* What the simulator's headers use themselves, and helpers that compilers call. */
static const char *const names[] = {
    "_GLOBAL_OFFSET_TABLE_",
    "__cxa_atexit",
    "__cxa_demangle",
    "__dso_handle",
    "__popcountdi2",
    "__stack_chk_fail",
    "exit",
    "fprintf",
    "isalnum",
    "memcpy",
    "memmove",
    "memset",
    "stderr",
    "strchr",
    "strlen",
    "strncmp",
    "strspn",
    "strstr",
};

static int may_be_used(const char *symbol)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(symbol, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(symbol, names[i]) == 0)
            return 1;
    return 0;
}

/* Whether the listing of the runtime defines the symbol. */
static int is_defined(FILE *runtime, const char *symbol)
{
    char line[LINE_BYTES], name[LINE_BYTES], type;

    rewind(runtime);
    while (fgets(line, sizeof line, runtime) != NULL)
        if (sscanf(line, "%4095s %c", name, &type) == 2 && isupper((unsigned char)type) &&
            type != 'U' && strcmp(name, symbol) == 0)
            return 1;
    return 0;
}

/* Nothing may stand in for what the runtime has; functions with C++ names never do. */
static int may_be_defined(const char *symbol, char type, FILE *runtime)
{
    if (strncmp(symbol, "_Z", 2) == 0 || strcmp(symbol, "course_launch") == 0)
        return 1;
    return strchr("TWi", type) == NULL && !is_defined(runtime, symbol);
}

int symbols_allowed(const char *listing, const char *runtime_listing, FILE *log)
{
    FILE *runtime = fopen(runtime_listing, "r");
    FILE *file = fopen(listing, "r");
    char line[LINE_BYTES], symbol[LINE_BYTES], type;
    int is_allowed = file != NULL && runtime != NULL, has_launch = 0;

    while (file != NULL && runtime != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%4095s %c", symbol, &type) != 2)
            continue;
        has_launch |= strcmp(symbol, "course_launch") == 0;
        int is_used = strchr("Uwv", type) != NULL;

        if (is_used ? may_be_used(symbol) : may_be_defined(symbol, type, runtime))
            continue;
        fprintf(log, "%s: %s\n", symbol,
                is_used ? "not for kernels; what main needs belongs below main"
                        : "the simulator has this name for itself");
        is_allowed = 0;
    }
    if (file != NULL)
        fclose(file);
    if (runtime != NULL)
        fclose(runtime);
    if (!has_launch)
        fprintf(log, "nothing to launch\n");
    return is_allowed && has_launch;
}
