/*
 * The state of a translation: see translation.h.
 */
#include "translation.h"

#include <stdarg.h>
#include <stdio.h>

static void print_message(const struct token *token, const char *kind, const char *format,
                          va_list arguments)
{
    fprintf(stderr, "%s:%d: %s: ", token->file, token->line, kind);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void translation_error(struct translation *translation, size_t position, const char *format, ...)
{
    va_list arguments;

    translation->errors++;
    if (translation->silent)
        return;
    va_start(arguments, format);
    print_message(&translation->source->tokens[position], "error", format, arguments);
    va_end(arguments);
}

void translation_warning(struct translation *translation, size_t position, const char *format, ...)
{
    va_list arguments;

    translation->warnings++;
    if (translation->repeated || translation->silent)
        return;
    va_start(arguments, format);
    print_message(&translation->source->tokens[position], "warning", format, arguments);
    va_end(arguments);
}

struct scope *innermost_scope(const struct translation *translation)
{
    return &translation->scopes[translation->depth - 1];
}

int only_on_device(const struct translation *translation)
{
    const struct scope *scope = innermost_scope(translation);

    return scope->kind == SCOPE_CODE && (scope->where & ON_DEVICE) && !(scope->where & ON_HOST);
}

int maybe_on_device(const struct translation *translation)
{
    const struct scope *scope = innermost_scope(translation);

    return scope->kind == SCOPE_CODE && (scope->where & ON_DEVICE);
}
