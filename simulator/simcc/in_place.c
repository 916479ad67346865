/*
 * Objects that device code makes where they are to stay:
 *     new (&s[t]) type(make(t));        becomes    … type(::cuda_sim::made_of(make(t)));
 *     __device__ type(int t) : a(make(t)) {}       : a(::cuda_sim::made_of(make(t))) {}
 *     s[t] = {make(t), t};                         = {::cuda_sim::made_of(make(t)), t};
 *
 * A structure that a function returns would go there unseen: see assignments.c.
 */
#include "constructs.h"

#include "text.h"

#include <stdlib.h>

/* 1 if [first, end) ends with a member's name: perhaps of a bit-field, which has no reference. */
static int is_member(const struct source *source, size_t first, size_t end)
{
    size_t last = previous_token(source, end);

    return last != first && (token_is(&source->tokens[previous_token(source, last)], ".") ||
                             token_is(&source->tokens[previous_token(source, last)], "->"));
}

void translate_initialiser(struct translation *translation, size_t open)
{
    struct source *source = translation->source;
    size_t close = skip_group(source, open, 0);

    if (close == open)
        return;
    struct list list = read_list(source, open, close);

    for (size_t i = 0; i < list.count; i++) {
        size_t first = list.elements[i].first, end = list.elements[i].end;

        if (first < end && token_is(&source->tokens[end - 1], "..."))
            end--;
        if (first == end || token_is(&source->tokens[first], ".") || /* .member = value */
            is_member(source, first, end) || !is_store_hidden(source, first, end))
            continue;
        token_put_before(&source->tokens[first], text_format("::cuda_sim::made_of("));
        token_put_after(&source->tokens[previous_token(source, end)], text_format(")"));
    }
    free(list.elements);
}

/* The position behind a type's or a member's name, perhaps ns::name<...>. */
static size_t behind_name(const struct source *source, size_t i)
{
    while (source->tokens[i].kind == TOKEN_NAME || token_is(&source->tokens[i], "::")) {
        i = next_token(source, i);
        if (token_is(&source->tokens[i], "<"))
            i = next_token(source, skip_group(source, i, 1));
    }
    return i;
}

static int opens_initialiser(const struct token *token)
{
    return token_is(token, "(") || token_is(token, "{");
}

void translate_new_arguments(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    size_t i = next_token(source, position);

    if (token_is(&source->tokens[i], "(")) /* the place */
        i = next_token(source, skip_group(source, i, 0));
    i = behind_name(source, i);
    if (translation->results_unseen && opens_initialiser(&source->tokens[i]))
        translate_initialiser(translation, i);
}

void translate_member_initialisers(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    size_t i = position;

    while (source->tokens[i].kind == TOKEN_NAME)
        i = next_token(source, i);
    if (!translation->results_unseen || !token_is(&source->tokens[i], "("))
        return;
    i = next_token(source, skip_group(source, i, 0));
    if (token_is(&source->tokens[i], "noexcept"))
        i = next_token(source, i);
    while (token_is(&source->tokens[i], ":") || token_is(&source->tokens[i], ",")) {
        size_t open = behind_name(source, next_token(source, i));

        if (!opens_initialiser(&source->tokens[open]))
            return;
        translate_initialiser(translation, open);
        i = next_token(source, skip_group(source, open, 0));
    }
}
