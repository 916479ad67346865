#include "gcc_listing.h"

#include <string.h>

int read_listed_line(const char **at, struct text *line)
{
    if (!*at || !**at)
        return 0;
    size_t length = strcspn(*at, "\n");

    line->length = 0;
    text_add(line, *at, length);
    *at += length + ((*at)[length] == '\n');
    return 1;
}

const char *listed_function(const char *line)
{
    static const char headline[] = ";; Function ";

    return begins(line, headline) ? line + strlen(headline) : NULL;
}

void read_assembly_name(const char *headline, struct text *name)
{
    const char *end = strstr(headline, ", funcdef_no="), *first = end;

    name->length = 0;
    text_add(name, "", 0);
    while (first && first > headline && first[-1] != '(')
        first--;
    if (first)
        text_add(name, first, (size_t)(end - first));
}

int is_listed_name_part(char c)
{
    return c == '_' || c == '$' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

void note_own_name(struct text *own, const char *line, const char *end)
{
    while (end > line && end[-1] == ']')
        while (end > line && *--end != '[')
            ;
    const char *name = end;

    while (name > line && (is_listed_name_part(name[-1]) || name[-1] == '.'))
        name--;
    if (name < end)
        text_add_word(own, name, (size_t)(end - name));
}

void note_own_declaration(struct text *own, const char *line)
{
    size_t length = strlen(line);

    if (begins(line, "  ") && !begins(line, "  static ") && line[length - 1] == ';' &&
        !strstr(line, " = "))
        note_own_name(own, line, line + length - 1);
}

int is_part_of_own(const struct text *own, const char *place, size_t length)
{
    for (size_t part = 1; part <= length; part++)
        if ((part == length || strchr(".[ ", place[part])) && text_has_word(own, place, part))
            return 1;
    return 0;
}
