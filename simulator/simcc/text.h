/*
 * A text that grows, for the parts of simcc that write code or messages.
 */
#ifndef SIMCC_TEXT_H
#define SIMCC_TEXT_H

#include <stddef.h>

struct text {
    char *data;    /* ends with a 0 as soon as something was added */
    size_t length; /* without that 0 */
    size_t capacity;
};

void text_add(struct text *text, const char *piece, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A list of words: each has a space behind it. */
void text_add_word(struct text *list, const char *word, size_t length);
int text_has_word(const struct text *list, const char *word, size_t length);

/* 1 if the string begins so. */
int begins(const char *string, const char *with);

/* Behind the end of the line; end, which is not before it, if the text ends without one. */
const char *behind_line(const char *line, const char *end);

/* A new string in the manner of printf; the caller owns it. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* malloc and realloc that end the program (exit 3) where there is no memory. */
void *allocate(size_t bytes);
void *reallocate(void *old, size_t bytes);

#endif
