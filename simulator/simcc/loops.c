/*
 * Loops of a function: see loops.h.
 */
#include "loops.h"

#include "visible.h"

#include <stdlib.h>
#include <string.h>

#define UNROLLED_ALL 0

/* What the #pragma unroll before position says. */
static long unrolled_by(const struct source *source, size_t position)
{
    while (position > 0 && source->tokens[position - 1].kind == TOKEN_DIRECTIVE) {
        const struct token *line = &source->tokens[--position];
        const char *word = strstr(line->text, "unroll"), *end = line->text + line->length;

        if (!word || word >= end)
            continue;
        word += strlen("unroll");
        word += strspn(word, " \t(");
        return word < end && strchr("0123456789", *word) ? strtol(word, NULL, 0) : UNROLLED_ALL;
    }
    return -1;
}

static size_t find_sign(const struct source *source, size_t position, size_t end, const char *sign)
{
    while (position < end && !is_sign(source, position, sign))
        position = skip_group(source, position, 0) + 1;
    return position < end ? position : end;
}

int loop_at(const struct source *source, size_t position, struct loop *loop)
{
    const struct token *word = &source->tokens[position];
    size_t open = next_token(source, position);

    if (word->kind != TOKEN_NAME)
        return 0;
    *loop = (struct loop){.first = position, .unrolled = unrolled_by(source, position)};
    if (token_is(word, "do")) {
        loop->body = open;
        loop->end = statement_end(source, open);
        open = next_token(source, next_token(source, loop->end));
        if (!is_sign(source, open, "("))
            return 0;
        loop->condition = open + 1;
        loop->condition_end = loop->step = loop->step_end = skip_group(source, open, 0);
        return 1;
    }
    if ((!token_is(word, "for") && !token_is(word, "while")) || !is_sign(source, open, "("))
        return 0;
    size_t close = skip_group(source, open, 0);

    loop->body = next_token(source, close);
    if (token_is(word, "while") && is_sign(source, loop->body, ";"))
        return 0; /* it ends a do */
    loop->end = statement_end(source, loop->body);
    loop->condition = open + 1;
    loop->condition_end = loop->step = loop->step_end = close;
    if (token_is(word, "for")) {
        loop->condition = find_sign(source, open + 1, close, ";") + 1;
        loop->condition_end = find_sign(source, loop->condition, close, ";");
        loop->step = loop->condition_end + 1;
    }
    return loop->condition < close;
}

int is_in_loop(const struct loop *loop, size_t position)
{
    return (loop->body <= position && position <= loop->end) ||
           (loop->condition <= position && position < loop->step_end);
}

long number_of(const struct source *source, size_t first, size_t end)
{
    if (end != first + 1)
        return -1;
    const struct token *token = &source->tokens[first];

    if (token->kind == TOKEN_NUMBER)
        return strtol(token->text, NULL, 0);
    for (size_t i = 1; i < first && token->kind == TOKEN_NAME; i++)
        if (same_name(&source->tokens[i], token) && is_sign(source, i + 1, "=") &&
            source->tokens[i + 2].kind == TOKEN_NUMBER && is_sign(source, i + 3, ",;}"))
            return strtol(source->tokens[i + 2].text, NULL, 0);
    return -1;
}

long rounds_of(const struct source *source, const struct loop *loop)
{
    size_t first = next_token(source, next_token(source, loop->first)), equals;
    int is_by_one = loop->step_end == loop->step + 3 &&
                    (is_sign(source, loop->step, "+-") || is_sign(source, loop->step + 1, "+-"));
    size_t sign = find_sign(source, loop->condition, loop->condition_end, "<>");
    size_t bound = sign + 1 + is_sign(source, sign + 1, "=");

    if (!token_is(&source->tokens[loop->first], "for") || sign == loop->condition_end || !is_by_one)
        return -1;
    equals = find_sign(source, first, loop->condition, "=");
    if (equals >= loop->condition)
        return -1;
    long from = number_of(source, equals + 1, expression_end(source, equals + 1));
    long to = number_of(source, bound, loop->condition_end);

    if (from < 0 || to < 0)
        return -1;
    return labs(to - from) + is_sign(source, sign + 1, "=");
}

int statement_has(const struct source *source, size_t first, size_t end, const char *word)
{
    for (size_t i = first; i < end; i++)
        if (token_is(&source->tokens[i], word))
            return 1;
    return 0;
}

/* Whether what stands at position is not done in each round of the loop: behind an if, or in a loop
 * within. */
static int is_conditional(const struct source *source, const struct loop *loop, size_t position)
{
    for (size_t i = loop->body; i < position; i++) {
        size_t open = next_token(source, i);
        struct loop inner;

        if (token_is(&source->tokens[i], "if") && is_sign(source, open, "(") &&
            position <= statement_end(source, skip_group(source, open, 0) + 1) &&
            position > skip_group(source, open, 0))
            return 1;
        if (token_is(&source->tokens[i], "else") && position <= statement_end(source, open))
            return 1;
        if (is_sign(source, i, "?") && position < expression_end(source, open))
            return 1;
        if (loop_at(source, i, &inner) && is_in_loop(&inner, position))
            return 1;
    }
    return 0;
}

int is_unsteady(const struct source *source, const struct loop *loop)
{
    int changes = 0, conditional = 0;

    for (size_t i = loop->condition; i < loop->condition_end; i++) {
        if (source->tokens[i].kind != TOKEN_NAME || is_sign(source, next_token(source, i), "(["))
            continue;
        for (size_t k = loop->condition; k <= loop->end; k++) {
            if (!same_name(&source->tokens[k], &source->tokens[i]) || !is_changed(source, k, k))
                continue;
            changes++;
            conditional += is_conditional(source, loop, k);
        }
    }
    return changes > 1 && conditional > 0;
}

int has_branches(const struct source *source, const struct loop *loop)
{
    static const char *const words[] = {"if", "for", "while", "switch", "break", "continue", "?"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (statement_has(source, loop->body, loop->end, words[i]))
            return 1;
    return 0;
}
