/*
 * See listing.h.
 */
#include "listing.h"

#include "functions.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char kind_of(const char *name)
{
    struct hook hook = hook_of(name);

    if (!hook.is_hook)
        return 0;
    if (hook.block)
        return 'B';
    if (hook.reads)
        return hook.writes ? 'u' : 'r';
    return hook.writes ? 'w' : 'h';
}

/* A label of the compiler's own begins with .L; any other begins a function, or a variable. */
static void begin_function(struct listing *listing, const char *line)
{
    size_t length = strcspn(line, ": \t\n");

    if (line[length] != ':')
        return;
    if (listing->function_count && !listing->functions[listing->function_count - 1].count)
        free(listing->functions[--listing->function_count].name);
    if (listing->function_count % 256 == 0)
        listing->functions = reallocate(listing->functions, (listing->function_count + 256) *
                                                                sizeof *listing->functions);
    listing->functions[listing->function_count++] = (struct listed_function){
        .name = text_format("%.*s", (int)length, line), .first = listing->call_count};
}

static void add_call(struct listing *listing, const struct statement *call, long line,
                     size_t behind)
{
    const char *name = call->rest + (*call->rest == '*');
    struct listed_call *added;

    if (!listing->function_count)
        return;
    if (listing->call_count % 1024 == 0)
        listing->calls =
            reallocate(listing->calls, (listing->call_count + 1024) * sizeof *listing->calls);
    added = &listing->calls[listing->call_count++];
    *added = (struct listed_call){.line = line, .behind = behind};
    /* %rax and blr's x0 name nobody */
    added->name = text_format(
        "%.*s", *name == '%' || strcmp(call->word, "blr") == 0 ? 0 : (int)strcspn(name, "@( \t"),
        name);
    added->kind = kind_of(added->name);
    listing->functions[listing->function_count - 1].count++;
}

static void read_code(struct listing *listing, char *text, size_t behind, long *line)
{
    struct statement statement = read_statement(text);
    char *end;

    if (is_call(&statement)) {
        add_call(listing, &statement, *line, behind);
    } else if (!strcmp(statement.word, ".loc")) {
        strtol(statement.rest, &end, 10);
        *line = strtol(end, NULL, 10);
    }
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(((const struct listed_function *)one)->name,
                  ((const struct listed_function *)other)->name);
}

void listing_read(struct listing *listing, const struct text *assembly)
{
    static const char label[] = ".Lsim_operations";
    struct text room = {0};
    long source_line = 0;

    *listing = (struct listing){0};
    for (size_t begin = 0, behind; begin < assembly->length; begin = behind) {
        const char *line = assembly->data + begin;

        behind = (size_t)(behind_line(line, assembly->data + assembly->length) - assembly->data);
        if (!strncmp(line, label, sizeof label - 1)) {
            if (listing->call_count)
                listing->calls[listing->call_count - 1].label =
                    (unsigned)strtoul(line + sizeof label - 1, NULL, 10);
        } else if (*line == '_' || *line == '.' || isalpha((unsigned char)*line)) {
            if (strncmp(line, ".L", 2))
                begin_function(listing, line);
        } else if (!strncmp(line, "\tcall", 5) || !strncmp(line, "\tbl", 3) ||
                   !strncmp(line, "\t.loc", 5)) {
            room.length = 0;
            text_add(&room, line, behind - begin);
            read_code(listing, room.data, behind, &source_line);
        }
    }
    free(room.data);
    if (listing->function_count)
        qsort(listing->functions, listing->function_count, sizeof *listing->functions,
              compare_names);
}

const struct listed_function *listing_find(const struct listing *listing, const char *name)
{
    struct listed_function wanted = {.name = (char *)name};

    if (!listing->function_count)
        return NULL;
    return bsearch(&wanted, listing->functions, listing->function_count, sizeof *listing->functions,
                   compare_names);
}

void listing_free(struct listing *listing)
{
    for (size_t i = 0; i < listing->call_count; i++)
        free(listing->calls[i].name);
    for (size_t i = 0; i < listing->function_count; i++)
        free(listing->functions[i].name);
    free(listing->calls);
    free(listing->functions);
}
