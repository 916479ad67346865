/*
 * Declarations that lambdas get: see lambdas.h.
 */
#include "lambdas.h"

#include "text.h"
#include "visible.h"

/* Whether a lambda may begin with the [ at position: it is no index, size or attribute. */
static int may_begin_lambda(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position);

    if (is_sign(source, before, "[)]") || is_sign(source, next_token(source, position), "["))
        return 0;
    return source->tokens[before].kind == TOKEN_PUNCTUATION ||
           token_is(&source->tokens[before], "return");
}

/* Whether the captures or parameters between open and close declare such a name. */
static int list_declares(const struct source *source, size_t open, size_t close,
                         const struct token *name)
{
    int is_value = 0; /* what stands behind x = */

    for (size_t i = open + 1; i < close; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, ","))
            is_value = 0;
        else if (token_is(token, "=") && i > open + 1)
            is_value = 1;
        else if (!is_value && same_name(token, name))
            return 1;
    }
    return 0;
}

/*
 * The brace that begins the body of the lambda whose captures begin at open; NOWHERE if it is none,
 * as in auto &[x, y] = pair, or if it declares the name itself.
 */
static size_t lambda_body(const struct source *source, size_t open, const struct token *name)
{
    for (size_t i = open; i < source->count; i = next_token(source, i)) {
        size_t close = skip_group(source, i, 0);

        if (token_is(&source->tokens[i], "{"))
            return i;
        if (is_sign(source, i, ";,=)]}") || close == NOWHERE ||
            list_declares(source, i, close, name))
            return NOWHERE;
        i = close;
    }
    return NOWHERE;
}

static int has_name(const struct source *source, size_t first, size_t end, const struct token *name)
{
    for (size_t i = first; i < end; i++)
        if (same_name(&source->tokens[i], name))
            return 1;
    return 0;
}

void declare_in_lambdas(struct source *source, size_t position, const char *declaration)
{
    const struct token *name = &source->tokens[position];
    size_t end = scope_end(source, position);

    for (size_t i = position + 1; end != NOWHERE && i < end; i++) {
        size_t body, close;

        if (!is_sign(source, i, "[") || !may_begin_lambda(source, i))
            continue;
        body = lambda_body(source, i, name);
        close = body == NOWHERE ? NOWHERE : closing_bracket(source, body);
        if (close == NOWHERE || !has_name(source, body, close, name))
            continue;
        token_put_after(&source->tokens[body], text_format(" %s {", declaration));
        token_put_before(&source->tokens[close], text_format("} "));
    }
}
