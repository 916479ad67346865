/*
 * Walking over the command line's words: see arguments.h.
 */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void usage_mistake(const char *format, const char *detail)
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
