/*
 * Functions for all lanes at once: see lane_function.h.
 *
 * Its words are those of a list: the compiler would refuse anything that hangs on a lane's value,
 * and then all kernels of the file would be without loops.
 */
#include "lane_function.h"

#include "simple_types.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

static int is_shuffle(const struct token *token)
{
    return token_is(token, "__shfl_down_sync") || token_is(token, "__shfl_up_sync") ||
           token_is(token, "__shfl_xor_sync") || token_is(token, "__shfl_sync");
}

/* Words of the function's declaration before its name. */
static int is_declaring(const struct token *token)
{
    return is_simple_type(token) || token_is(token, "__device__") || token_is(token, "inline") ||
           token_is(token, "static") || token_is(token, "__forceinline__") ||
           token_is(token, "__inline__");
}

static int is_kept_in_lanes(const struct token *token)
{
    return token_is(token, "int") || token_is(token, "unsigned") || token_is(token, "long") ||
           token_is(token, "float") || token_is(token, "double");
}

/* The mask of all lanes, as a number. */
static int is_full_mask(const struct source *source, size_t position)
{
    return source->tokens[position].kind == TOKEN_NUMBER &&
           strtoull(source->tokens[position].text, NULL, 0) == 0xFFFFFFFFull &&
           is_sign(source, next_token(source, position), ",");
}

static int allows_name(const struct source *source, const struct lane_function *function,
                       size_t position, int *in_header)
{
    const struct token *token = &source->tokens[position];
    size_t next = next_token(source, position), before = previous_token(source, position);

    if (token_is(token, "for")) {
        *in_header = is_sign(source, next, "(");
        return *in_header;
    }
    if (is_simple_type(token)) /* declares the loop's counter */
        return *in_header && (is_sign(source, before, "(") || is_simple_type(token - 1));
    if (is_shuffle(token))
        return is_sign(source, next, "(") && is_full_mask(source, next_token(source, next));
    if (same_name(token, &source->tokens[function->parameter]))
        return !*in_header && !is_sign(source, next, "(");
    if (token_is(token, "return"))
        return statement_end(source, position) + 1 == function->end;
    return declaration_of(source, function->name, position) != NOWHERE &&
           !is_sign(source, next, "(");
}

/* The body is loops, assignments and shuffles, and last what is returned. */
static int allows_body(const struct source *source, const struct lane_function *function)
{
    int in_header = 0, shuffles = 0, returns = 0;
    size_t header_end = 0;

    for (size_t i = function->body + 1; i < function->end; i++) {
        const struct token *token = &source->tokens[i];

        if (in_header && i == header_end)
            in_header = 0;
        if (token->kind == TOKEN_NAME) {
            int before = in_header;

            if (!allows_name(source, function, i, &in_header))
                return 0;
            if (in_header && !before)
                header_end = skip_group(source, next_token(source, i), 0);
            shuffles += is_shuffle(token);
            returns += token_is(token, "return");
        } else if (token->kind == TOKEN_PUNCTUATION
                       ? !is_sign(source, i, in_header ? "(),;=+-*/<>" : "(){},;=+-*")
                       : token->kind != TOKEN_NUMBER && token->kind != TOKEN_DIRECTIVE) {
            return 0;
        }
    }
    return shuffles > 0 && returns == 1;
}

/* One parameter of a type that lanes can have, which the result has, too. */
static int reads_declaration(const struct source *source, size_t name,
                             struct lane_function *function)
{
    size_t open = next_token(source, name), close = closing_bracket(source, open), first = name;
    char *result, *parameter;
    int is_same;

    if (close == NOWHERE || !is_sign(source, next_token(source, close), "{"))
        return 0;
    *function = (struct lane_function){
        .name = name, .type = open + 1, .parameter = close - 1, .body = next_token(source, close)};
    function->end = closing_bracket(source, function->body);
    if (function->end == NOWHERE || function->parameter <= function->type)
        return 0;
    for (size_t i = function->type; i < function->parameter; i++)
        if (!is_kept_in_lanes(&source->tokens[i]))
            return 0;
    while (first > 0 && is_declaring(&source->tokens[first - 1]))
        first--;
    if (first > 0 && !is_sign(source, previous_token(source, first), ";}"))
        return 0;
    while (first < name && !is_kept_in_lanes(&source->tokens[first]))
        first++;
    result = tokens_text(source, first, name);
    parameter = tokens_text(source, function->type, function->parameter);
    is_same = !strcmp(result, parameter) && source->tokens[close - 1].kind == TOKEN_NAME &&
              !is_simple_type(&source->tokens[close - 1]);
    free(result);
    free(parameter);
    return is_same;
}

int find_lane_function(const struct source *source, const struct token *name,
                       struct lane_function *function)
{
    int count = 0;

    for (size_t i = 1; i + 1 < source->count; i++)
        if (same_name(&source->tokens[i], name) && is_declaring(&source->tokens[i - 1])) {
            if (count++ || !reads_declaration(source, i, function))
                return 0;
        }
    return count == 1 && allows_body(source, function);
}

int has_lane_function(const struct source *source, size_t first, size_t end)
{
    struct lane_function function;

    for (size_t i = first; i < end; i++)
        if (source->tokens[i].kind == TOKEN_NAME && is_sign(source, next_token(source, i), "(") &&
            find_lane_function(source, &source->tokens[i], &function))
            return 1;
    return 0;
}
