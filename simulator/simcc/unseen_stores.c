/*
 * See unseen_stores.h, and gcc_listing.h for the listing.
 *       D.2931 = next_of (i_19);
 *       *_7 = next_of (i_19);
 * The last one is meant; and copies of so many bytes, __builtin_memcpy (_7, &D.2931, 12).
 */
#define _GNU_SOURCE
#include "unseen_stores.h"

#include "assembly.h"
#include "gcc_listing.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* 1 if the left side is a variable of the function's own, a part of one, or its result: that goes
 * where its caller says, whose store it is. */
static int is_own(const struct text *own, const char *left, const char *end)
{
    return begins(left, "<retval>") || begins(left, "*<retval>") ||
           is_part_of_own(own, left, (size_t)(end - left));
}

/* "  *_7 = next_of (i_19);": a call whose result goes to memory that others may see. */
static int is_unseen(const struct text *own, const char *line)
{
    const char *left = line + strspn(line, " "), *end = strstr(line, " = ");
    const char *right = end ? end + 3 : NULL;

    if (left == line)
        return 0;
    if (!end && (end = strstr(line, " ={v} ")))
        right = end + 6;
    return right && *right != '(' && *right != '"' && *right != '{' && strstr(right, " (") &&
           !is_own(own, left, end);
}

/*
 * "  __builtin_memmove (_7, &t, 12);": where the number of bytes is known, g++ makes stores of it
 * that have no hook.
 */
static int is_unseen_copy(const struct text *own, const char *line)
{
    const char *call = strstr(line, "__builtin_mem"), *to = call ? strstr(call, " (") : NULL;
    const char *last = to ? strrchr(to, ',') : NULL;

    if (*line != ' ' || !last || last[1] != ' ' || last[2] < '0' || last[2] > '9')
        return 0;
    to += 2;
    return *to != '&' || !is_own(own, to + 1, to + strcspn(to, ","));
}

void find_unseen_stores(const struct text *listing, struct text *names)
{
    struct text line = {0}, name = {0}, own = {0};

    text_add(names, "", 0);
    text_add(&own, "", 0);
    for (const char *at = listing->data; read_listed_line(&at, &line);) {
        const char *headline = listed_function(line.data);

        if (headline) {
            read_assembly_name(headline, &name);
            own.length = 0;
            text_add(&own, "", 0);
        } else if (is_unseen(&own, line.data) || is_unseen_copy(&own, line.data)) {
            if (!text_has_word(names, name.data, name.length))
                text_add_word(names, name.data, name.length);
        } else {
            note_own_declaration(&own, line.data);
        }
    }
    free(line.data);
    free(name.data);
    free(own.data);
}

/* Whether the line calls __tsan_func_entry, directly or, in a shared library, by a table. */
static int is_entry(const char *line, size_t length)
{
    char *copy = text_format("%.*s", (int)length, line);
    struct statement statement = read_statement(copy);
    int is_it = is_call(&statement) && strstr(statement.rest, "__tsan_func_entry");

    free(copy);
    return is_it;
}

void mark_unseen_stores(const struct text *names, struct text *assembly)
{
    struct text output = {0};
    int wanted = 0;

    if (!names->length)
        return;
    for (const char *at = assembly->data; *at;) {
        size_t length = strcspn(at, "\n"), name = strcspn(at, ":\n");

        length += at[length] == '\n';
        if (is_listed_name_part(*at) && at[name] == ':')
            wanted = text_has_word(names, at, name);
        text_add(&output, at, length);
        if (wanted && is_entry(at, length)) {
            /* the same instruction, with another name */
            const char *called = memmem(at, length, "__tsan_func_entry", 17);

            text_add(&output, at, (size_t)(called - at));
            text_add_string(&output, "__tsan_unseen_store");
            text_add(&output, called + 17, length - (size_t)(called - at) - 17);
            wanted = 0;
        }
        at += length;
    }
    free(assembly->data);
    *assembly = output;
}
