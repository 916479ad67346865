/*
 * The tokenizer: see tokens.h.
 */
#include "tokens.h"

#include "compile.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where the tokenizer stands. */
struct reader {
    const char *next;
    const char *file;
    int line;
    int system;       /* 1 inside a system header */
    const char **own; /* the files seen that are no system headers */
    size_t own_count;
    int line_start; /* 1 if only blanks stand between here and the line's start */
};

/* Letters beyond ASCII are themselves, or \U000000df: preprocessors write them in both ways. */
static int is_name_start(const char *text)
{
    return isalpha((unsigned char)*text) || *text == '_' || *text == '$' || (*text & 0x80) ||
           (*text == '\\' && (text[1] == 'u' || text[1] == 'U'));
}

static int is_name_part(const char *text)
{
    return is_name_start(text) || isdigit((unsigned char)*text);
}

/* A backslash that blanks part from the end of its line. */
static int is_loose_backslash(const char *text)
{
    return *text == '\\' && text[1 + strspn(text + 1, " \t\r\f\v")] == '\n';
}

/*
 * Skips blanks of the text. A comment behind a backslash leaves a loose one, which nvcc's front end
 * takes for the end of a line that goes on, and g++ for a mistake: it is erased.
 */
static void skip_blanks(struct reader *reader, char *text)
{
    for (;; reader->next++) {
        if (is_loose_backslash(reader->next))
            text[reader->next - text] = ' ';
        if (*reader->next == '\n') {
            reader->line++;
            reader->line_start = 1;
        } else if (!isspace((unsigned char)*reader->next)) {
            return;
        }
    }
}

static int is_own(const struct reader *reader)
{
    for (size_t i = 0; i < reader->own_count; i++)
        if (!strcmp(reader->own[i], reader->file))
            return 1;
    return 0;
}

/* The simulator's own CUB and Thrust are CUDA, and translated like a program's files. */
static int is_cuda_library(const char *file)
{
    const char *folder = own_library_folder();
    const char *name = file + strlen(folder);

    if (strncmp(file, folder, strlen(folder)))
        return 0;
    return !strncmp(name, "cub/cub/", 8) || !strncmp(name, "thrust/", 7);
}

/*
 * Reads a line marker, # NUMBER "FILE" FLAGS; the flag 3 marks system headers.
 * In a file of the user's own it only marks what a system macro (assert) expands to.
 * Returns 0 for any other directive. The next line has the marker's number.
 */
static int read_line_marker(struct reader *reader, const char *end)
{
    char *rest;
    long line = strtol(reader->next + 1, &rest, 10);
    const char *name;
    const char *quote;

    if (rest == reader->next + 1)
        return 0;
    name = strchr(rest, '"');
    if (!name || name >= end)
        return 0;
    quote = name + 1;
    while (quote < end && *quote != '"')
        quote += *quote == '\\' ? 2 : 1;
    if (quote >= end)
        return 0;
    reader->file = strndup(name + 1, (size_t)(quote - name - 1));
    reader->line = (int)line - 1; /* the newline that follows adds one */
    reader->system = memchr(quote, '3', (size_t)(end - quote)) != NULL && !is_own(reader) &&
                     !is_cuda_library(reader->file);
    if (!reader->system && !is_own(reader)) {
        reader->own = reallocate(reader->own, (reader->own_count + 1) * sizeof *reader->own);
        reader->own[reader->own_count++] = reader->file;
    }
    return 1;
}

/* In a system header: skips to the next line marker (or the end). */
static const char *end_of_system_text(const char *text)
{
    for (;;) {
        const char *newline = strchr(text, '\n');

        if (!newline)
            return text + strlen(text);
        text = newline + 1;
        if (text[0] == '#' && text[1] == ' ' && isdigit((unsigned char)text[2]))
            return text;
    }
}

/* text stands on a quote; returns the place after the closing one. */
static const char *end_of_quoted(const char *text)
{
    char quote = *text++;

    while (*text && *text != quote && *text != '\n')
        text += *text == '\\' && text[1] ? 2 : 1;
    return *text == quote ? text + 1 : text;
}

/* text stands on the quote of R"delimiter( ... )delimiter". */
static const char *end_of_raw_string(const char *text)
{
    const char *open = strchr(text, '(');
    char *close;
    const char *end;

    if (!open)
        return end_of_quoted(text);
    close = text_format(")%.*s\"", (int)(open - text - 1), text + 1);
    end = strstr(open, close);
    end = end ? end + strlen(close) : text + strlen(text);
    free(close);
    return end;
}

static int is_raw_prefix(const char *text, size_t length)
{
    return length <= 3 && text[length - 1] == 'R' &&
           (length == 1 || *text == 'L' || *text == 'u' || *text == 'U');
}

static int is_string_prefix(const char *text, size_t length)
{
    return (length == 1 && (*text == 'L' || *text == 'u' || *text == 'U')) ||
           (length == 2 && text[0] == 'u' && text[1] == '8');
}

static const char *end_of_number(const char *text)
{
    for (;; text++) {
        if ((*text == '+' || *text == '-') && strchr("eEpP", text[-1]))
            continue;
        if (*text == '\'' && is_name_part(text + 1))
            continue;
        if (!is_name_part(text) && *text != '.')
            return text;
    }
}

static const char *end_of_punctuation(const char *text)
{
    if (!strncmp(text, "...", 3))
        return text + 3;
    if (!strncmp(text, "::", 2) || !strncmp(text, "->", 2))
        return text + 2;
    return text + 1;
}

/* Finds the kind and the end of the token at reader->next. */
static enum token_kind scan(struct reader *reader, const char **end)
{
    const char *text = reader->next;

    if (reader->line_start && *text == '#') {
        *end = text + strcspn(text, "\n");
        read_line_marker(reader, *end);
        return TOKEN_DIRECTIVE;
    }
    if (reader->system) {
        *end = end_of_system_text(text);
        return TOKEN_SYSTEM;
    }
    if (is_name_start(text)) {
        *end = text;
        while (is_name_part(*end))
            (*end)++;
        if (**end == '"' && is_raw_prefix(text, (size_t)(*end - text)))
            *end = end_of_raw_string(*end);
        else if ((**end == '"' || **end == '\'') && is_string_prefix(text, (size_t)(*end - text)))
            *end = end_of_quoted(*end);
        else
            return TOKEN_NAME;
        return TOKEN_STRING;
    }
    if (isdigit((unsigned char)*text) || (*text == '.' && isdigit((unsigned char)text[1]))) {
        *end = end_of_number(text + 1);
        return TOKEN_NUMBER;
    }
    if (*text == '"' || *text == '\'') {
        *end = end_of_quoted(text);
        return TOKEN_STRING;
    }
    *end = end_of_punctuation(text);
    return TOKEN_PUNCTUATION;
}

static struct token *add_token(struct source *source, size_t *capacity)
{
    if (source->count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 4096;
        source->tokens = reallocate(source->tokens, *capacity * sizeof *source->tokens);
    }
    return &source->tokens[source->count++];
}

void source_read(struct source *source, char *text)
{
    struct reader reader = {.next = text, .file = "<input>", .line = 1, .line_start = 1};
    size_t capacity = 0;

    *source = (struct source){.text = text};
    for (;;) {
        struct token *token;
        const char *end;

        skip_blanks(&reader, text);
        token = add_token(source, &capacity);
        *token = (struct token){.text = reader.next, .file = reader.file, .line = reader.line};
        if (!*reader.next) {
            token->kind = TOKEN_END;
            free(reader.own);
            return;
        }
        token->kind = scan(&reader, &end);
        token->length = (size_t)(end - token->text);
        if (token->kind == TOKEN_STRING || token->kind == TOKEN_SYSTEM)
            for (const char *c = token->text; c < end; c++)
                reader.line += *c == '\n';
        reader.line_start = end[-1] == '\n';
        reader.next = end;
    }
}
