/*
 * What phases are made of: see phase_text.h.
 */
#include "phase_text.h"

#include "visible.h"

#include <stdlib.h>

void add_variable(struct variables_list *variables, size_t name, char *type)
{
    variables->list = reallocate(variables->list, (variables->count + 1) * sizeof *variables->list);
    variables->list[variables->count++] = (struct variable){name, type};
}

void drop_variables(struct variables_list *variables, size_t count)
{
    while (variables->count > count)
        free(variables->list[--variables->count].type);
}

/* The token, as the translator has left it. */
static void add_token(struct text *text, const struct token *token)
{
    if (token->kind == TOKEN_DIRECTIVE)
        return;
    text_add_string(text, " ");
    if (token->before)
        text_add_string(text, token->before);
    if (token->instead)
        text_add_string(text, token->instead);
    else
        text_add(text, token->text, token->length);
    if (token->after)
        text_add_string(text, token->after);
}

/* Signs of several characters stay together. */
void add_tokens(const struct phases *it, struct text *text, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct token *token = &it->source->tokens[i];
        int joined = i > first && token->kind == TOKEN_PUNCTUATION && !token->before &&
                     tokens_touch(token - 1, token) && token[-1].kind == TOKEN_PUNCTUATION &&
                     !token->instead && !token->after;

        if (joined)
            text_add(text, token->text, token->length);
        else
            add_token(text, token);
    }
}

int is_named(const struct phases *it, const struct token *name, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (same_name(&it->source->tokens[i], name))
            return 1;
    return 0;
}

int is_changed_by_kernel(const struct phases *it, size_t position)
{
    const struct token *name = &it->source->tokens[position];

    for (size_t i = it->kernel->body; i < it->kernel->end; i++)
        if (i != position && same_name(&it->source->tokens[i], name) && is_altered(it->source, i))
            return 1;
    return 0;
}
