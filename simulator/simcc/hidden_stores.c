/*
 * Which values of an expression device code stores without a hook: results of functions that are
 * structures: include/sim/results.h.
 */
#include "constructs.h"

#include <string.h>

/* 1 if a function may be called in [first, end): by its name, or as an operator, [] among them. */
static int may_call(const struct source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];

        if (token->kind != TOKEN_PUNCTUATION)
            continue;
        if (strchr("+-*/%^|&~!<>", *token->text) && !token_is(token, "->"))
            return 1;
        if (i > first && (token_is(token, "(") || token_is(token, "[")) &&
            (token[-1].kind == TOKEN_NAME || token_is(token - 1, ">") || token_is(token - 1, ")") ||
             token_is(token - 1, "]")))
            return 1;
    }
    return 0;
}

int is_store_hidden(const struct source *source, size_t first, size_t end)
{
    return !token_is(&source->tokens[first], "{") &&
           !token_is(&source->tokens[first], "&") && /* perhaps of an overloaded function */
           may_call(source, first, end);
}
