/*
 * The table of findings' sentences in two languages: read from the script of the view's page.
 */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "report/chinese.h"

/* FINDING_TEXTS: that script (Makefile). */
__asm__(".section .rodata\n"
        "finding_texts:\n"
        ".incbin \"" FINDING_TEXTS "\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char finding_texts[] __asm__("finding_texts");

static const char *const starts[SENTENCES_TABLES] = {
    [SENTENCES_KINDS] = "const KINDS = [",         [SENTENCES_ADVICES] = "const ADVICES = [",
    [SENTENCES_SENTENCES] = "const SENTENCES = [", [SENTENCES_PLACES] = "const PLACES = [",
    [SENTENCES_BARRIERS] = "const BARRIERS = [",   [SENTENCES_WRONGS] = "const WRONGS = [",
    [SENTENCES_THREADS] = "const THREADS = [",     [SENTENCES_VERBS] = "const VERBS = [",
    [SENTENCES_WORKS] = "const WORKS = [",         [SENTENCES_ELEMENTS] = "const ELEMENTS = [",
};

static struct sentence *tables[SENTENCES_TABLES];
static unsigned counts[SENTENCES_TABLES];

/* The string at a quote, without its backslashes; *at becomes the place behind it. */
static char *string_at(const char **at)
{
    const char *from = *at + 1, *end = from;
    while (*end && *end != '\'')
        end += *end == '\\' ? 2 : 1;
    char *string = allocate((size_t)(end - from) + 1), *to = string;
    while (from < end) {
        from += *from == '\\';
        *to++ = *from++;
    }
    *at = end + 1;
    return string;
}

/* Reads the array that begins behind at: [['English', 'Chinese'], ...]. */
static void read_table(enum sentences table, const char *at)
{
    unsigned strings = 0;
    for (int depth = 1; depth && *at;) {
        depth += (*at == '[') - (*at == ']');
        if (*at != '\'') {
            at++;
            continue;
        }
        if (strings % 2 == 0)
            tables[table] = allocate_again(tables[table], (counts[table] + 1) * sizeof **tables);
        struct sentence *sentence = &tables[table][counts[table]];
        *(strings % 2 ? &sentence->chinese : &sentence->english) = string_at(&at);
        counts[table] += strings++ % 2;
    }
}

const struct sentence *sentences_of(enum sentences table, unsigned *count)
{
    if (!tables[table])
        read_table(table, strstr(finding_texts, starts[table]) + strlen(starts[table]));
    *count = counts[table];
    return tables[table];
}
