/*
 * Variables of functions: see visible.h.
 */
#include "visible.h"

#include <string.h>

int same_name(const struct token *a, const struct token *b)
{
    return a->kind == TOKEN_NAME && b->kind == TOKEN_NAME && a->length == b->length &&
           !memcmp(a->text, b->text, a->length);
}

int is_sign(const struct source *source, size_t position, const char *signs)
{
    const struct token *token = &source->tokens[position];

    return position < source->count && token->kind == TOKEN_PUNCTUATION && token->length == 1 &&
           strchr(signs, *token->text);
}

int is_changed(const struct source *source, size_t position, size_t last)
{
    size_t next = last + 1, before = position - 1;

    if (is_sign(source, next, "="))
        return !is_sign(source, next + 1, "=");
    if (is_sign(source, next, "+-*/%&|^") && is_sign(source, next + 1, "="))
        return 1;
    if (is_sign(source, next, "<>") && is_sign(source, next + 1, "<>") &&
        is_sign(source, next + 2, "="))
        return 1;
    for (int i = 0; i < 2; i++) {
        const char *sign = i ? "-" : "+";

        if (is_sign(source, next, sign) && is_sign(source, next + 1, sign))
            return 1;
        if (position > 1 && is_sign(source, before, sign) && is_sign(source, before - 1, sign))
            return 1;
    }
    return position > 1 && is_sign(source, before, "&") && is_sign(source, before - 1, "(,=");
}

size_t statement_start(const struct source *source, size_t function, size_t position)
{
    size_t i = position;

    while (i > function) {
        size_t before = previous_token(source, i);

        if (before == NOWHERE || is_sign(source, before, ";{}(") ||
            source->tokens[before].kind == TOKEN_SYSTEM)
            break;
        i = is_sign(source, before, ")]") ? opening_bracket(source, before) : before;
        if (i == NOWHERE)
            return position;
    }
    return i;
}

int is_parameter(const struct source *source, size_t function, size_t position)
{
    for (size_t i = function; i < position; i++)
        if (is_sign(source, i, "{"))
            return 0;
    return 1;
}

static int is_declaration(const struct source *source, size_t function, size_t position)
{
    size_t before = previous_token(source, position);
    const struct token *token = &source->tokens[before];

    if (before == NOWHERE || before < function)
        return 0;
    if (token->kind == TOKEN_NAME)
        return !token_is(token, "return") && !token_is(token, "else") && !token_is(token, "case");
    if (is_sign(source, before, "*&") && is_parameter(source, function, position))
        return 1;
    size_t first = statement_start(source, function, position);

    if (is_sign(source, before, "*"))
        return source->tokens[first].kind == TOKEN_NAME && next_token(source, first) == before;
    if (!token_is(token, ","))
        return 0;

    return source->tokens[first].kind == TOKEN_NAME &&
           source->tokens[next_token(source, first)].kind == TOKEN_NAME;
}

size_t expression_end(const struct source *source, size_t position)
{
    while (position < source->count - 1 && !is_sign(source, position, ",;)]}"))
        position = skip_group(source, position, 0) + 1;
    return position;
}

size_t scope_end(const struct source *source, size_t position)
{
    while (position < source->count - 1 && !is_sign(source, position, "}"))
        position = skip_group(source, position, 0) + 1;
    return position < source->count - 1 ? position : NOWHERE;
}

size_t statement_end(const struct source *source, size_t position)
{
    for (; position < source->count - 1; position++) {
        int is_block = is_sign(source, position, "{");

        position = skip_group(source, position, 0);
        size_t next = next_token(source, position);

        if (is_sign(source, position, ";}") && !token_is(&source->tokens[next], "else") &&
            (is_block || is_sign(source, position, ";")))
            return position;
    }
    return position;
}

/* Where the variable that is declared at position ends to be seen. */
static size_t declaration_end(const struct source *source, size_t function, size_t position)
{
    size_t open = previous_token(source, statement_start(source, function, position));

    if (is_parameter(source, function, position))
        return source->count;
    if (open != NOWHERE && is_sign(source, open, "("))
        return statement_end(source, next_token(source, skip_group(source, open, 0)));
    return scope_end(source, position);
}

size_t declaration_of(const struct source *source, size_t function, size_t use)
{
    for (size_t at = use; at > function; at--)
        if (same_name(&source->tokens[at], &source->tokens[use]) &&
            is_declaration(source, function, at) && declaration_end(source, function, at) >= use)
            return at;
    return NOWHERE;
}

int is_of_thread(const struct token *token)
{
    static const char *const beginnings[] = {"__shfl", "__ballot", "atomic", "__activemask"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (token->length >= strlen(beginnings[i]) &&
            !memcmp(token->text, beginnings[i], strlen(beginnings[i])))
            return 1;
    return token_is(token, "threadIdx") || token_is(token, "blockIdx") ||
           token_is(token, "blockDim") || token_is(token, "gridDim");
}
