/*
 * Questions to single tokens, and the edits on them: see tokens.h.
 */
#include "tokens.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

void source_write(const struct source *source, struct text *output)
{
    const char *end = source->text; /* of the text that is written so far */

    for (size_t i = 0; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        text_add(output, end, (size_t)(token->text - end));
        if (token->before)
            text_add_string(output, token->before);
        if (token->instead)
            text_add_string(output, token->instead);
        else
            text_add(output, token->text, token->length);
        if (token->after)
            text_add_string(output, token->after);
        end = token->text + token->length;
    }
}

int token_is(const struct token *token, const char *word)
{
    return token->length == strlen(word) && !memcmp(token->text, word, token->length) &&
           (token->kind == TOKEN_NAME || token->kind == TOKEN_PUNCTUATION);
}

int tokens_touch(const struct token *first, const struct token *second)
{
    return first->text + first->length == second->text;
}

char *token_string(const struct token *token)
{
    return text_format("%.*s", (int)token->length, token->text);
}

static char *join(char *first, char *second)
{
    char *both;

    if (!first)
        return second;
    both = text_format("%s%s", first, second);
    free(first);
    free(second);
    return both;
}

void token_put_before(struct token *token, char *code)
{
    token->before = join(token->before, code);
}

void token_put_after(struct token *token, char *code)
{
    token->after = join(token->after, code);
}

void token_replace(struct token *token, char *code)
{
    free(token->instead);
    token->instead = code;
}

void token_erase(struct token *token)
{
    token_replace(token, text_format("%s", ""));
}

void erase_tokens(struct source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (source->tokens[i].kind != TOKEN_DIRECTIVE)
            token_erase(&source->tokens[i]);
}
