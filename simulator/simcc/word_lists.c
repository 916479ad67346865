/*
 * Lists of words that grow, and that of the words for the linker: see options.h.
 */
#include "options.h"

#include "text.h"

#include <string.h>
#include <stdlib.h>

void strings_add(struct strings *strings, const char *string)
{
    strings->data = reallocate(strings->data, (strings->count + 2) * sizeof *strings->data);
    strings->data[strings->count++] = text_format("%s", string);
    strings->data[strings->count] = NULL;
}

void strings_add_all(struct strings *strings, const char *const *array)
{
    for (; *array; array++)
        strings_add(strings, *array);
}

void add_list(struct strings *strings, const char *list, const char *separators)
{
    char *copy = text_format("%s", list);

    for (char *part = strtok(copy, separators); part; part = strtok(NULL, separators))
        strings_add(strings, part);
    free(copy);
}

/* What stands for a comma with a backslash before it, which ends no word. */
#define ESCAPED_COMMA '\1'

/* The text without one level of backslashes. */
static char *unescape(const char *text)
{
    char *plain = text_format("%s", text), *to = plain;

    for (; *text; text++) {
        int escaped = *text == '\\' && text[1];

        text += escaped;
        *to++ = escaped && *text == ',' ? ESCAPED_COMMA : *text;
    }
    *to = '\0';
    return plain;
}

void add_quoted_list(struct strings *strings, const char *list)
{
    char *plain = unescape(list), *word = text_format("%s", list), *to = word, quote = '\0';
    int has_word = 0;

    for (const char *at = plain;; at++) {
        int ends = !*at || (!quote && (*at == ',' || *at == ' '));

        if (ends && has_word) {
            *to = '\0';
            strings_add(strings, word);
            to = word;
        }
        has_word = ends ? 0 : 1;
        if (!*at)
            break;
        if (!ends && (quote ? *at == quote : *at == '"' || *at == '\''))
            quote = quote ? '\0' : *at;
        else if (!ends) {
            at += *at == '\\' && quote != '\'' && at[1];
            *to++ = *at == ESCAPED_COMMA ? ',' : *at;
        }
    }
    free(plain);
    free(word);
}

static struct link_word *next_link_word(struct options *options)
{
    options->linking =
        reallocate(options->linking, (options->linking_count + 1) * sizeof *options->linking);
    return &options->linking[options->linking_count++];
}

void add_link_input(struct options *options)
{
    *next_link_word(options) = (struct link_word){.input = options->input_count};
}

void add_link_word(struct options *options, const char *word)
{
    *next_link_word(options) = (struct link_word){.word = text_format("%s", word)};
}
