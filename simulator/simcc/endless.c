/*
 * See endless.h.
 */
#define _GNU_SOURCE
#include "endless.h"

#include <string.h>

/* The label to which the line jumps, and its length; NULL: it is no such jump. */
static const char *target_of_jump(const char *line, const char *end, size_t *length)
{
    static const char jump[] = "\tjmp\t.L";

    if ((size_t)(end - line) < sizeof jump || memcmp(line, jump, sizeof jump - 1))
        return NULL;
    line += strlen("\tjmp\t");
    *length = 0;
    while (line + *length < end && !strchr(" \t\r\n#", line[*length]))
        ++*length;
    return line;
}

/* 1 if the label stands in the lines [from, to). */
static int has_label(const char *from, const char *to, const char *label, size_t length)
{
    while (from < to) {
        const char *newline = memchr(from, '\n', (size_t)(to - from));

        if ((size_t)(to - from) > length && !memcmp(from, label, length) && from[length] == ':')
            return 1;
        from = newline ? newline + 1 : to;
    }
    return 0;
}

static int is_instruction(const char *line)
{
    return line[0] == '\t' && line[1] >= 'a' && line[1] <= 'z';
}

void announce_endless_loops(const struct text *assembly, struct text *output)
{
    const char *end = assembly->data + assembly->length, *done = assembly->data;
    const char *since = done; /* the lines behind the last instruction */

    for (const char *line = done, *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line)), *label;
        size_t length;

        next = newline ? newline + 1 : end;
        if (!is_instruction(line))
            continue;
        label = target_of_jump(line, next, &length);
        if (label && has_label(since, line, label, length)) {
            text_add(output, done, (size_t)(line - done));
            /* nothing of the stack is needed any more; a call wants it aligned */
            text_add_string(output, "\tandq\t$-16, %rsp\n\tcall\tsim_endless_loop\n");
            done = line;
        }
        since = next;
    }
    text_add(output, done, (size_t)(end - done));
}
