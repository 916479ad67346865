/*
 * What is the same in all threads of a block: see uniform.h.
 */
#include "uniform.h"

#include "loops.h"
#include "text.h"
#include "visible.h"

#include <stdlib.h>

/* *p = value */
static int is_pointed_to(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position), next = next_token(source, position);

    return is_sign(source, before, "*") && is_sign(source, before - 1, ";{})(,*=") &&
           !(is_sign(source, next, "+-") && is_sign(source, next + 1, "+-"));
}

int is_altered(const struct source *source, size_t position)
{
    size_t last = position;

    if (is_pointed_to(source, position))
        return 0;

    while (is_sign(source, next_token(source, last), "."))
        last = next_token(source, next_token(source, last));
    return is_changed(source, position, last);
}

static int is_altered_within(const struct source *source, const struct token *name, size_t first,
                             size_t end)
{
    for (size_t i = first; i < end; i++)
        if (same_name(&source->tokens[i], name) && is_altered(source, i))
            return 1;
    return 0;
}

static int is_known(const struct uniform *uniform, size_t name)
{
    for (size_t i = 0; i < uniform->count; i++)
        if (uniform->names[i] == name)
            return 1;
    return 0;
}

static int is_uniform_name(const struct uniform *uniform, size_t position)
{
    const struct definition *kernel = uniform->kernel;
    const struct source *source = kernel->source;
    const struct token *token = &source->tokens[position];
    size_t before = previous_token(source, position), declared;

    if (token_is(token, "blockDim") || token_is(token, "blockIdx") || token_is(token, "gridDim") ||
        is_simple_type(token) || token_is(token, "true") || token_is(token, "false"))
        return 1;
    if (is_sign(source, before, "."))
        return 1; /* a member of what was looked at before */
    if (token_is(token, "threadIdx") || is_sign(source, next_token(source, position), "("))
        return 0;
    declared = declaration_of(source, kernel->first, position);
    if (declared != NOWHERE && is_known(uniform, declared))
        return 1;
    return (declared == NOWHERE || declared < kernel->body) &&
           !is_altered_within(source, token, kernel->body, kernel->end);
}

/* A * or & with nothing before it takes a value from memory, or an address. */
static int is_uniform_sign(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position);

    if (is_sign(source, position, "[]{}") || token_is(&source->tokens[position], "->"))
        return 0;
    if (is_sign(source, position, "*"))
        return source->tokens[before].kind == TOKEN_NUMBER || is_sign(source, before, ")") ||
               (source->tokens[before].kind == TOKEN_NAME &&
                !is_simple_type(&source->tokens[before]));
    if (is_sign(source, position, "="))
        return is_sign(source, before, "=!<>") || is_sign(source, position + 1, "=");
    return !(is_sign(source, position, "+-") && is_sign(source, position + 1, "+-") &&
             *source->tokens[position].text == *source->tokens[position + 1].text);
}

int is_uniform(const struct uniform *uniform, size_t first, size_t end)
{
    const struct source *source = uniform->kernel->source;

    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];

        if (token->kind == TOKEN_NAME ? !is_uniform_name(uniform, i)
            : token->kind == TOKEN_PUNCTUATION
                ? !is_uniform_sign(source, i)
                : token->kind != TOKEN_NUMBER && token->kind != TOKEN_DIRECTIVE)
            return 0;
        if (token->kind == TOKEN_NAME && is_changed(source, i, i))
            return 0;
    }
    return 1;
}

void add_uniform(struct uniform *uniform, size_t name)
{
    uniform->names = reallocate(uniform->names, (uniform->count + 1) * sizeof name);
    uniform->names[uniform->count++] = name;
}

int parts_around_barrier(const struct source *source, size_t position, size_t *first, size_t *end,
                         size_t *other, size_t *other_end)
{
    size_t open = next_token(source, position), close, last = statement_end(source, position);

    *other = *other_end = last;
    if (is_sign(source, position, "{")) {
        *first = position + 1;
        *end = closing_bracket(source, position);
        return *end == last;
    }
    if ((!token_is(&source->tokens[position], "for") &&
         !token_is(&source->tokens[position], "while") &&
         !token_is(&source->tokens[position], "if")) ||
        !is_sign(source, open, "("))
        return 0;
    close = skip_group(source, open, 0);
    *first = next_token(source, close);
    *end = last + 1;
    if (!is_sign(source, *first, "{"))
        return !has_word(source, *first, last, "else");
    *end = closing_bracket(source, *first);
    ++*first;
    if (*end == last)
        return 1;
    *other = next_token(source, *end);
    if (!token_is(&source->tokens[position], "if") || !token_is(&source->tokens[*other], "else"))
        return 0;
    ++*other;
    *other_end = last + 1;
    return 1;
}

/*
 * Whether the statement at position, or the part of a for's header, is one that all threads pass in
 * the same way, as far as the branches around it have barriers, too.
 */
static int is_passed_by_all(const struct definition *kernel, size_t position)
{
    const struct source *source = kernel->source;
    size_t first = kernel->body + 1, end = kernel->end, other, other_end;

    for (size_t i = first; i < end;) {
        size_t last = statement_end(source, i);

        if (source->tokens[i].kind == TOKEN_DIRECTIVE || last < position) {
            i = source->tokens[i].kind == TOKEN_DIRECTIVE ? i + 1 : last + 1;
            continue;
        }
        if (i >= position)
            return 1;
        if (!has_word(source, i, last, "__syncthreads") ||
            !parts_around_barrier(source, i, &first, &end, &other, &other_end))
            return 0;
        if (position < first) /* in the header */
            return token_is(&source->tokens[i], "for");
        if (position >= end) {
            first = other;
            end = other_end;
        }
        i = first;
    }
    return 0;
}

/* The change of the variable at use: x = value, x += value, ++x; all of it is uniform. */
static int is_uniform_change(const struct uniform *uniform, size_t use)
{
    const struct source *source = uniform->kernel->source;
    size_t first = use, value = use + 1, end;

    while (is_sign(source, first - 1, "+-"))
        first--;
    while (is_sign(source, value, "+-*/%&|^<>="))
        value++;
    end = expression_end(source, value);
    return is_sign(source, previous_token(source, first), ";{}()") &&
           is_passed_by_all(uniform->kernel, first) && is_sign(source, end, ";)") &&
           is_uniform(uniform, value, end);
}

int find_uniform(struct uniform *uniform, size_t name, size_t first, size_t end)
{
    const struct source *source = uniform->kernel->source;

    if (!is_uniform(uniform, first, end))
        return 0;
    add_uniform(uniform, name);
    for (size_t i = end; i < uniform->kernel->end; i++)
        if (same_name(&source->tokens[i], &source->tokens[name]) && is_altered(source, i) &&
            declaration_of(source, uniform->kernel->first, i) == name &&
            (!is_changed(source, i, i) || !is_uniform_change(uniform, i))) {
            uniform->count--;
            return 0;
        }
    return 1;
}

size_t changed_uniform(const struct uniform *uniform, size_t position)
{
    const struct source *source = uniform->kernel->source;
    size_t use = position, declared;

    while (is_sign(source, use, "+-"))
        use++;
    if (source->tokens[use].kind != TOKEN_NAME || !is_changed(source, use, use))
        return NOWHERE;
    declared = declaration_of(source, uniform->kernel->first, use);
    return declared != NOWHERE && declared != use && is_known(uniform, declared) ? declared
                                                                                 : NOWHERE;
}
