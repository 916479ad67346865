/*
 * See unseen_loads.h, and gcc_listing.h for the listing.
 *       _5 = total (*_4);
 *       _6 = total (q);
 * The first of the two calls is meant. A scalar is in a register when it is passed: what is memory
 * is a structure.
 */
#include "unseen_loads.h"

#include "gcc_listing.h"

#include <stdlib.h>
#include <string.h>

/* "int sum (const struct Quad * p, int n)": the names behind which a comma or a bracket stands. */
static void note_parameters(struct text *own, const char *line)
{
    const char *first = strstr(line, " (");

    for (const char *at = first; at && *at; at++)
        if (*at == ',' || (*at == ')' && at[1] == '\0'))
            note_own_name(own, first, at);
}

/* Whether it ends as a register does: _4, i_19(D). */
static int is_register(const char *argument, size_t length)
{
    static const char unset[] = "(D)";
    size_t digits = 0;

    if (length > 3 && !strncmp(argument + length - 3, unset, 3))
        length -= 3;
    while (digits < length && argument[length - 1 - digits] >= '0' &&
           argument[length - 1 - digits] <= '9')
        digits++;
    return digits > 0 && digits < length && argument[length - 1 - digits] == '_' &&
           strcspn(argument, "*[& ") >= length;
}

static int is_in_memory(const struct text *own, const char *argument, size_t length)
{
    const char *address;

    if (begins(argument, "*"))
        return length > 1;         /* else a function pointer's type */
    if (begins(argument, "MEM")) { /* MEM[(struct Quad *)&q + 16B] */
        address = memchr(argument, '&', length);
        while (address && (size_t)(address + 1 - argument) < length &&
               !is_listed_name_part(address[1]))
            address = memchr(address + 1, '&', length - (size_t)(address + 1 - argument));
        return !address || !is_part_of_own(own, address + 1, strcspn(address + 1, " ]).["));
    }
    return ((*argument | 32) >= 'a' && (*argument | 32) <= 'z' && !is_register(argument, length) &&
            !is_part_of_own(own, argument, length));
}

/* The end of an argument: a comma or the bracket of the call, in no other brackets and no string.
 */
static size_t argument_length(const char *argument)
{
    size_t length = 0;

    for (int depth = 0, quoted = 0; argument[length]; length++) {
        if (argument[length] == '\\' && argument[length + 1])
            length++;
        else if (argument[length] == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        depth += strchr("([{<", argument[length]) != NULL;
        if (!depth && strchr(",)", argument[length]))
            break;
        depth -= strchr(")]}>", argument[length]) != NULL;
    }
    return length;
}

/* "  _5 = total (*_4);" */
static int has_unseen_load(const struct text *own, const char *line)
{
    const char *result = strstr(line, " = ");
    const char *called = result ? result + 3 : line + strspn(line, " ");
    const char *argument = strstr(called, " (");

    if (*line != ' ' || !argument || *called == '(' ||
        strcspn(called, "\"{[&*") < (size_t)(argument - called) || begins(called, "if ") ||
        begins(called, "switch ") || begins(called, "__asm__") || begins(called, "# "))
        return 0;
    for (argument += 2; *argument && *argument != ')';) {
        size_t length = argument_length(argument);

        if (length && is_in_memory(own, argument, length))
            return 1;
        argument += length;
        argument += *argument == ',';
        argument += strspn(argument, " ");
    }
    return 0;
}

int find_unseen_load(const struct text *listing, const struct text *reached, struct text *function)
{
    struct text line = {0}, name = {0}, own = {0};
    int is_found = 0, is_asked = 0;

    text_add(&own, "", 0);
    for (const char *at = listing->data; !is_found && read_listed_line(&at, &line);) {
        const char *headline = listed_function(line.data), *assembly_name;

        if (headline) {
            read_assembly_name(headline, &name);
            is_asked = !reached || text_has_word(reached, name.data, name.length);
            name.length = own.length = 0;
            assembly_name = strstr(headline, " (");
            text_add(&name, headline,
                     assembly_name ? (size_t)(assembly_name - headline) : strlen(headline));
            text_add(&own, "", 0);
        } else if (*line.data && *line.data != ' ' && *line.data != '{' && *line.data != '<') {
            note_parameters(&own, line.data);
        } else if (is_asked && has_unseen_load(&own, line.data)) {
            is_found = 1;
            text_add(function, name.data, name.length);
        } else {
            note_own_declaration(&own, line.data);
        }
    }
    free(line.data);
    free(name.data);
    free(own.data);
    return is_found;
}
