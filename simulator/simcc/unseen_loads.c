/*
 * See unseen_loads.h. The listing has for each function a headline, its parameters, the
 * declarations of its variables, and statements:
 *     ;; Function sum (_Z3sumPK4Quad, funcdef_no=3, ...)
 *     int sum (const struct Quad * p)
 *       struct Quad q;
 *       _5 = total (*_4);
 *       _6 = total (q);
 * Here the first of the two calls is meant. A scalar is in a register when it is passed: what is
 * memory is a structure.
 */
#include "unseen_loads.h"

#include <stdlib.h>
#include <string.h>

static const char headline[] = ";; Function ";

static int is_name_part(char c)
{
    return c == '_' || c == '$' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The last name that ends before `end`: of a declaration, without the extents of an array. */
static void note_name(struct text *own, const char *line, const char *end)
{
    while (end > line && end[-1] == ']')
        while (end > line && *--end != '[')
            ;
    const char *name = end;

    while (name > line && (is_name_part(name[-1]) || name[-1] == '.'))
        name--;
    if (name < end)
        text_add_word(own, name, (size_t)(end - name));
}

/* "int sum (const struct Quad * p, int n)": the names behind which a comma or a bracket stands. */
static void note_parameters(struct text *own, const char *line)
{
    const char *first = strstr(line, " (");

    for (const char *at = first; at && *at; at++)
        if (*at == ',' || (*at == ')' && at[1] == '\0'))
            note_name(own, first, at);
}

/* "q", "q.v[2]", "D.123": the function's own variable, or a part of it. */
static int is_part_of_own(const struct text *own, const char *argument, size_t length)
{
    for (size_t part = 1; part <= length; part++)
        if ((part == length || strchr(".[", argument[part])) && text_has_word(own, argument, part))
            return 1;
    return 0;
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
        while (address && (size_t)(address + 1 - argument) < length && !is_name_part(address[1]))
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

int find_unseen_load(const struct text *listing, struct text *function)
{
    struct text line = {0}, name = {0}, own = {0};
    int is_found = 0;

    for (const char *at = listing->data; at && *at && !is_found;) {
        size_t length = strcspn(at, "\n");

        line.length = 0;
        text_add(&line, at, length);
        at += length + (at[length] == '\n');
        if (begins(line.data, headline)) {
            name.length = own.length = 0;
            text_add(&name, line.data + strlen(headline),
                     strcspn(line.data + strlen(headline), "("));
            text_add(&own, "", 0);
        } else if (*line.data && *line.data != ' ' && *line.data != '{' && *line.data != '<') {
            note_parameters(&own, line.data);
        } else if (own.data && has_unseen_load(&own, line.data)) {
            is_found = 1;
            text_add(function, name.data, name.length - 1);
        } else if (own.data && begins(line.data, "  ") && line.data[strlen(line.data) - 1] == ';' &&
                   !strstr(line.data, " = ")) {
            note_name(&own, line.data, line.data + strlen(line.data) - 1);
        }
    }
    free(line.data);
    free(name.data);
    free(own.data);
    return is_found;
}
