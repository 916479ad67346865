#define _GNU_SOURCE
#include "reached_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    char *name;
    size_t instructions;
    char **named; /* what its code names: functions, and other symbols */
    size_t named_count;
    int is_reached;
};

struct listing {
    struct function *functions;
    size_t count;
};

static void *grown(void *array, size_t count, size_t bytes)
{
    if ((count & (count - 1)) != 0) /* there is room up to the next power of two */
        return array;
    array = realloc(array, (count > 0 ? 2 * count : 1) * bytes);
    if (array == NULL)
        abort();
    return array;
}

static void add_function(struct listing *listing, const char *name, size_t length)
{
    listing->functions = grown(listing->functions, listing->count, sizeof *listing->functions);
    listing->functions[listing->count++] = (struct function){.name = strndup(name, length)};
}

/* A symbol once for each row of lines that name it. */
static void add_named(struct function *it, const char *name, size_t length)
{
    const char *last = it->named_count > 0 ? it->named[it->named_count - 1] : "";

    if (length == 0 || (strncmp(last, name, length) == 0 && last[length] == '\0'))
        return;
    it->named = grown(it->named, it->named_count, sizeof *it->named);
    it->named[it->named_count++] = strndup(name, length);
}

/*
 * A line "0000 <name>:" begins a function; "66a: R_X86_64_PLT32 name-0x4" names one, and so does
 * "call 10 <name>", where it is not a place within one, "<name+0x66e>".
 */
static void take_line(struct listing *listing, const char *line)
{
    const char *relocation = strstr(line, ": R_"), *bracket = strchr(line, '<');
    const char *end = bracket != NULL ? strchr(bracket, '>') : NULL;

    if (end != NULL && end[1] == ':' && *line != ' ') {
        add_function(listing, bracket + 1, (size_t)(end - bracket - 1));
        return;
    }
    if (listing->count == 0 || strchr(line, '\t') == NULL)
        return;
    struct function *it = &listing->functions[listing->count - 1];

    if (relocation != NULL) {
        const char *name = strchr(relocation + 1, '\t');

        if (name != NULL)
            add_named(it, name + 1, strcspn(name + 1, "+-\n"));
        return;
    }
    it->instructions++;
    if (end != NULL && memchr(bracket, '+', (size_t)(end - bracket)) == NULL)
        add_named(it, bracket + 1, (size_t)(end - bracket - 1));
}

static size_t reach(struct listing *listing, const char *name)
{
    size_t instructions = 0;

    for (size_t i = 0; i < listing->count; i++) {
        struct function *it = &listing->functions[i];

        if (it->is_reached || strcmp(it->name, name) != 0)
            continue;
        it->is_reached = 1;
        instructions += it->instructions;
        for (size_t k = 0; k < it->named_count; k++)
            instructions += reach(listing, it->named[k]);
    }
    return instructions;
}

static void free_listing(struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        struct function *it = &listing->functions[i];

        for (size_t k = 0; k < it->named_count; k++)
            free(it->named[k]);
        free(it->named);
        free(it->name);
    }
    free(listing->functions);
}

static struct listing read_listing(const char *disassembly)
{
    struct listing listing = {0};
    FILE *file = fopen(disassembly, "r");
    char *line = NULL;
    size_t bytes = 0;

    while (file != NULL && getline(&line, &bytes, file) >= 0)
        take_line(&listing, line);
    if (file != NULL)
        fclose(file);
    free(line);
    return listing;
}

size_t reached_code(const char *disassembly, const char *symbol)
{
    struct listing listing = read_listing(disassembly);
    size_t instructions = reach(&listing, symbol);

    free_listing(&listing);
    return instructions;
}

/* Whether one of the functions that are reached names a symbol that begins so. */
static int is_named(const struct listing *listing, const char *begin)
{
    for (size_t i = 0; i < listing->count; i++)
        for (size_t k = 0; k < listing->functions[i].named_count; k++)
            if (listing->functions[i].is_reached &&
                strncmp(listing->functions[i].named[k], begin, strlen(begin)) == 0)
                return 1;
    return 0;
}

/* Marks what a function calls, and what that calls: itself, too, if it is among these. */
static void reach_from(struct listing *listing, const struct function *from)
{
    for (size_t i = 0; i < listing->count; i++)
        listing->functions[i].is_reached = 0;
    for (size_t k = 0; k < from->named_count; k++)
        reach(listing, from->named[k]);
}

int is_repeated_by_calls(const char *disassembly, const char *begin)
{
    struct listing listing = read_listing(disassembly);
    int is_repeated = 0;

    for (size_t i = 0; i < listing.count && !is_repeated; i++) {
        reach_from(&listing, &listing.functions[i]);
        is_repeated = listing.functions[i].is_reached && is_named(&listing, begin);
    }
    free_listing(&listing);
    return is_repeated;
}
