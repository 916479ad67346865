/*
 * See host_code.h.
 */
#define _GNU_SOURCE
#include "host_code.h"

#include "assembly.h"
#include "functions.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "# simcc: only the host calls ";

char *host_code_mark(const char *name, size_t length)
{
    return text_format(" __asm__ volatile(\"%s%.*s\");", mark, (int)length, name);
}

/* The line of the label before a place: functions begin with one; NULL if there is none. */
static const char *label_before(const char *text, const char *place)
{
    for (const char *line = place; line > text;) {
        const char *end = line;

        for (line--; line > text && line[-1] != '\n'; line--)
            ;
        if ((isalpha((unsigned char)*line) || *line == '_') &&
            memchr(line, ':', (size_t)(end - line)))
            return line;
    }
    return NULL;
}

int marks_host_code(const char *line, const char *symbol)
{
    const char *name = strstr(line, mark);

    return name &&
           symbol_has_name(symbol, name + strlen(mark), strcspn(name + strlen(mark), "\r\n\""));
}

/* Whether the function at the label has the name that stands in the mark. */
static int is_marks_own(const char *label, const char *marked)
{
    char *symbol = text_format("%.*s", (int)strcspn(label, ":"), label);
    int is_own = marks_host_code(marked, symbol);

    free(symbol);
    return is_own;
}

int is_hooks_call(const char *line, const char *end)
{
    char *copy = text_format("%.*s", (int)(end - line), line);
    struct statement statement = read_statement(copy);
    int calls_hook = is_call(&statement);

    if (calls_hook)
        statement.rest[strcspn(statement.rest, "@ \t\r\n")] = 0;
    calls_hook = calls_hook && hook_of(statement.rest + (*statement.rest == '*')).is_hook;
    free(copy);
    return calls_hook;
}

void drop_hooks_of_host(const struct text *assembly, struct text *output)
{
    const char *done = assembly->data, *end = assembly->data + assembly->length;
    const char *marked;

    while ((marked = memmem(done, (size_t)(end - done), mark, strlen(mark)))) {
        const char *label = label_before(done, marked);
        const char *stop = memmem(marked, (size_t)(end - marked), ".cfi_endproc", 12);

        if (!label || !stop || !is_marks_own(label, marked)) {
            const char *next = behind_line(marked, end);

            text_add(output, done, (size_t)(next - done));
            done = next;
            continue;
        }
        text_add(output, done, (size_t)(label - done));
        for (const char *line = label; line < stop; line = done) {
            done = behind_line(line, end);
            if (!is_hooks_call(line, done))
                text_add(output, line, (size_t)(done - line));
        }
    }
    text_add(output, done, (size_t)(end - done));
}
