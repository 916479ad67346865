#define _GNU_SOURCE
#include "reached.h"

#include "assembly.h"
#include "parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_wanted(const char *symbol, const char *names)
{
    while (*names) {
        size_t length = strcspn(names, ",");

        if (symbol_has_name(symbol, names, length))
            return 1;
        names += length + (names[length] == ',');
    }
    return 0;
}

static int is_reached(const struct parts *parts, size_t line)
{
    size_t part = parts->lines[line].part;

    return part == NO_PART || parts->parts[part].is_reached;
}

/* A line of a part that is left out, without its effect. */
static void write_emptied(const struct parts *parts, size_t line, const struct statement *statement,
                          struct text *output)
{
    const char *at = statement->rest;
    size_t length;
    int is_code = parts->lines[line].section == SECTION_CODE;

    if (statement->kind == STATEMENT_INSTRUCTION && is_code)
        return;
    if (statement->kind == STATEMENT_DIRECTIVE && holds_addresses(statement->word) && !is_code &&
        strcmp(statement->word, ".set") && next_name(&at, &length)) {
        text_add_format(output, "\t%s\t0\n", statement->word);
        return;
    }
    if (is_code && !strcmp(statement->word, ".cfi_endproc")) /* a place of its own */
        text_add_string(output, "\tud2\n");
    text_add(output, parts->assembly->data + parts->lines[line].begin, parts->lines[line].length);
}

static int is_left_out(const struct parts *parts, size_t line, const struct statement *statement)
{
    if (statement->kind != STATEMENT_DIRECTIVE)
        return 0;
    if (parts->lines[line].section == SECTION_START && holds_addresses(statement->word))
        return 1;
    /* they make symbols of names that are mentioned no more */
    return !strncmp(statement->word, ".addrsig", 8) ||
           (!strcmp(statement->word, ".hidden") &&
            parts_find(parts, statement->rest, strlen(statement->rest)) == NO_PART);
}

static void write_lines(const struct parts *parts, struct text *output)
{
    struct text room = {0};

    for (size_t i = 0; i < parts->line_count; i++) {
        struct statement statement = read_statement(parts_line(parts, i, &room));

        if (is_left_out(parts, i, &statement))
            continue;
        if (is_reached(parts, i))
            text_add(output, parts->assembly->data + parts->lines[i].begin, parts->lines[i].length);
        else
            write_emptied(parts, i, &statement, output);
    }
    free(room.data);
}

/* ---- values that only code before main could give --------------------------------------- */

/* The last of an instruction's operands, which it writes; commas in brackets are its own. */
static const char *last_operand(const char *operands)
{
    const char *last = operands;
    int depth = 0;

    for (; *operands; operands++) {
        depth += (*operands == '(') - (*operands == ')');
        if (*operands == ',' && depth == 0)
            last = operands + 1;
    }
    return last + strspn(last, " \t");
}

/* The name that an instruction stores to, as in movl %eax, name(%rip); NULL if it does not. */
static const char *stored_name(const struct statement *statement, size_t *length)
{
    const char *operand = last_operand(statement->rest);
    int is_name = isalpha((unsigned char)*operand) || *operand == '_';

    return !strncmp(statement->word, "mov", 3) && is_name ? next_name(&operand, length) : NULL;
}

/* The file of a .file directive with that number, as the compiler was given it. */
static char *name_of_file(const struct parts *parts, long number)
{
    struct text room = {0};
    char *name = NULL;

    for (size_t i = 0; i < parts->line_count && !name; i++) {
        struct statement statement = read_statement(parts_line(parts, i, &room));
        char *rest;

        if (statement.kind != STATEMENT_DIRECTIVE || strcmp(statement.word, ".file") ||
            strtol(statement.rest, &rest, 10) != number || rest == statement.rest)
            continue;
        char *close = strrchr(rest, '"');

        if (close) {
            *close = 0;
            name = text_format("%s", strrchr(rest, '"') ? strrchr(rest, '"') + 1 : "?");
        }
    }
    free(room.data);
    return name ? name : text_format("?");
}

/* The name in the source of a variable's symbol. */
static const char *source_name(const char *symbol)
{
    const char *digits = symbol + 2 + (!strncmp(symbol, "_ZL", 3));
    char *end;

    if (strncmp(symbol, "_Z", 2) || !isdigit((unsigned char)*digits))
        return symbol;
    strtoul(digits, &end, 10);
    return end;
}

static void refuse(const struct parts *parts, const struct part *variable, const char *place)
{
    char *end;
    long file = strtol(place, &end, 10), line = strtol(end, NULL, 10);
    char *name = name_of_file(parts, file);

    fprintf(stderr,
            "%s:%ld: error: %s has a value that the host computes, before main, and a kernel "
            "cannot see: make it constexpr, or a constant\n",
            name, line, source_name(variable->name));
    free(name);
}

/* FILE LINE ...; where a compiler makes code of its own, the line is 0. */
static int has_line(const char *place)
{
    char *end;

    strtol(place, &end, 10);
    return strtol(end, NULL, 10) > 0;
}

/*
 * Looks through the code that would run before main, which is not reached, for variables that it
 * gives a value and that the kernels read. Returns the number of these.
 */
static unsigned refuse_values(const struct parts *parts)
{
    struct text room = {0}, place = {0};
    unsigned refused = 0;

    text_add_string(&place, "0 0");
    for (size_t i = 0; i < parts->line_count; i++) {
        size_t length, to;

        if (parts->lines[i].section != SECTION_CODE || is_reached(parts, i))
            continue;
        struct statement statement = read_statement(parts_line(parts, i, &room));
        const char *name;

        if (statement.kind == STATEMENT_DIRECTIVE && !strcmp(statement.word, ".loc") &&
            has_line(statement.rest)) {
            place.length = 0;
            text_add_string(&place, statement.rest);
        }
        if (statement.kind != STATEMENT_INSTRUCTION || !(name = stored_name(&statement, &length)))
            continue;
        to = parts_find(parts, name, length);
        if (to != NO_PART && parts->parts[to].is_reached) {
            refuse(parts, &parts->parts[to], place.data);
            parts->parts[to].is_reached = 0; /* once */
            refused++;
        }
    }
    free(room.data);
    free(place.data);
    return refused;
}

/* Reads the assembly, and marks what the names reach. */
static void read_reached(struct parts *parts, const struct text *assembly, const char *names)
{
    parts_read(parts, assembly);
    for (size_t i = 0; i < parts->count; i++)
        if (parts->parts[i].section == SECTION_TABLE || is_wanted(parts->parts[i].name, names))
            parts_reach(parts, i);
}

int keep_reached(const struct text *assembly, const char *names, struct text *output)
{
    struct parts parts;
    unsigned refused;

    read_reached(&parts, assembly, names);
    write_lines(&parts, output);
    refused = refuse_values(&parts);
    parts_free(&parts);
    return refused > 0;
}

void add_reached(const struct text *assembly, const char *names, struct text *reached)
{
    struct parts parts;

    read_reached(&parts, assembly, names);
    for (size_t i = 0; i < parts.count; i++)
        if (parts.parts[i].section == SECTION_CODE && parts.parts[i].is_reached)
            text_add_word(reached, parts.parts[i].name, strlen(parts.parts[i].name));
    parts_free(&parts);
}
