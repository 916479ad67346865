/*
 * See read_only.h.
 */
#define _GNU_SOURCE
#include "read_only.h"

#include "assembly.h"
#include "functions.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    struct text output;
    struct text table;
    struct text line;
    struct position position;
    unsigned labels;
};

/* Whether the line calls the hook of a load that the header has made. */
static int is_read_only_load(struct walk *walk, struct statement *statement)
{
    char *name = statement->rest;

    if (walk->position.source != SOURCE_READ_ONLY || !is_call(statement))
        return 0;
    name += *name == '*';
    name[strcspn(name, "@( \t")] = 0;
    return hook_of(name).reads;
}

/* The table's next entry: the place behind the call, where next begins. It may have a label. */
static void add_entry(struct walk *walk, const char *next)
{
    static const char label[] = ".Lsim_operations";
    const char *group = walk->position.groups.data + walk->position.group;

    if (*group)
        text_add_format(&walk->table, "\t.section\tsim_read_only,\"aG\",@progbits,%s,comdat\n",
                        group);
    else
        text_add_string(&walk->table, "\t.section\tsim_read_only,\"a\",@progbits\n");
    text_add_string(&walk->table, "\t.balign\t8\n");
    if (begins(next, label)) {
        text_add_format(&walk->table, "\t.quad\t%.*s\n", (int)strcspn(next, ":"), next);
        return;
    }
    text_add_format(&walk->output, ".Lsim_read_only%u:\n", ++walk->labels);
    text_add_format(&walk->table, "\t.quad\t.Lsim_read_only%u\n", walk->labels);
}

static void read_line(struct walk *walk, const char *line, size_t length)
{
    struct statement statement;

    text_add(&walk->output, line, length);
    walk->line.length = 0;
    text_add(&walk->line, line, length);
    statement = read_statement(walk->line.data);
    if (statement.kind == STATEMENT_DIRECTIVE)
        position_directive(&walk->position, &statement);
    else if (statement.kind == STATEMENT_INSTRUCTION && is_read_only_load(walk, &statement))
        add_entry(walk, line + length);
}

void mark_read_only_loads(struct text *assembly)
{
    static const char header[] = "read_only.h\"";
    const char *end = assembly->data + assembly->length;
    struct walk walk = {0};

    if (!assembly->length || !memmem(assembly->data, assembly->length, header, sizeof header - 1))
        return;
    text_add(&walk.position.groups, "", 1); /* the name of no group */
    for (const char *line = assembly->data, *next; line < end; line = next) {
        next = behind_line(line, end);
        read_line(&walk, line, (size_t)(next - line));
    }
    if (walk.table.length)
        text_add(&walk.output, walk.table.data, walk.table.length);
    free(assembly->data);
    *assembly = walk.output;
    free(walk.table.data);
    free(walk.line.data);
    free(walk.position.groups.data);
    free(walk.position.files);
}
