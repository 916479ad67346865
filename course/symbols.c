/*
 * Which symbols a graded kernel may use and define. A kernel that is compiled for the
 * simulator is code of the CPU: what it cannot be linked with, it cannot do.
 */
#include <string.h>

#include "kernel_part.h"

/* The simulator's interface for compiled code, and the compiler's instrumentation. */
static const char *const prefixes[] = {"sim_", "__tsan_", "__sanitizer_cov_", "_ZTV"};

/* What the simulator's headers use themselves, and helpers that compilers call. */
static const char *const names[] = {
    "_GLOBAL_OFFSET_TABLE_", "__cxa_atexit", "__cxa_demangle", "__dso_handle", "__popcountdi2",
    "__stack_chk_fail", "exit", "fprintf", "isalnum", "memcpy", "memmove", "memset", "stderr",
    "strchr", "strlen", "strncmp", "strspn", "strstr",
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

/* C++ names cannot stand in for the runtime's functions, which are C. */
static int may_be_defined(const char *symbol)
{
    return strncmp(symbol, "_Z", 2) == 0 || strcmp(symbol, "course_launch") == 0 ||
           strncmp(symbol, "DW.ref.", 7) == 0;
}

int symbols_allowed(const char *listing, FILE *log)
{
    FILE *file = fopen(listing, "r");
    char line[4096], symbol[4096], type;
    int is_allowed = file != NULL, has_launch = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%4095s %c", symbol, &type) != 2)
            continue;
        has_launch |= strcmp(symbol, "course_launch") == 0;
        if (strchr("Uwv", type) != NULL ? may_be_used(symbol)
                        : strchr("abdrtnN", type) != NULL || may_be_defined(symbol))
            continue;
        fprintf(log, "%s: a kernel has no use for it; keep what main needs in main\n", symbol);
        is_allowed = 0;
    }
    if (file != NULL)
        fclose(file);
    if (!has_launch)
        fprintf(log, "nothing to launch\n");
    return is_allowed && has_launch;
}
