/*
 * Which values of an expression device code stores without a hook: results of functions that are
 * structures, and small structures from variables: include/sim/results.h.
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

/* 1 if a function with the name at position has a body: it may be overloaded, and has no type then.
 */
static int is_function(const struct source *source, size_t position)
{
    const struct token *name = &source->tokens[position];

    for (size_t i = 0; i + 1 < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (token->length != name->length || !token_is(token + 1, "(") ||
            memcmp(token->text, name->text, name->length))
            continue;
        i = skip_group(source, i + 1, 0);
        if (i + 1 < source->count && token_is(&source->tokens[next_token(source, i)], "{"))
            return 1;
    }
    return 0;
}

/* 1 if [first, end) may be a variable, a member or an element, or a choice among some. */
static int may_be_variable(const struct source *source, size_t first, size_t end)
{
    static const char *const others[] = {"new",   "this",   "throw",   "nullptr", "true",
                                         "false", "sizeof", "alignof", "__null",  "operator"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (token_is(&source->tokens[first], others[i]))
            return 0;
    for (size_t i = first; i < end; i++)
        if (token_is(&source->tokens[i], "="))
            return 0;
    if (source->tokens[first].kind != TOKEN_NAME)
        return token_is(&source->tokens[first], "(");
    size_t last = previous_token(source, end);
    int is_name = last == first || token_is(&source->tokens[previous_token(source, last)], "::");
    return !is_name || !is_function(source, last);
}

int is_store_hidden(const struct translation *translation, size_t first, size_t end)
{
    const struct source *source = translation->source;

    return !token_is(&source->tokens[first], "{") &&
           !token_is(&source->tokens[first], "&") && /* perhaps of an overloaded function */
           (may_call(source, first, end) ||
            (translation->numbers_unseen && may_be_variable(source, first, end)));
}
