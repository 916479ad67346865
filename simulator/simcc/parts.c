#define _GNU_SOURCE
#include "parts.h"

#include "assembly.h"
#include "text.h"

#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct part_name {
    const char *name;
    size_t length;
    size_t part;
};

static int compare_names(const void *left, const void *right)
{
    const struct part_name *a = left, *b = right;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->name, b->name, shorter);

    return order ? order : (a->length > b->length) - (a->length < b->length);
}

size_t parts_find(const struct parts *parts, const char *name, size_t length)
{
    struct part_name wanted = {name, length, 0};
    struct part_name *const *found = tfind(&wanted, &parts->by_name, compare_names);

    return found ? (*found)->part : NO_PART;
}

static size_t add_part(struct parts *parts, const char *name, size_t length,
                       enum section_kind section)
{
    struct part_name *entry = allocate(sizeof *entry);
    struct part_name **known;

    if (parts->count % 256 == 0)
        parts->parts = reallocate(parts->parts, (parts->count + 256) * sizeof *parts->parts);
    parts->parts[parts->count] =
        (struct part){.name = text_format("%.*s", (int)length, name), .section = section};
    *entry = (struct part_name){parts->parts[parts->count].name, length, parts->count};
    known = tsearch(entry, &parts->by_name, compare_names);
    if (known && *known != entry)
        free(entry);
    return parts->count++;
}

static enum section_kind kind_of_section(const char *name)
{
    static const char *const starts[] = {".init", ".fini", ".preinit_array", ".ctors", ".dtors"};
    static const char *const data[] = {".data", ".rodata", ".bss", ".lrodata", ".ldata", ".lbss"};

    if (begins(name, ".text"))
        return SECTION_CODE;
    if (begins(name, "sim_"))
        return SECTION_TABLE;
    if (begins(name, ".tdata") || begins(name, ".tbss"))
        return SECTION_THREAD;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins(name, starts[i]))
            return SECTION_START;
    for (size_t i = 0; i < sizeof data / sizeof *data; i++)
        if (begins(name, data[i]))
            return SECTION_DATA;
    return SECTION_OTHER;
}

/* Where the walk over the lines is. */
struct place {
    enum section_kind section, before;
    enum section_kind stack[SECTIONS_DEEP];
    int depth;
    size_t part;
};

static void enter(struct place *place, enum section_kind section)
{
    place->before = place->section;
    place->section = section;
    place->part = NO_PART;
}

static void read_directive(struct place *place, const struct statement *statement)
{
    const char *word = statement->word;

    if (!strcmp(word, ".section")) {
        enter(place, kind_of_section(statement->rest));
    } else if (!strcmp(word, ".text") || !strcmp(word, ".data") || !strcmp(word, ".bss")) {
        enter(place, kind_of_section(word));
    } else if (!strcmp(word, ".previous")) {
        enter(place, place->before);
    } else if (!strcmp(word, ".pushsection") && place->depth < SECTIONS_DEEP) {
        place->stack[place->depth++] = place->section;
        enter(place, kind_of_section(statement->rest));
    } else if (!strcmp(word, ".popsection") && place->depth > 0) {
        enter(place, place->stack[--place->depth]);
    }
}

/* A label begins a part: in code a function's name, in data any. */
static void read_label(struct parts *parts, struct place *place, const char *label)
{
    size_t length = strcspn(label, ":");
    int is_local = begins(label, ".L");

    if (label[length] == ':' &&
        ((place->section == SECTION_CODE && !is_local) || place->section == SECTION_DATA ||
         place->section == SECTION_THREAD || place->section == SECTION_TABLE))
        place->part = add_part(parts, label, length, place->section);
}

static void add_line(struct parts *parts, struct line_of_part line)
{
    if (parts->line_count % 4096 == 0)
        parts->lines = reallocate(parts->lines, (parts->line_count + 4096) * sizeof *parts->lines);
    parts->lines[parts->line_count++] = line;
}

char *parts_line(const struct parts *parts, size_t line, struct text *room)
{
    room->length = 0;
    text_add(room, parts->assembly->data + parts->lines[line].begin, parts->lines[line].length);
    return room->data;
}

/* Finds the parts, and the part of each line. */
static void find_parts(struct parts *parts)
{
    struct place place = {.part = NO_PART};
    const struct text *assembly = parts->assembly;
    struct text room = {0};

    for (size_t begin = 0, behind; begin < assembly->length; begin = behind) {
        const char *end = assembly->data + assembly->length;
        size_t line = parts->line_count;

        behind = (size_t)(behind_line(assembly->data + begin, end) - assembly->data);
        add_line(parts, (struct line_of_part){begin, behind - begin, place.section, place.part});
        struct statement statement = read_statement(parts_line(parts, line, &room));

        if (statement.kind == STATEMENT_OTHER) {
            read_label(parts, &place, statement.word);
        } else if (statement.kind == STATEMENT_DIRECTIVE) {
            read_directive(&place, &statement);
            if (!strcmp(statement.word, ".set")) { /* another name for a part, in no section */
                parts->lines[line].part =
                    add_part(parts, statement.rest, strcspn(statement.rest, ", \t"), SECTION_OTHER);
                parts->lines[line].section = SECTION_OTHER;
            }
            if (!strcmp(statement.word, ".comm"))
                add_part(parts, statement.rest, strcspn(statement.rest, ", \t"), SECTION_DATA);
            if (!strcmp(statement.word, ".cfi_endproc"))
                place.part = NO_PART;
        }
    }
    free(room.data);
}

int holds_addresses(const char *directive)
{
    static const char *const directives[] = {".quad", ".8byte", ".long", ".4byte", ".set"};

    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (!strcmp(directive, directives[i]))
            return 1;
    return 0;
}

static int is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (c & 0x80);
}

const char *next_name(const char **at, size_t *length)
{
    while (**at) {
        const char *word = *at;
        int is_register = **at == '%';

        *at += is_register;
        for (*length = 0; is_of_name((*at)[*length]) || (*length && (*at)[*length] == '$');)
            ++*length;
        if (*length == 0) {
            *at += !is_register;
            continue;
        }
        word = *at;
        *at += *length;
        if (!is_register && !isdigit((unsigned char)*word))
            return word;
    }
    return NULL;
}

static void add_edge(struct parts *parts, size_t from, size_t to)
{
    struct part *part = &parts->parts[from];

    if (parts->edge_count % 4096 == 0)
        parts->edges = reallocate(parts->edges, (parts->edge_count + 4096) * sizeof *parts->edges);
    if (part->edge_count++ == 0)
        part->first_edge = parts->edge_count;
    parts->edges[parts->edge_count++] = to;
}

/* Finds the parts that each part's lines mention; its lines stand together. */
static void find_edges(struct parts *parts)
{
    struct text room = {0};

    for (size_t i = 0; i < parts->line_count; i++) {
        size_t part = parts->lines[i].part, length, to;

        if (part == NO_PART)
            continue;
        struct statement statement = read_statement(parts_line(parts, i, &room));
        const char *at = statement.rest, *name;

        if (statement.kind == STATEMENT_OTHER ||
            (statement.kind == STATEMENT_DIRECTIVE && !holds_addresses(statement.word)))
            continue;
        while ((name = next_name(&at, &length)))
            if ((to = parts_find(parts, name, length)) != NO_PART && to != part)
                add_edge(parts, part, to);
    }
    free(room.data);
}

void parts_read(struct parts *parts, const struct text *assembly)
{
    *parts = (struct parts){.assembly = assembly};
    find_parts(parts);
    find_edges(parts);
}

void parts_free(struct parts *parts)
{
    tdestroy(parts->by_name, free);
    for (size_t i = 0; i < parts->count; i++)
        free(parts->parts[i].name);
    free(parts->parts);
    free(parts->lines);
    free(parts->edges);
}

void parts_reach(struct parts *parts, size_t from)
{
    size_t *waiting = allocate((parts->count + 1) * sizeof *waiting), count = 0;

    if (!parts->parts[from].is_reached)
        waiting[count++] = from;
    parts->parts[from].is_reached = 1;
    while (count > 0) {
        const struct part *part = &parts->parts[waiting[--count]];

        for (size_t i = 0; i < part->edge_count; i++) {
            struct part *to = &parts->parts[parts->edges[part->first_edge + i]];

            if (!to->is_reached)
                waiting[count++] = parts->edges[part->first_edge + i];
            to->is_reached = 1;
        }
    }
    free(waiting);
}
