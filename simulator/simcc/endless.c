/*
 * See endless.h.
 */
#define _GNU_SOURCE
#include "endless.h"

#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How x86-64 and arm64 jump always, and the call in front of it. */
static const struct {
    const char *jump, *call;
} machines[] = {
    /* nothing of the stack is needed any more; a call wants it aligned */
    {"\tjmp\t", "\tandq\t$-16, %rsp\n\tcall\tsim_endless_loop\n"},
    {"\tb\t", "\tbl\tsim_endless_loop\n"},
};

/* The label to which the line jumps, and its length; NULL: it is no such jump. */
static const char *target_of_jump(const char *line, const char *end, size_t *length,
                                  const char **call)
{
    size_t jump = 0;

    for (size_t i = 0; i < sizeof machines / sizeof *machines && !jump; i++) {
        size_t word = strlen(machines[i].jump);

        if ((size_t)(end - line) <= word + 2 || memcmp(line, machines[i].jump, word))
            continue;
        jump = word;
        *call = machines[i].call;
    }
    if (!jump || memcmp(line + jump, ".L", 2))
        return NULL;
    line += jump;
    *length = 0;
    while (line + *length < end && !strchr(" \t\r\n#", line[*length]))
        ++*length;
    return line;
}

/* 1 if the label stands in the lines [from, to). */
static int has_label(const char *from, const char *to, const char *label, size_t length)
{
    while (from < to) {
        if ((size_t)(to - from) > length && !memcmp(from, label, length) && from[length] == ':')
            return 1;
        from = behind_line(from, to);
    }
    return 0;
}

static int is_instruction(const char *line)
{
    return line[0] == '\t' && line[1] >= 'a' && line[1] <= 'z';
}

/* ---- Its line ------------------------------------------------------------------------------- */

struct place {
    int file, line; /* as .loc has them; 0: unknown */
};

/* Where the function's code [from, loop) jumps to the label, or else where it runs into the loop.
 */
static struct place entered_at(const char *from, const char *loop, const char *label, size_t length)
{
    struct place place = {0, 0};

    for (const char *line = from, *next; line < loop; line = next) {
        next = behind_line(line, loop);
        if (sscanf(line, "\t.loc %d %d", &place.file, &place.line) == 2)
            continue;
        if (is_instruction(line) && strchr("jbct", line[1]) && /* x86-64's, arm64's branches */
            memmem(line, (size_t)(next - line), label, length))
            break;
    }
    return place;
}

/* The name of the file of that number, as a new string; NULL if it is not known. */
static char *file_name(const struct text *assembly, int number)
{
    char *directive = text_format("\t.file %d \"", number);
    const char *found = memmem(assembly->data, assembly->length, directive, strlen(directive));
    const char *name = found ? found + strlen(directive) : NULL;
    const char *quote = name ? strchr(name, '"') : NULL;

    free(directive);
    return quote ? text_format("%.*s", (int)(quote - name), name) : NULL;
}

static int is_word(const char *at, const char *begin, const char *word)
{
    size_t length = strlen(word);

    return !strncmp(at, word, length) && !isalnum((unsigned char)at[length]) && at[length] != '_' &&
           (at == begin || (!isalnum((unsigned char)at[-1]) && at[-1] != '_'));
}

/* Behind the string or character constant that begins there. */
static const char *behind_quotes(const char *at, const char *end)
{
    char quote = *at++;

    for (; at < end && *at != quote; at++)
        if (*at == '\\')
            at++;
    return at < end ? at + 1 : end;
}

static int has_loop(const char *line, const char *end)
{
    for (const char *at = line; at < end;) {
        if (*at == '"' || *at == '\'') {
            at = behind_quotes(at, end);
            continue;
        }
        if (is_word(at, line, "for") || is_word(at, line, "while") || is_word(at, line, "do"))
            return 1;
        at++;
    }
    return 0;
}

/* 1 if the line says which one of which file comes next: # NUMBER "FILE" ... */
static int is_marker(const char *line, int *number, int *is_file, const char *name)
{
    size_t length = strlen(name);
    char *quote;

    if (line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2]))
        return 0;
    *number = (int)strtol(line + 2, &quote, 10);
    *is_file = quote[0] == ' ' && quote[1] == '"' && !strncmp(quote + 2, name, length) &&
               quote[2 + length] == '"';
    return 1;
}

/* The first line with a loop from the place on, within its function; the place's own if none is. */
static int line_of_loop(const struct text *assembly, const struct text *source, struct place place)
{
    char *name = file_name(assembly, place.file);
    const char *end = source->data + source->length;
    int number = 0, found = place.line, is_file = 0;

    for (const char *line = source->data, *next; name && line < end; line = next) {
        next = behind_line(line, end);
        if (is_marker(line, &number, &is_file, name))
            continue;
        if (is_file && number >= place.line && has_loop(line, next)) {
            found = number;
            break;
        }
        if (is_file && line[0] == '}' && number > place.line)
            break;
        number++;
    }
    free(name);
    return found;
}

/* ---- The call -------------------------------------------------------------------------------- */

static void announce(const struct text *assembly, const struct text *source, const char *function,
                     const char *loop, const char *label, size_t length, const char *call,
                     struct text *output)
{
    struct place place = entered_at(function, loop, label, length);

    if (place.line)
        text_add_format(output, "\t.loc %d %d 0\n", place.file,
                        line_of_loop(assembly, source, place));
    text_add_string(output, call);
}

void announce_endless_loops(const struct text *assembly, const struct text *source,
                            struct text *output)
{
    const char *end = assembly->data + assembly->length, *done = assembly->data;
    const char *since = done,
               *function = done; /* the lines behind the last instruction; its begin */

    for (const char *line = done, *next; line < end; line = next) {
        size_t length;
        const char *label, *call;

        next = behind_line(line, end);
        if (!strncmp(line, "\t.cfi_startproc", strlen("\t.cfi_startproc")))
            function = line;
        if (!is_instruction(line))
            continue;
        label = target_of_jump(line, next, &length, &call);
        if (label && has_label(since, line, label, length)) {
            text_add(output, done, (size_t)(line - done));
            announce(assembly, source, function, line, label, length, call, output);
            done = line;
        }
        since = next;
    }
    text_add(output, done, (size_t)(end - done));
}
