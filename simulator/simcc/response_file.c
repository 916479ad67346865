/*
 * Files that hold a part of the command line: @FILE, -optf FILE,... and --options-file FILE,...
 */
#include "options.h"

#include "arguments.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 16 /* files within files */

static void read_file_words(struct strings *words, const char *path, int depth);

/* The next word at *text, with its quotes taken off as a shell does it; NULL at the end. */
static char *next_word(const char **text)
{
    struct text word = {0};
    const char *at = *text + strspn(*text, " \t\r\n");
    char quote = 0;

    if (!*at)
        return NULL;
    text_add(&word, "", 0);
    for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == '\\' && at[1] && quote != '\'')
            text_add(&word, ++at, 1);
        else
            text_add(&word, at, 1);
    }
    *text = at;
    return word.data;
}

static void add_words(struct strings *words, const struct strings *from, int depth)
{
    for (size_t i = 0; i < from->count; i++) {
        const char *word = from->data[i], *files = NULL;

        if (starts_with(word, "--options-file=") || starts_with(word, "-optf="))
            files = strchr(word, '=') + 1;
        else if ((!strcmp(word, "--options-file") || !strcmp(word, "-optf")) && i + 1 < from->count)
            files = from->data[++i];
        if (*word == '@') {
            read_file_words(words, word + 1, depth);
        } else if (files) {
            struct strings list = {0};

            add_list(&list, files, ",");
            for (size_t f = 0; f < list.count; f++)
                read_file_words(words, list.data[f], depth);
        } else {
            strings_add(words, word);
        }
    }
}

static void read_file_words(struct strings *words, const char *path, int depth)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    struct strings found = {0};
    char buffer[4096];
    size_t length;

    if (!file || depth == DEPTH_MOST)
        usage_mistake(file ? "%s: a file of options that asks for itself"
                           : "cannot read the options in %s",
                      path);
    text_add(&text, "", 0);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    fclose(file);
    for (const char *at = text.data;;) {
        char *word = next_word(&at);

        if (!word)
            break;
        strings_add(&found, word);
        free(word);
    }
    free(text.data);
    add_words(words, &found, depth + 1);
}

struct strings read_words(int count, char **arguments)
{
    struct strings given = {0}, words = {0};

    for (int i = 1; i < count; i++)
        strings_add(&given, arguments[i]);
    add_words(&words, &given, 0);
    return words;
}
