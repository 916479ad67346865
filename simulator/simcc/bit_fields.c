/*
 * See bit_fields.h. A store to a bit-field, with other lines between:
 *     %bf.load = load i32, i32* %2, align 4
 *     %bf.clear = and i32 %bf.load, -249
 *     %bf.set = or i32 %bf.clear, 24
 *     store i32 %bf.set, i32* %2, align 4
 */
#include "bit_fields.h"

#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t name_length(const char *name)
{
    size_t length = 1; /* of % */

    while (isalnum((unsigned char)name[length]) || name[length] == '.' || name[length] == '_')
        length++;
    return length;
}

static int is_name(const char *at, const char *name, size_t length)
{
    return name_length(at) == length && !strncmp(at, name, length);
}

/* The next line from `at` on, up to end, that uses the value; NULL: none. Not what defines it. */
static const char *next_use(const char *at, const char *end, const char *value, size_t length)
{
    while (at < end) {
        const char *line_end = strchr(at, '\n');

        for (const char *found = at; (found = strchr(found, '%')) && found < line_end; found++)
            if (is_name(found, value, length) && found != at + 2)
                return at;
        at = line_end + 1;
    }
    return NULL;
}

/* The last operand that begins with % and is a store's place: "store i32 %bf.set, i32* %2, ...". */
static const char *place_of_store(const char *line)
{
    const char *comma = strchr(line, ',');
    const char *place = comma ? strchr(comma, '%') : NULL;

    return place && place < strchr(line, '\n') ? place : NULL;
}

struct merge {
    const char *function, *end; /* of its text */
    const char *place;          /* the name of what was loaded from */
};

/* 1 if all that becomes of the value is that it is merged and stored there. is_loaded: first,
 * other bits are cleared. */
static int is_merged(const struct merge *merge, const char *value, int is_loaded)
{
    size_t length = name_length(value);
    int uses = 0;

    for (const char *at = merge->function; (at = next_use(at, merge->end, value, length)) != NULL;
         at = strchr(at, '\n') + 1) {
        const char *equals = strstr(at, " = ");

        uses++;
        if (begins(at, "  store ") && !is_loaded) {
            const char *place = place_of_store(at);

            if (!place || !is_name(place, merge->place, name_length(merge->place)))
                return 0;
        } else if (begins(at, "  %") && equals &&
                   (begins(equals, " = and ") || (!is_loaded && begins(equals, " = or ")))) {
            if (!is_merged(merge, at + 2, 0))
                return 0;
        } else {
            return 0;
        }
    }
    return uses > 0;
}

int is_load_of_kept_bits(const char *function, const char *line)
{
    const char *end = strstr(line, "\n}"), *load = strstr(line, " = load ");
    const char *line_end = strchr(line, '\n');

    if (!begins(line, "  %bf.load") || !end || !load || load > line_end)
        return 0;
    struct merge merge = {function, end, NULL};

    merge.place = strchr(load, '%');
    if (!merge.place || merge.place > line_end)
        return 0;
    return is_merged(&merge, line + 2, 1);
}
