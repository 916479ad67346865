/*
 * The translator's walk over the tokens: see translate.h.
 */
#include "translate.h"

#include "constructs.h"
#include "scopes.h"
#include "text.h"

#include <stdlib.h>

static void translate_punctuation(struct translation *translation, size_t position)
{
    const struct token *token = &translation->source->tokens[position];

    switch (*token->text) {
    case '{': open_scope(translation, position); break;
    case '}': close_scope(translation, position); break;
    case '[': translate_local_array(translation, position); /* fall through */
    case '(': translation->parentheses++; break;
    case ')':
    case ']':
        if (translation->parentheses)
            translation->parentheses--;
        break;
    case ';':
        if (!translation->parentheses)
            translation->declaration_start = position + 1;
        break;
    case '<':
        if (is_launch(translation->source, position))
            translate_launch(translation, position);
        break;
    case '=':
        if (translation->results_unseen)
            translate_assignment(translation, position);
        break;
    }
}

static void translate_name(struct translation *translation, size_t position)
{
    const struct token *token = &translation->source->tokens[position];

    if (innermost_scope(translation)->kind == SCOPE_CLASS)
        note_constructor(translation, position);
    if (token_is(token, "__global__"))
        translate_kernel(translation, position);
    else if (token_is(token, "__shared__"))
        translate_shared(translation, position);
    else if (token_is(token, "__device__") || token_is(token, "__host__") ||
             token_is(token, "__constant__") || token_is(token, "__managed__"))
        translate_device_qualifier(translation, position);
    else if (token_is(token, "static"))
        translate_static_local(translation, position);
    else
        translate_word(translation, position);
}

void translate(struct translation *translation)
{
    struct source *source = translation->source;

    translation->scopes = allocate(sizeof *translation->scopes);
    translation->scopes[0] = (struct scope){.kind = SCOPE_NAMESPACE};
    translation->depth = 1;
    for (size_t i = 0; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (i < translation->skip_to)
            continue;
        if (token->kind == TOKEN_NAME)
            translate_name(translation, i);
        else if (token->kind == TOKEN_PUNCTUATION)
            translate_punctuation(translation, i);
        else if (token->kind == TOKEN_DIRECTIVE)
            translate_directive(translation, i);
        else if (token->kind == TOKEN_SYSTEM && translation->depth == 1)
            translation->declaration_start = i + 1;
    }
    insert_launchers(translation);
    free(translation->scopes);
    free(translation->empty_constructors.tokens);
    free(translation->meetings.tokens);
}
