/*
 * Assignments in device code:
 *     s[t] = make(t);     becomes     s[t] = ::cuda_sim::result(make(t));
 *
 * g++ does not instrument the store of a structure that a called function returns:
 * the function writes to s[t] through a hidden pointer, or the caller stores the
 * registers that it came in. Handed through a reference, the structure is stored
 * by an assignment of its own, which is instrumented. clang++ does that by itself; there it does no
 * harm. Objects that are made in place: in_place.c.
 */
#include "constructs.h"

#include "text.h"

#include <string.h>

/* Sign after which an operator cannot be a lone =, as in == <= += */
static int is_operator_sign(const struct token *token)
{
    return token->kind == TOKEN_PUNCTUATION && strchr("=!<>+-*/%&|^", *token->text) != NULL;
}

static int is_lone_equal_sign(const struct source *source, size_t position)
{
    const struct token *token = &source->tokens[position];

    return position > 0 && !token_is(token - 1, "operator") &&
           !(is_operator_sign(token - 1) && tokens_touch(token - 1, token)) &&
           !(token_is(token + 1, "=") && tokens_touch(token, token + 1));
}

/* 1 if the ) at position ends the condition of an if or a loop. */
static int ends_condition(const struct source *source, size_t position)
{
    size_t open = opening_bracket(source, position);
    size_t word = open == NOWHERE ? NOWHERE : previous_token(source, open);

    return word != NOWHERE &&
           (token_is(&source->tokens[word], "if") || token_is(&source->tokens[word], "while") ||
            token_is(&source->tokens[word], "for") || token_is(&source->tokens[word], "switch") ||
            token_is(&source->tokens[word], "constexpr"));
}

/* 1 if an expression may begin after the token at position. */
static int precedes_expression(const struct source *source, size_t position)
{
    static const char *const words[] = {
        ";", "{", "}", "(", ",", ":", "?", "=", "else", "do", "return",
    };

    if (position == NOWHERE)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(&source->tokens[position], words[i]))
            return 1;
    return token_is(&source->tokens[position], ")") && ends_condition(source, position);
}

/* The name of the cast whose > stands at position: reinterpret_cast<int3 *>. Or NOWHERE. */
static size_t cast_name(const struct source *source, size_t position)
{
    size_t depth = 0;

    for (size_t i = position; i != NOWHERE; i = previous_token(source, i)) {
        depth += token_is(&source->tokens[i], ">");
        depth -= token_is(&source->tokens[i], "<");
        if (depth)
            continue;
        i = previous_token(source, i);
        return i != NOWHERE && (token_is(&source->tokens[i], "reinterpret_cast") ||
                                token_is(&source->tokens[i], "static_cast"))
                   ? i
                   : NOWHERE;
    }
    return NOWHERE;
}

/* The first token of the postfix expression (a.b[i], f(x)->y) that ends at position, or NOWHERE. */
static size_t postfix_start(const struct source *source, size_t position)
{
    size_t i = position;

    while (i != NOWHERE) {
        const struct token *token = &source->tokens[i];
        size_t before;

        if (token_is(token, "]") || token_is(token, ")")) {
            int brackets = token_is(token, "]");

            i = opening_bracket(source, i);
            before = i == NOWHERE ? NOWHERE : previous_token(source, i);
            if (before == NOWHERE)
                return NOWHERE;
            token = &source->tokens[before];
            if (token_is(token, ">") && cast_name(source, before) != NOWHERE)
                return cast_name(source, before);
            if (brackets || (token->kind == TOKEN_NAME && !precedes_expression(source, before)) ||
                token_is(token, "]")) {
                i = before; /* what is indexed or called */
                continue;
            }
        } else if (token->kind != TOKEN_NAME || is_type_word(token)) {
            return NOWHERE;
        } else {
            before = previous_token(source, i);
        }
        if (before == NOWHERE ||
            !(token_is(&source->tokens[before], ".") || token_is(&source->tokens[before], "->") ||
              token_is(&source->tokens[before], "::")))
            return i;
        i = previous_token(source, before);
    }
    return NOWHERE;
}

/* The first token of the statement, or of the list in parentheses, that position is part of. */
static size_t statement_start(const struct source *source, size_t position)
{
    size_t first = position;

    for (size_t i = previous_token(source, position); i != NOWHERE; i = previous_token(source, i)) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, ";") || token_is(token, "{") || token_is(token, "(") ||
            token_is(token, "["))
            break;
        if (token_is(token, ")") || token_is(token, "]") || token_is(token, "}"))
            i = opening_bracket(source, i);
        if (i == NOWHERE)
            break;
        first = i;
    }
    return first;
}

/* 1 if a declaration begins at first: a type, perhaps ns::type<...> *, and a name. */
static int is_declaration(const struct source *source, size_t first)
{
    size_t i = first;

    if (is_type_word(&source->tokens[i]))
        return 1;
    if (source->tokens[i].kind != TOKEN_NAME)
        return 0;
    for (i = next_token(source, i); token_is(&source->tokens[i], "::"); i = next_token(source, i))
        i = next_token(source, i);
    i = token_is(&source->tokens[i], "<") ? next_token(source, skip_group(source, i, 1)) : i;
    while (token_is(&source->tokens[i], "*") || token_is(&source->tokens[i], "&") ||
           token_is(&source->tokens[i], "const"))
        i = next_token(source, i);
    return source->tokens[i].kind == TOKEN_NAME;
}

/* The token before the *, & and casts to pointers that end at position: *(int3 *)&p[i]. */
static size_t before_prefixes(const struct source *source, size_t position)
{
    while (position != NOWHERE) {
        const struct token *token = &source->tokens[position];
        size_t last = previous_token(source, position);

        if (token_is(token, ")") && last != NOWHERE && token_is(&source->tokens[last], "*"))
            position = opening_bracket(source, position);
        else if (!token_is(token, "*") && !token_is(token, "&"))
            return position;
        position = position == NOWHERE ? NOWHERE : previous_token(source, position);
    }
    return NOWHERE;
}

/* 1 if the expression that ends before the = at position is assigned to, and is no declaration. */
static int is_assigned(const struct source *source, size_t position)
{
    size_t first = previous_token(source, position);

    first = first == NOWHERE ? NOWHERE : postfix_start(source, first);
    if (first == NOWHERE)
        return 0;
    first = before_prefixes(source, previous_token(source, first));
    return precedes_expression(source, first) &&
           !(token_is(&source->tokens[first], ",") &&
             is_declaration(source, statement_start(source, first)));
}

/* The token that ends the expression which begins at first. */
static size_t expression_end(const struct source *source, size_t first)
{
    size_t questions = 0;

    for (size_t i = first; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, ";") || token_is(token, ",") || token_is(token, ")") ||
            token_is(token, "]") || token_is(token, "}") || (token_is(token, ":") && !questions))
            return i;
        questions += token_is(token, "?");
        questions -= token_is(token, ":");
        i = skip_group(source, i, i > first && token[-1].kind == TOKEN_NAME);
    }
    return NOWHERE;
}

void translate_assignment(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    size_t first, end;

    if (!maybe_on_device(translation) || !is_lone_equal_sign(source, position) ||
        !is_assigned(source, position))
        return;
    first = next_token(source, position);
    end = expression_end(source, first);
    if (end != NOWHERE && token_is(&source->tokens[first], "{"))
        translate_initialiser(translation, first);
    if (end == NOWHERE || !is_store_hidden(source, first, end))
        return;
    token_put_before(&source->tokens[first], text_format("::cuda_sim::result("));
    token_put_after(&source->tokens[previous_token(source, end)], text_format(")"));
}
