#include "kernel_names.h"

#include <stdlib.h>
#include <string.h>

const char *behind_name(const char *text, const char *function)
{
    size_t length = strlen(function);

    for (const char *at = text; (at = strstr(at, function)) != NULL; at++) {
        int is_begin = at == text || at[-1] == ' ' || at[-1] == ':';

        if (is_begin && (at[length] == '\0' || at[length] == '(' || at[length] == '<'))
            return at + length;
    }
    return NULL;
}

int is_function(const char *text, const char *function, const char *parameters)
{
    const char *behind = behind_name(text, function);

    return strcmp(text, function) == 0 || (behind != NULL && strcmp(behind, parameters) == 0);
}

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), most = strlen(end);

    return length >= most && strcmp(text + length - most, end) == 0;
}

unsigned number_of_instance(const char *text, const char *function, const char *parameters)
{
    const char *behind = behind_name(text, function), *number;

    if (behind == NULL || *behind != '<' || !ends_with(behind, parameters))
        return 0;
    number = behind + 1;
    if (*number == '(') /* "(unsigned short)64" */
        number += strcspn(number, ")") + 1;
    return (unsigned)strtoul(number, NULL, 10);
}
