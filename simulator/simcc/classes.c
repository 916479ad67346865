/*
 * Classes whose constructor does nothing: X() {}. Objects of such a class may lie
 * in shared memory (see shared.c), where no constructor runs.
 */
#include "constructs.h"

#include "text.h"

#include <string.h>

size_t class_name(const struct source *source, size_t first, size_t brace)
{
    size_t name = NOWHERE;

    for (size_t i = first; i < brace; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, "template"))
            i = skip_group(source, next_token(source, i), 1);
        else if (token_is(token, ":") || token_is(token, "final") ||
                 (token_is(token, "<") && name != NOWHERE))
            break;
        else if (token_is(token, "__align__") || token_is(token, "alignas") ||
                 token_is(token, "__attribute__"))
            i = skip_group(source, next_token(source, i), 0);
        else if (token->kind == TOKEN_NAME && !is_type_word(token))
            name = i;
    }
    return name;
}

static int same_name(const struct token *one, const struct token *other)
{
    return one->length == other->length && !memcmp(one->text, other->text, one->length);
}

/* The token after () or (void), which begins at open; NOWHERE for other parameters. */
static size_t after_no_parameters(const struct source *source, size_t open)
{
    size_t next = next_token(source, open);

    if (!token_is(&source->tokens[open], "("))
        return NOWHERE;
    if (token_is(&source->tokens[next], "void"))
        next = next_token(source, next);
    return token_is(&source->tokens[next], ")") ? next_token(source, next) : NOWHERE;
}

void note_constructor(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    const struct token *tokens = source->tokens;
    size_t name = innermost_scope(translation)->name;
    struct name_list *list = &translation->empty_constructors;
    size_t body;

    if (name == NOWHERE || !same_name(&tokens[name], &tokens[position]) ||
        token_is(&tokens[position - 1], "~"))
        return;
    body = after_no_parameters(source, next_token(source, position));
    if (body != NOWHERE && token_is(&tokens[body], "noexcept"))
        body = next_token(source, body);
    if (body == NOWHERE || !token_is(&tokens[body], "{") ||
        !token_is(&tokens[next_token(source, body)], "}"))
        return;
    list->tokens = reallocate(list->tokens, (list->count + 1) * sizeof *list->tokens);
    list->tokens[list->count++] = &tokens[name];
}

int has_empty_constructor(const struct translation *translation, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        for (size_t n = 0; n < translation->empty_constructors.count; n++)
            if (same_name(&translation->source->tokens[i],
                          translation->empty_constructors.tokens[n]))
                return 1;
    return 0;
}
