/*
 * See relocatable.h.
 */
#define _GNU_SOURCE
#include "relocatable.h"

#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where a call or jump names one of the functions, or NULL. */
static const char *wrapped_name(const char *line)
{
    static const char *const names[] = {"memcpy", "memset", "memmove", "free"};
    const char *name;

    if (!begins(line, "\tcall\t") && !begins(line, "\tjmp\t") && !begins(line, "\tcallq\t") &&
        !begins(line, "\tbl\t") && !begins(line, "\tb\t")) /* arm64's */
        return NULL;
    name = strchr(line + 1, '\t') + 1;
    name += *name == '*';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char behind = name[begins(name, names[i]) ? strlen(names[i]) : 0];

        if (begins(name, names[i]) && (behind == '@' || behind == '\n' || !behind))
            return name;
    }
    return NULL;
}

/* Where a table's section has its flags, or NULL. */
static const char *flags_of_table(const char *line)
{
    if (begins(line, "\t.section\tsim_operations,\"a") ||
        begins(line, "\t.section\tsim_shared_sizes,\"a") ||
        begins(line, "\t.section\tsim_read_only,\"a"))
        return strchr(line, '"') + 2;
    return NULL;
}

void make_relocatable(struct text *assembly)
{
    struct text output = {0};
    const char *end = assembly->data + assembly->length;

    for (const char *line = assembly->data, *next; line < end; line = next) {
        const char *name = wrapped_name(line), *flags = flags_of_table(line);
        const char *at = name ? name : flags ? flags : line;

        next = behind_line(line, end);
        text_add(&output, line, (size_t)(at - line));
        if (at != line)
            text_add_string(&output, name ? "__wrap_" : "w");
        text_add(&output, at, (size_t)(next - at));
    }
    free(assembly->data);
    *assembly = output;
}
