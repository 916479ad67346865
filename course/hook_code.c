#include "hook_code.h"

#include <stdlib.h>
#include <string.h>

static int is_relocation(const char *line)
{
    return strstr(line, ": R_") != NULL;
}

static int is_instruction(const char *line)
{
    return strchr(line, '\t') != NULL && !is_relocation(line);
}

/* The next instruction's line in one direction, or count. */
static size_t beside(char *const *lines, size_t count, size_t at, size_t step)
{
    do
        at += step; /* below 0 is beyond all */
    while (at < count && !is_instruction(lines[at]));
    return at < count ? at : count;
}

/* Whether the instruction in that line, if there is one, asks for a symbol that begins so. */
static int asks_for(char *const *lines, size_t count, size_t at, const char *symbol)
{
    return at < count && at + 1 < count && is_relocation(lines[at + 1]) &&
           strstr(lines[at + 1], symbol) != NULL;
}

static int has(const char *line, const char *what)
{
    return strstr(line, what) != NULL;
}

/*
 * Where a hook writes down, how far it may, the stack that it needs, the number of a hook in its
 * batch.
 */
static int is_of_hook(char *const *lines, size_t count, size_t at)
{
    size_t before = beside(lines, count, at, (size_t)-1), next = beside(lines, count, at, 1);

    if (asks_for(lines, count, at, "sim_recorder"))
        return 1;
    if (has(lines[at], "\tlea ") && has(lines[at], "(%rdx),%rcx"))
        return asks_for(lines, count, next, "sim_recorder");
    if (has(lines[at], "\tadd ") && has(lines[at], ",%r"))
        return asks_for(lines, count, before, "sim_recorder") &&
               asks_for(lines, count, next, "sim_recorder");
    if (has(lines[at], "\tcmp ") && has(lines[at], "$0x800,%rax"))
        return asks_for(lines, count, before, "sim_recorder");
    return has(lines[at], "\tmov ") && has(lines[at], ",%edx") &&
           asks_for(lines, count, next, "sim_batch_hook");
}

void leave_out_hooks(char **lines, size_t count)
{
    char *are_hooks = calloc(count + 1, 1);

    if (are_hooks == NULL)
        abort();
    for (size_t at = 0; at < count; at++)
        are_hooks[at] = is_instruction(lines[at]) && is_of_hook(lines, count, at);
    for (size_t at = 0; at < count; at++)
        if (are_hooks[at])
            *lines[at] = '\0';
    free(are_hooks);
}
