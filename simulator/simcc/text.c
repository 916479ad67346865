/*
 * A text that grows: see text.h.
 */
#define _GNU_SOURCE /* vasprintf */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *reallocate(void *old, size_t bytes)
{
    void *block = realloc(old, bytes ? bytes : 1);

    if (!block) {
        fprintf(stderr, "simcc: out of memory\n");
        exit(3);
    }
    return block;
}

void *allocate(size_t bytes)
{
    return reallocate(NULL, bytes);
}

void text_add(struct text *text, const char *piece, size_t length)
{
    if (text->length + length + 1 > text->capacity) {
        text->capacity = 2 * (text->length + length + 1);
        text->data = reallocate(text->data, text->capacity);
    }
    if (length)
        memcpy(text->data + text->length, piece, length);
    text->length += length;
    text->data[text->length] = 0;
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

static char *format_list(const char *format, va_list arguments)
{
    char *result;

    if (vasprintf(&result, format, arguments) < 0) {
        fprintf(stderr, "simcc: out of memory\n");
        exit(3);
    }
    return result;
}

void text_add_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    char *piece;

    va_start(arguments, format);
    piece = format_list(format, arguments);
    va_end(arguments);
    text_add_string(text, piece);
    free(piece);
}

void text_add_word(struct text *list, const char *word, size_t length)
{
    text_add(list, word, length);
    text_add_string(list, " ");
}

int text_has_word(const struct text *list, const char *word, size_t length)
{
    for (const char *at = list->data; at && *at; at = strchr(at, ' ') + 1)
        if (!strncmp(at, word, length) && at[length] == ' ')
            return 1;
    return 0;
}

int begins(const char *string, const char *with)
{
    return !strncmp(string, with, strlen(with));
}

const char *behind_line(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));

    return newline ? newline + 1 : end;
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    char *result;

    va_start(arguments, format);
    result = format_list(format, arguments);
    va_end(arguments);
    return result;
}
