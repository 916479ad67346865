#include "named_types.h"

#include <ctype.h>
#include <string.h>

#include "reductions.h"

/* What a word stands for. Those of all kernels, such as int and unsigned, tell nothing. */
static const struct name {
    const char *word;
    unsigned stands_for;
} type_names[] = {
    {"Product", 1u << UNSIGNED_PRODUCT},
    {"Minimum", 1u << INT_MINIMUM},
    {"Maximum", 1u << UNSIGNED_MAXIMUM},
    {"And", 1u << INT_AND},
    {"double", 1u << DOUBLE_SUM},
    {"int64_t", 1u << LONG_SUM},
    {"__nv_bfloat16", 1u << NAMED_BFLOAT16},
    {"nv_bfloat16", 1u << NAMED_BFLOAT16},
};

enum { NO_LONG = 100 };

/* The host's functions of the step that choose an instance. */
static const char *const choosing[] = {"reduce_numbers", "reduce_maps", "main"};

static int is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* Behind a comment that begins here; the text itself if there is none. */
static const char *behind_comment(const char *text)
{
    const char *end = NULL;

    if (strncmp(text, "//", 2) == 0)
        end = strchr(text, '\n');
    else if (strncmp(text, "/*", 2) == 0)
        end = strstr(text + 2, "*/");
    else
        return text;
    return end != NULL ? end + 1 : text + strlen(text);
}

/* Behind the body of the function that is named here; the text itself if it is only called. */
static const char *behind_body(const char *text)
{
    const char *at = text + strcspn(text, "{;");
    int depth = 0;

    if (*at != '{')
        return text;
    for (; *at != '\0'; at++) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0)
            return at;
    }
    return at;
}

static int is_choosing(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof choosing / sizeof *choosing; i++)
        if (is_word(word, length, choosing[i]))
            return 1;
    return 0;
}

/* How many words `long` name a type here, if it is an int64 and not one whose size is asked. */
static unsigned count_longs(const char *word, size_t length, unsigned before)
{
    if (is_word(word, length, "unsigned") || is_word(word, length, "sizeof"))
        return NO_LONG;
    return before == NO_LONG ? NO_LONG : before + (unsigned)is_word(word, length, "long");
}

unsigned named_types(const char *source)
{
    unsigned named = 0, longs = 0;
    int is_of_device = 0; /* what is being declared */

    for (const char *at = source; *at != '\0';) {
        size_t length = word_length(at);

        if (length == 0) {
            const char *behind = behind_comment(at);

            is_of_device &= *at != ';' && *at != '}';
            if (behind == at && !isspace((unsigned char)*at) && *at != '(')
                longs = 0;
            at += behind == at ? 1 : behind - at;
            continue;
        }
        for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
            named |= is_word(at, length, type_names[i].word) ? type_names[i].stands_for : 0;
        is_of_device |= is_word(at, length, "__device__") || is_word(at, length, "__global__");
        longs = count_longs(at, length, longs);
        named |= longs == 2 ? 1u << LONG_SUM : 0;
        const char *word = at;

        at += length;
        if (is_choosing(word, length) && !is_of_device)
            at = behind_body(at);
    }
    return named;
}
