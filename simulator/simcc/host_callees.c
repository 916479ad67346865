/*
 * See host_callees.h.
 */
#define _GNU_SOURCE
#include "host_callees.h"

#include "assembly.h"
#include "host_code.h"
#include "parts.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What the names of these functions end with, where other files may have them, too. */
static const char host_ending[] = ".host";

/* What is known of a part beside its mentions. */
struct callee {
    int is_host;      /* it has the mark of a host function */
    int is_public;    /* other files may call it: its calls here are not all */
    int is_shared;    /* other files may have it, too */
    int is_mentioned; /* by another part */
    int is_passed;    /* its address is taken: then anyone may call it */
    size_t group;     /* of the COMDAT groups, or NO_PART */
};

/* A COMDAT group: the linker takes it whole, from one of the files that have it. */
struct group {
    char *name;
    int is_reached; /* something in it may be called by others than the host's functions */
    int is_kept;    /* something in it stays as it is */
    int is_renamed; /* nothing does */
};

struct callees {
    struct parts parts;
    struct callee *of; /* one for each part */
    struct group *groups;
    size_t group_count;
    int has_instances; /* the source has templates made for other files */
};

/* The name of the group in the operands of .section: the last but one; NO_PART if there is none. */
static size_t find_group(struct callees *callees, char *operands)
{
    char *comdat = strstr(operands, ",comdat"), *name;

    if (!comdat)
        return NO_PART;
    *comdat = 0;
    name = strrchr(operands, ',') ? strrchr(operands, ',') + 1 : operands;
    for (size_t i = callees->group_count; i-- > 0;)
        if (!strcmp(callees->groups[i].name, name))
            return i;
    callees->groups =
        reallocate(callees->groups, (callees->group_count + 1) * sizeof *callees->groups);
    callees->groups[callees->group_count] = (struct group){.name = text_format("%s", name)};
    return callees->group_count++;
}

/* Whether an instruction only goes to what it names. */
static int is_jump(const char *mnemonic)
{
    return *mnemonic == 'j' || !strncmp(mnemonic, "call", 4);
}

static void note_addresses(struct callees *callees, const char *operands)
{
    const char *name;
    size_t length, part;

    while ((name = next_name(&operands, &length)))
        if ((part = parts_find(&callees->parts, name, length)) != NO_PART)
            callees->of[part].is_passed = 1;
}

/* Notes what the lines say of the parts: groups, marks, .globl and .weak. */
static void read_lines(struct callees *callees)
{
    struct parts *parts = &callees->parts;
    struct text room = {0};
    size_t group = NO_PART;

    for (size_t i = 0; i < parts->line_count; i++) {
        size_t part = parts->lines[i].part, named;
        char *line = parts_line(parts, i, &room);

        if (part != NO_PART && marks_host_code(line, parts->parts[part].name))
            callees->of[part].is_host = 1;
        struct statement statement = read_statement(line);

        if (statement.kind == STATEMENT_DIRECTIVE) {
            int is_weak = !strcmp(statement.word, ".weak");

            if (!strcmp(statement.word, ".section"))
                group = find_group(callees, statement.rest);
            else if (!strcmp(statement.word, ".text"))
                group = NO_PART;
            named = is_weak || !strcmp(statement.word, ".globl")
                        ? parts_find(parts, statement.rest, strlen(statement.rest))
                        : NO_PART;
            if (named != NO_PART) {
                callees->of[named].is_shared |= is_weak;
                callees->of[named].is_public |= !is_weak;
            }
        }
        if (statement.kind == STATEMENT_INSTRUCTION && !is_jump(statement.word))
            note_addresses(callees, statement.rest);
        if (part != NO_PART && callees->of[part].group == NO_PART)
            callees->of[part].group = group;
    }
    free(room.data);
}

/*
 * Whether the text, but for the headers of the system, instantiates a template for other files:
 * "template" without a "<" behind it, at the beginning of a line.
 */
static int has_instances(const struct text *source)
{
    const char *end = source->data + source->length;
    int is_systems = 0;

    for (const char *line = source->data, *next; line < end; line = next) {
        const char *at = line + strspn(line, " \t");

        next = behind_line(line, end);
        if (line[0] == '#' && line[1] == ' ') {
            const char *flags = memrchr(line, '"', (size_t)(next - line));

            is_systems = flags && memchr(flags, '3', (size_t)(next - flags));
        } else if (!is_systems && !strncmp(at, "template", 8)) {
            at += 8 + strspn(at + 8, " \t\n");
            if (*at != '<' && *at != '_' && !isalnum((unsigned char)at[-1]))
                return 1;
        }
    }
    return 0;
}

static int is_of_standard_library(const char *symbol)
{
    return !strncmp(symbol, "_ZSt", 4) || !strncmp(symbol, "_ZNSt", 5) ||
           !strncmp(symbol, "_ZNKSt", 6);
}

/*
 * Whether the compiler made the function of a part that OpenMP is to run on several threads: its
 * address is given to OpenMP's library, and to nobody else; to nobody where that part is not run.
 */
static int is_of_openmp(const char *symbol)
{
    return strstr(symbol, "._omp_fn.") || strstr(symbol, ".omp_outlined");
}

/* 1 if calls are all that mentions the function, all of them in this file. */
static int has_known_callers(const struct callees *callees, size_t part)
{
    const struct part *it = &callees->parts.parts[part];
    const struct callee *callee = &callees->of[part];

    if (callee->is_public || strstr(it->name, "8cuda_sim"))
        return 0;
    if ((!callee->is_mentioned || callee->is_passed) && !is_of_openmp(it->name))
        return 0;
    if (callee->is_shared &&
        (callee->group == NO_PART || (callees->has_instances && !is_of_standard_library(it->name))))
        return 0;
    return it->section == SECTION_CODE || it->section == SECTION_OTHER;
}

/* Marks all that anything but the host's functions may call. */
static void reach_from_others(struct callees *callees)
{
    struct parts *parts = &callees->parts;

    for (size_t i = 0; i < parts->edge_count; i++)
        callees->of[parts->edges[i]].is_mentioned = 1;
    for (size_t i = 0; i < parts->count; i++)
        if (!callees->of[i].is_host && !has_known_callers(callees, i))
            parts_reach(parts, i);
}

/* A group changes its name with all of its functions, or with none. */
static void settle_groups(struct callees *callees)
{
    for (size_t i = 0; i < callees->parts.count; i++) {
        const struct part *part = &callees->parts.parts[i];
        struct callee *callee = &callees->of[i];

        if (callee->group == NO_PART || !strncmp(part->name, ".L", 2))
            continue;
        callees->groups[callee->group].is_reached |= part->is_reached;
        if (part->is_reached || callee->is_host)
            callees->groups[callee->group].is_kept = 1;
        else
            callees->groups[callee->group].is_renamed = 1;
    }
    for (size_t i = 0; i < callees->group_count; i++)
        callees->groups[i].is_renamed &= !callees->groups[i].is_kept;
}

/*
 * Whether the part is a function without hooks from now on: this file's own, or one in a group that
 * has none with hooks. What OpenMP runs stays in the group of its function, which has the mark.
 */
static int is_hosts(const struct callees *callees, size_t part)
{
    const struct part *it = &callees->parts.parts[part];
    const struct callee *callee = &callees->of[part];
    const struct group *group;

    if (it->is_reached || callee->is_host || callee->group == NO_PART)
        return !it->is_reached && !callee->is_host;
    group = &callees->groups[callee->group];
    return group->is_renamed || (!group->is_reached && is_of_openmp(it->name));
}

static int is_renamed(const struct callees *callees, size_t part)
{
    size_t group = callees->of[part].group;

    return group != NO_PART && callees->groups[group].is_renamed && is_hosts(callees, part);
}

/* Adds a line of .section, with the name that its group has from now on. */
static void add_section(struct callees *callees, const char *line, struct text *output)
{
    char *copy = text_format("%s", line);
    size_t group = find_group(callees, copy);

    free(copy);
    if (group == NO_PART || !callees->groups[group].is_renamed) {
        text_add_string(output, line);
        return;
    }
    const char *comdat = strstr(line, ",comdat");

    text_add(output, line, (size_t)(comdat - line));
    text_add_format(output, "%s%s", host_ending, comdat);
}

/* Adds a line in which functions have the names that are theirs from now on. */
static void add_renamed(const struct callees *callees, const char *line, struct text *output)
{
    const char *done = line, *at = line, *name;
    size_t length, part;

    while ((name = next_name(&at, &length))) {
        part = strncmp(name, "_Z", 2) ? NO_PART : parts_find(&callees->parts, name, length);
        if (part == NO_PART || !is_renamed(callees, part))
            continue;
        text_add(output, done, (size_t)(name + length - done));
        text_add_string(output, host_ending);
        done = name + length;
    }
    text_add_string(output, done);
}

static void write_lines(struct callees *callees, struct text *output)
{
    const struct parts *parts = &callees->parts;
    struct text room = {0};

    for (size_t i = 0; i < parts->line_count; i++) {
        size_t part = parts->lines[i].part;
        const char *line = parts_line(parts, i, &room);
        const char *word = line + strspn(line, " \t");

        if (part != NO_PART && parts->parts[part].section == SECTION_CODE &&
            is_hosts(callees, part) && is_hooks_call(line, line + room.length))
            continue;
        if (!strncmp(word, ".section", 8))
            add_section(callees, line, output);
        else if (!strncmp(word, ".string", 7) || !strncmp(word, ".ascii", 6))
            text_add_string(output, line);
        else
            add_renamed(callees, line, output);
    }
    free(room.data);
}

void drop_hooks_of_callees(const struct text *assembly, const struct text *source,
                           struct text *output)
{
    struct callees callees = {.has_instances = has_instances(source)};

    parts_read(&callees.parts, assembly);
    callees.of = allocate((callees.parts.count + 1) * sizeof *callees.of);
    for (size_t i = 0; i < callees.parts.count; i++)
        callees.of[i] = (struct callee){.group = NO_PART};
    read_lines(&callees);
    reach_from_others(&callees);
    settle_groups(&callees);
    write_lines(&callees, output);
    parts_free(&callees.parts);
    for (size_t i = 0; i < callees.group_count; i++)
        free(callees.groups[i].name);
    free(callees.groups);
    free(callees.of);
}
