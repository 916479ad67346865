/*
 * Reading the compiler's assembly: see assembly.h.
 */
#include "assembly.h"

#include "compile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Ends the text where a comment begins, and takes the spaces off its end. */
static void cut_comment(char *text)
{
    int quoted = 0;
    char *end = text;

    for (; *end && (quoted || *end != '#'); end++) {
        if (quoted && *end == '\\' && end[1])
            end++;
        else if (*end == '"')
            quoted = !quoted;
    }
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = 0;
}

struct statement read_statement(char *line)
{
    struct statement statement = {STATEMENT_OTHER, line, line};

    cut_comment(line);
    line += strspn(line, " \t");
    statement.word = line;
    line += strcspn(line, " \t");
    if (line == statement.word || line[-1] == ':')
        return statement;
    statement.kind = *statement.word == '.' ? STATEMENT_DIRECTIVE : STATEMENT_INSTRUCTION;
    if (*line)
        *line++ = 0;
    statement.rest = line + strspn(line, " \t");
    return statement;
}

int is_call(const struct statement *statement)
{
    static const char *const calls[] = {"call", "callq", "bl", "blr"};

    if (statement->kind != STATEMENT_INSTRUCTION)
        return 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(statement->word, calls[i]))
            return 1;
    return 0;
}

/*
 * The length that the next part of a name begins with, or NULL. An L before it says that no other
 * file sees the part; gcc 16 says so of all that is in a namespace without a name.
 */
static const char *next_length(const char *symbol)
{
    symbol += *symbol == 'L';
    return isdigit((unsigned char)*symbol) ? symbol : NULL;
}

int symbol_has_name(const char *symbol, const char *name, size_t length)
{
    size_t part = 0;
    char *rest = NULL;

    if (strlen(symbol) == length && !strncmp(symbol, name, length))
        return 1;
    if (strncmp(symbol, "_Z", 2))
        return 0;
    int is_nested = symbol[2] == 'N'; /* else the types of parameters follow at once */

    symbol += 2 + is_nested;
    for (const char *at = next_length(symbol); at;
         at = is_nested ? next_length(rest + part) : NULL) {
        part = strtoul(at, &rest, 10);
        if (part > strlen(rest))
            return 0;
    }
    return rest && part == length && !strncmp(rest, name, length);
}

/* The length of the first field of a list: up to a comma that is not in quotes. */
static size_t field_length(const char *list)
{
    size_t length = 0;
    int quoted = 0;

    for (; list[length] && (quoted || list[length] != ','); length++)
        quoted ^= list[length] == '"';
    return length;
}

/* The place in groups of the COMDAT group that a .section's fields name; 0 if they name none. */
static size_t find_group(struct position *position, const char *fields)
{
    const char *field[6] = {0};
    size_t length[6] = {0};
    size_t count = 0, place = position->groups.length, name;

    while (count < 6) {
        fields += strspn(fields, " \t");
        field[count] = fields;
        length[count] = field_length(fields);
        fields += length[count++];
        if (!*fields++)
            break;
    }
    if (count < 4 || !memchr(field[1], 'G', length[1]))
        return 0;
    name = memchr(field[1], 'M', length[1]) ? 4 : 3; /* with M, an entry's size comes first */
    if (name + 1 >= count || strncmp(field[name + 1], "comdat", 6))
        return 0;
    text_add(&position->groups, field[name], length[name]);
    text_add(&position->groups, "", 1);
    return place;
}

static void enter_section(struct position *position, size_t group)
{
    position->before = position->group;
    position->group = group;
}

static enum source_kind classify(const char *path)
{
    static const char *const ways[] = {
        "barriers.h",          "exchanges.h",        "atomics.h", "bits.h",
        "builtin_variables.h", "variables.h",        "launch.h",  "groups_block.h",
        "groups_tile.h",       "groups_coalesced.h", "results.h", "narrow_types.h",
        "narrow_conversions.h"};
    const char *folder = own_header_folder();
    const char *name;

    if (strncmp(path, folder, strlen(folder)))
        return SOURCE_PROGRAM;
    name = path + strlen(folder);
    if (!strcmp(name, "cooperative_groups.h"))
        return SOURCE_RUNTIME;
    if (strncmp(name, "sim/", 4))
        return SOURCE_PROGRAM;
    name += 4;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(name, ways[i]))
            return SOURCE_RUNTIME;
    return !strcmp(name, "integers.h")    ? SOURCE_INTEGERS
           : !strcmp(name, "read_only.h") ? SOURCE_READ_ONLY
                                          : SOURCE_PROGRAM;
}

unsigned file_key(const char *path)
{
    unsigned number = 2166136261u; // FNV-1a
    const char *slash = strrchr(path, '/');

    for (path = slash ? slash + 1 : path; *path; path++)
        number = (number ^ (unsigned char)*path) * 16777619u;
    return number;
}

/* .file NUMBER ["FOLDER"] "NAME" ...; without a number it is no file of instructions. */
static void note_file(struct position *position, const char *rest)
{
    char *end;
    unsigned long number = strtoul(rest, &end, 10);
    struct text path = {0};

    if (end == rest || number > 100000)
        return;
    while (*(end += strspn(end, " \t")) == '"') {
        size_t length = strcspn(end + 1, "\"");

        if (path.length)
            text_add_string(&path, "/");
        text_add(&path, end + 1, length);
        end += length + 1 + (end[length + 1] == '"');
    }
    if (number >= position->file_count) {
        position->files = reallocate(position->files, (number + 1) * sizeof *position->files);
        while (position->file_count <= number)
            position->files[position->file_count++] = (struct file){SOURCE_PROGRAM, 0};
    }
    if (path.length)
        position->files[number] =
            (struct file){(unsigned char)classify(path.data), file_key(path.data)};
    free(path.data);
}

static void note_line(struct position *position, const char *rest)
{
    char *end;
    unsigned long file = strtoul(rest, &end, 10);

    position->line = strtol(end, NULL, 10);
    struct file known = {SOURCE_PROGRAM, 0};
    if (file < position->file_count)
        known = position->files[file];
    position->source = (enum source_kind)known.source;
    position->file = known.key;
}

void position_directive(struct position *position, const struct statement *statement)
{
    const char *word = statement->word;

    if (!strcmp(word, ".loc")) {
        note_line(position, statement->rest);
    } else if (!strcmp(word, ".file")) {
        note_file(position, statement->rest);
    } else if (!strcmp(word, ".section")) {
        enter_section(position, find_group(position, statement->rest));
    } else if (!strcmp(word, ".text") || !strcmp(word, ".data") || !strcmp(word, ".bss")) {
        enter_section(position, 0);
    } else if (!strcmp(word, ".previous")) {
        enter_section(position, position->before);
    } else if (!strcmp(word, ".pushsection") && position->depth < SECTIONS_DEEP) {
        position->stack[position->depth++] = position->group;
        enter_section(position, find_group(position, statement->rest));
    } else if (!strcmp(word, ".popsection") && position->depth > 0) {
        enter_section(position, position->stack[--position->depth]);
    }
}
