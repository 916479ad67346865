/*
 * Finding one's way in a token list: see syntax.h.
 */
#include "syntax.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

static int is_open(const struct token *token)
{
    return token->kind == TOKEN_PUNCTUATION && strchr("([{", *token->text) != NULL;
}

static int is_close(const struct token *token)
{
    return token->kind == TOKEN_PUNCTUATION && strchr(")]}", *token->text) != NULL;
}

size_t closing_bracket(const struct source *source, size_t open)
{
    size_t depth = 0;

    for (size_t i = open; i < source->count; i++) {
        if (is_open(&source->tokens[i]))
            depth++;
        else if (is_close(&source->tokens[i]) && --depth == 0)
            return i;
    }
    return NOWHERE;
}

size_t opening_bracket(const struct source *source, size_t close)
{
    size_t depth = 0;

    for (size_t i = close; i != NOWHERE; i--) {
        if (is_close(&source->tokens[i]))
            depth++;
        else if (is_open(&source->tokens[i]) && --depth == 0)
            return i;
    }
    return NOWHERE;
}

size_t closing_angle(const struct source *source, size_t open)
{
    size_t depth = 0;

    for (size_t i = open; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (is_open(token)) {
            i = closing_bracket(source, i);
            if (i == NOWHERE)
                return NOWHERE;
        } else if (token_is(token, "<")) {
            depth++;
        } else if (token_is(token, ">") && --depth == 0) {
            return i;
        } else if (token_is(token, ";") || is_close(token)) {
            return NOWHERE;
        }
    }
    return NOWHERE;
}

size_t opening_angle(const struct source *source, size_t close)
{
    size_t depth = 0;

    for (size_t i = close; i != NOWHERE; i--) {
        const struct token *token = &source->tokens[i];

        if (is_close(token)) {
            i = opening_bracket(source, i);
            if (i == NOWHERE)
                return NOWHERE;
        } else if (token_is(token, ">")) {
            depth++;
        } else if (token_is(token, "<") && --depth == 0) {
            return i;
        } else if (token_is(token, ";") || is_open(token)) {
            return NOWHERE;
        }
    }
    return NOWHERE;
}

size_t skip_group(const struct source *source, size_t position, int angles)
{
    const struct token *token = &source->tokens[position];
    size_t end = NOWHERE;

    if (is_open(token))
        end = closing_bracket(source, position);
    else if (angles && token_is(token, "<"))
        end = closing_angle(source, position);
    return end == NOWHERE ? position : end;
}

size_t next_token(const struct source *source, size_t position)
{
    while (++position < source->count - 1)
        if (source->tokens[position].kind != TOKEN_DIRECTIVE)
            break;
    return position < source->count ? position : source->count - 1;
}

size_t previous_token(const struct source *source, size_t position)
{
    while (position-- > 0)
        if (source->tokens[position].kind != TOKEN_DIRECTIVE)
            return position;
    return NOWHERE;
}

/* A < after a name is taken as the start of template arguments if it has a partner. */
static int may_open_angle(const struct source *source, size_t position)
{
    return token_is(&source->tokens[position], "<") && position > 0 &&
           source->tokens[position - 1].kind == TOKEN_NAME;
}

struct list read_list(const struct source *source, size_t open, size_t close)
{
    struct list list = {0};
    size_t first = open + 1;

    if (first == close)
        return list;
    for (size_t i = first; i <= close; i++) {
        if (i == close || token_is(&source->tokens[i], ",")) {
            list.elements = reallocate(list.elements, (list.count + 1) * sizeof *list.elements);
            list.elements[list.count++] = (struct element){first, i};
            first = i + 1;
        } else {
            size_t end = skip_group(source, i, may_open_angle(source, i));

            i = end < close ? end : i;
        }
    }
    return list;
}

char *tokens_text(const struct source *source, size_t first, size_t end)
{
    struct text text = {0};

    text_add_string(&text, "");
    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];

        if (token->kind == TOKEN_DIRECTIVE)
            continue;
        if (text.length && !tokens_touch(token - 1, token))
            text_add_string(&text, " ");
        text_add(&text, token->text, token->length);
    }
    return text.data;
}

int contains_word(const struct source *source, size_t first, size_t end, const char *word)
{
    for (size_t i = first; i < end; i++) {
        if (token_is(&source->tokens[i], word))
            return 1;
        i = skip_group(source, i, 0);
    }
    return 0;
}

int is_type_word(const struct token *token)
{
    static const char *const words[] = {
        "void",
        "bool",
        "char",
        "short",
        "int",
        "long",
        "signed",
        "unsigned",
        "float",
        "double",
        "auto",
        "const",
        "volatile",
        "typename",
        "class",
        "struct",
        "union",
        "enum",
        "wchar_t",
        "char8_t",
        "char16_t",
        "char32_t",
        "__restrict__",
        "__restrict",
        "restrict",
        "register",
        "__int128",
        "static",
        "inline",
        "extern",
        "__inline__",
        "__inline",
        "constexpr",
        "__global__",
        "__device__",
        "__host__",
        "__shared__",
        "__constant__",
        "__managed__",
        "__grid_constant__",
        "__launch_bounds__",
        "__forceinline__",
        "__noinline__",
        "__attribute__",
        "alignas",
        "thread_local",
        "template",
        "decltype",
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return 0;
}

size_t pointer_declarator(const struct source *source, size_t open)
{
    size_t i = open + 1;

    if (!token_is(&source->tokens[i], "*") && !token_is(&source->tokens[i], "&"))
        return NOWHERE;
    i++;
    while (token_is(&source->tokens[i], "*") || is_type_word(&source->tokens[i]))
        i++;
    return source->tokens[i].kind == TOKEN_NAME ? i : NOWHERE;
}

size_t declared_name(const struct source *source, size_t first, size_t end)
{
    size_t name = NOWHERE;
    size_t words = 0; /* tokens before name that belong to its type */

    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];

        if (token->kind == TOKEN_DIRECTIVE)
            continue;
        if (token_is(token, "[") && i + 1 < end && token_is(token + 1, "[")) {
            i = skip_group(source, i, 0); /* [[attribute]] */
            continue;
        }
        if (token_is(token, "=") || token_is(token, "["))
            break;
        if (token_is(token, "(") && pointer_declarator(source, i) != NOWHERE)
            return pointer_declarator(source, i);
        if (token->kind == TOKEN_NAME) {
            int qualified = i > first && token_is(token - 1, "::");

            name = is_type_word(token) || qualified || !words ? NOWHERE : i;
        } else if (token_is(token, "<") || token_is(token, "(")) {
            i = skip_group(source, i, 1);
            name = NOWHERE;
        } else {
            name = NOWHERE;
        }
        words++;
    }
    return name;
}
