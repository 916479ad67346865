/*
 * The end of a kernel whose last statement is a branch or a loop with a barrier in it. A compiler
 * makes the same of
 *     if (tid < n) { ...; __syncthreads(); }
 * and of
 *     if (tid >= n) return; ...; __syncthreads();
 * although only the first one's other threads go around the barrier. So
 *     ... } becomes ... ::sim_kernel_ends(); }
 * which a thread that has returned before does not call.
 */
#include "constructs.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* __syncthreads and the like, or sync, of a group. */
static int is_barrier(const struct token *token)
{
    static const char name[] = "__syncthreads";

    return token->kind == TOKEN_NAME &&
           (token_is(token, "sync") ||
            (token->length >= sizeof name - 1 && !memcmp(token->text, name, sizeof name - 1)));
}

/* 1 if it begins a statement that ends with a brace, if it has one. */
static int is_condition(const struct token *token)
{
    return token_is(token, "if") || token_is(token, "for") || token_is(token, "while") ||
           token_is(token, "switch");
}

/* The first token of the last statement between the braces; NOWHERE if there is none. */
static size_t last_statement(const struct source *source, size_t open, size_t close)
{
    size_t first = NOWHERE, begin = next_token(source, open);

    for (size_t i = begin; i < close; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];
        size_t next;

        if (first == NOWHERE)
            first = i;
        if (token_is(token, "(") || token_is(token, "[") || token_is(token, "{"))
            i = skip_group(source, i, 0);
        next = next_token(source, i);
        if (next >= close)
            break;
        if (token_is(token, ";") || (token_is(token, "{") && is_condition(&source->tokens[first])))
            if (!token_is(&source->tokens[next], "else"))
                first = NOWHERE;
    }
    return first;
}

void translate_kernel_end(struct translation *translation, size_t body)
{
    struct source *source = translation->source;
    size_t close = closing_bracket(source, body);
    size_t first = close != NOWHERE ? last_statement(source, body, close) : NOWHERE;

    if (first == NOWHERE ||
        !(is_condition(&source->tokens[first]) || token_is(&source->tokens[first], "do")))
        return;
    for (size_t i = first; i < close; i++)
        if (is_barrier(&source->tokens[i])) {
            token_put_before(&source->tokens[close], text_format(" ::sim_kernel_ends(); "));
            return;
        }
}
