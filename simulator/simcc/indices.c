/*
 * Which indices are known: see indices.h.
 */
#include "indices.h"

#include <string.h>

#define DEPTH_MOST 8 /* of variables that others follow from */

static int is_known(const struct source *source, size_t function, size_t first, size_t end,
                    const struct token *counter, int depth);

int same_name(const struct token *a, const struct token *b)
{
    return a->kind == TOKEN_NAME && b->kind == TOKEN_NAME && a->length == b->length &&
           !memcmp(a->text, b->text, a->length);
}

static int is_sign(const struct source *source, size_t position, const char *signs)
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

/* Whether the name at position gets another value there. */
static int is_assigned(const struct source *source, size_t position)
{
    return is_changed(source, position, position);
}

static int is_assigned_in(const struct source *source, const struct token *name, size_t first,
                          size_t end)
{
    for (size_t i = first; i < end; i++)
        if (same_name(&source->tokens[i], name) && is_assigned(source, i))
            return 1;
    return 0;
}

/* Where the statement, or the part of a for's header, begins in which position is. */
static size_t statement_start(const struct source *source, size_t function, size_t position)
{
    size_t i = position;

    while (i > function) {
        size_t before = previous_token(source, i);

        if (before == NOWHERE || is_sign(source, before, ";{}("))
            break;
        i = is_sign(source, before, ")]") ? opening_bracket(source, before) : before;
        if (i == NOWHERE)
            return position;
    }
    return i;
}

/* Whether position is before the function's body. */
static int is_parameter(const struct source *source, size_t function, size_t position)
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

/* The end of the expression that begins at position: a comma, a semicolon or a closing bracket. */
static size_t expression_end(const struct source *source, size_t position, size_t end)
{
    while (position < end && !is_sign(source, position, ",;)}"))
        position = skip_group(source, position, 0) + 1;
    return position;
}

/* Whether the name at position is compared with a known value: place > 0. */
static int is_bounded(const struct source *source, size_t function, size_t position, int depth)
{
    size_t first = position + 1, end;

    if (!is_sign(source, first, "<>") || is_sign(source, first + 1, "<>"))
        return 0;
    first += 1 + is_sign(source, first + 1, "=");
    for (end = first; end < source->count - 1 && !is_sign(source, end, "&|);?,"); end++)
        ;
    return end > first && is_known(source, function, first, end, NULL, depth + 1);
}

/* Whether tokens from first on and below end have the name. */
static int has_name(const struct source *source, const struct token *name, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (same_name(&source->tokens[i], name))
            return 1;
    return 0;
}

/*
 * Whether a for's counter, declared at position, begins, ends and goes on by known values. Other
 * variables may go on beside it, or end the loop earlier: nvcc unrolls it nevertheless.
 */
static int header_is_known(const struct source *source, size_t function, size_t position,
                           size_t close, int depth)
{
    const struct token *counter = &source->tokens[position];
    size_t condition = position, step, end;

    while (condition < close && !is_sign(source, condition, ";"))
        condition++;
    for (step = condition + 1; step < close && !is_sign(source, step, ";"); step++)
        ;
    if (!is_known(source, function, position, expression_end(source, position, close), counter,
                  depth))
        return 0;
    int is_bound = is_known(source, function, condition + 1, step, counter, depth);
    for (size_t i = condition + 1; i < step && !is_bound; i++)
        is_bound =
            same_name(&source->tokens[i], counter) && is_bounded(source, function, i, depth - 1);
    for (step++; step < close && is_bound; step = end + 1) {
        end = expression_end(source, step, close);
        is_bound = !has_name(source, counter, step, end) ||
                   is_known(source, function, step, end, counter, depth);
    }
    return is_bound;
}

/* The counter that is declared at position, in a for whose header opens there. */
static int counter_is_known(const struct source *source, size_t function, size_t open,
                            size_t position, size_t use, int depth)
{
    const struct token *name = &source->tokens[position];
    size_t close = skip_group(source, open, 0), body = next_token(source, close), end = body;

    if (is_sign(source, body, "{"))
        end = skip_group(source, body, 0);
    else
        while (end < source->count - 1 && !is_sign(source, end, ";"))
            end = skip_group(source, end, 0) + 1;
    if (use > end)
        return 0; /* another variable, which is not seen from here */
    return header_is_known(source, function, position, close, depth + 1) &&
           !is_assigned_in(source, name, body, end);
}

size_t scope_end(const struct source *source, size_t position)
{
    while (position < source->count - 1 && !is_sign(source, position, "}"))
        position = skip_group(source, position, 0) + 1;
    return position < source->count - 1 ? position : NOWHERE;
}

/*
 * Whether the variable goes one way only, in steps, and is compared with a bound: nvcc unrolls such
 * a loop, too, though it may end earlier.
 */
static int goes_to_bound(const struct source *source, size_t function, const struct token *name,
                         size_t first, size_t end, int depth)
{
    int up = 0, down = 0, bounded = 0;

    for (size_t i = first; i < end; i++) {
        if (!same_name(&source->tokens[i], name))
            continue;
        int is_up = is_sign(source, i + 1, "+") || is_sign(source, i - 1, "+");
        int is_down = is_sign(source, i + 1, "-") || is_sign(source, i - 1, "-");

        bounded |= is_bounded(source, function, i, depth);
        if (!is_assigned(source, i))
            continue;
        up |= is_up;
        down |= is_down;
        if (is_up == is_down || (is_sign(source, i + 2, "=") &&
                                 !is_known(source, function, i + 3,
                                           expression_end(source, i + 3, end), NULL, depth + 1)))
            return 0;
    }
    return bounded && up != down;
}

/* Of the variable whose name stands at use. */
static int variable_is_known(const struct source *source, size_t function, size_t use, int depth)
{
    const struct token *name = &source->tokens[use];
    size_t at = use;

    while (--at > function)
        if (same_name(&source->tokens[at], name) && is_declaration(source, function, at))
            break;
    if (at <= function)
        return !is_assigned_in(source, name, function, use); /* declared outside: a constant */
    size_t first = statement_start(source, function, at), open = previous_token(source, first),
           value = next_token(source, at);

    if (token_is(&source->tokens[first], "template"))
        return 1;
    if (open != NOWHERE && is_sign(source, open, "(")) {
        size_t word = previous_token(source, open);

        return word != NOWHERE && token_is(&source->tokens[word], "for") &&
               counter_is_known(source, function, open, at, use, depth);
    }
    if (!is_sign(source, value, "="))
        return 0;
    value = next_token(source, value);
    size_t behind = expression_end(source, value, use), end = scope_end(source, behind);

    return end != NOWHERE && is_known(source, function, value, behind, NULL, depth + 1) &&
           (!is_assigned_in(source, name, behind, end) ||
            goes_to_bound(source, function, name, behind, end, depth));
}

/* Words with a value that only a kernel's threads know. */
static int is_of_thread(const struct token *token)
{
    return token_is(token, "threadIdx") || token_is(token, "blockIdx") ||
           token_is(token, "blockDim") || token_is(token, "gridDim");
}

/* counter: a name that may stand there and change. */
static int is_known(const struct source *source, size_t function, size_t first, size_t end,
                    const struct token *counter, int depth)
{
    if (depth > DEPTH_MOST)
        return 0;
    for (size_t i = first; i < end; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];
        size_t before = previous_token(source, i), next = next_token(source, i);

        if (token->kind != TOKEN_NAME || is_type_word(token) || is_sign(source, before, ".") ||
            token_is(&source->tokens[next], "(") || token_is(&source->tokens[next], "::") ||
            token_is(token, "sizeof") || token_is(token, "true") || token_is(token, "false"))
            continue;
        if (counter && same_name(token, counter))
            continue;
        if (is_of_thread(token) || is_assigned(source, i) ||
            !variable_is_known(source, function, i, depth))
            return 0;
    }
    return 1;
}

int index_is_known(const struct source *source, size_t function, size_t first, size_t end)
{
    return is_known(source, function, first, end, NULL, 0);
}
