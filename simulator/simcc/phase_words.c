/*
 * The words of a kernel that may run phase by phase: see phase_words.h.
 *
 * This is a list of what is known to be harmless: a kernel with any other word runs as ever, each
 * of its threads on a stack of its own.
 */
#define _GNU_SOURCE
#include "phase_words.h"

#include "lane_function.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Words of C++ in statements; those that are followed by a parenthesis call nothing. */
static const char *const statements[] = {
    "if",   "else",    "for",     "while",       "do",         "switch",
    "case", "default", "return",  "break",       "continue",   "sizeof",
    "true", "false",   "nullptr", "static_cast", "const_cast", "reinterpret_cast",
};

/* Functions of one thread alone. */
static const char *const functions[] = {
    "min",         "max",         "abs",          "fabs",       "fabsf",      "fmin",
    "fminf",       "fmax",        "fmaxf",        "sqrt",       "sqrtf",      "rsqrt",
    "rsqrtf",      "cbrt",        "cbrtf",        "exp",        "expf",       "exp2",
    "exp2f",       "log",         "logf",         "log2",       "log2f",      "log10",
    "log10f",      "pow",         "powf",         "sin",        "sinf",       "cos",
    "cosf",        "tan",         "tanf",         "tanh",       "tanhf",      "atan",
    "atanf",       "atan2",       "atan2f",       "floor",      "floorf",     "ceil",
    "ceilf",       "round",       "roundf",       "trunc",      "truncf",     "fma",
    "fmaf",        "fmod",        "fmodf",        "hypot",      "hypotf",     "erf",
    "erff",        "__popc",      "__clz",        "__ffs",      "__brev",     "make_int2",
    "make_int3",   "make_int4",   "make_uint2",   "make_uint3", "make_uint4", "make_float2",
    "make_float3", "make_float4", "make_double2",
};

/* These wait, leave the function in another way, or belong to a thread. */
static const char *const refused[] = {
    "goto",         "try",           "catch",
    "throw",        "new",           "delete",
    "asm",          "__asm__",       "__asm",
    "volatile",     "static",        "this",
    "operator",     "template",      "typename",
    "class",        "struct",        "union",
    "enum",         "typedef",       "using",
    "namespace",    "auto",          "decltype",
    "co_await",     "co_yield",      "co_return",
    "warpSize",     "__func__",      "__FUNCTION__",
    "alignas",      "__attribute__", "__PRETTY_FUNCTION__",
    "thread_local",
};

static int is_one_of(const struct token *token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (token_is(token, words[i]))
            return 1;
    return 0;
}

int has_word(const struct source *source, size_t first, size_t end, const char *word)
{
    for (size_t i = first; i < end; i++)
        if (token_is(&source->tokens[i], word))
            return 1;
    return 0;
}

/* Whether the program has a function of that name itself, as far as this file shows. */
static int is_defined_here(const struct source *source, const struct token *name)
{
    for (size_t i = 1; i < source->count - 1; i++) {
        size_t before = previous_token(source, i);

        if (same_name(&source->tokens[i], name) && is_sign(source, next_token(source, i), "(") &&
            before != NOWHERE && source->tokens[before].kind == TOKEN_NAME &&
            !is_one_of(&source->tokens[before], statements, COUNT(statements)))
            return 1;
    }
    return 0;
}

/* A call whose result nobody takes. */
static int is_statement(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position), open;
    size_t close = closing_bracket(source, next_token(source, position));

    if (close == NOWHERE || !is_sign(source, next_token(source, close), ";"))
        return 0;
    if (is_sign(source, before, ";{}") || token_is(&source->tokens[before], "else"))
        return 1;
    open = is_sign(source, before, ")") ? opening_bracket(source, before) : NOWHERE;
    return open != NOWHERE && token_is(&source->tokens[previous_token(source, open)], "if");
}

/* A name before a parenthesis. */
static int may_be_called(const struct definition *kernel, size_t position)
{
    const struct source *source = kernel->source;
    const struct token *token = &source->tokens[position];

    if (token_is(token, "__syncthreads") || has_lane_function(source, position, position + 1))
        return 1;
    if (token_is(token, "atomicAdd"))
        return !is_defined_here(source, token) && is_statement(source, position);
    if (is_one_of(token, statements, COUNT(statements)))
        return 1;
    if (is_simple_type(token)) /* float(x), but not float x(y) */
        return 1;
    return is_one_of(token, functions, COUNT(functions)) && !is_defined_here(source, token);
}

/* Two names side by side, or with stars between them, declare something, or one is no name. */
static int is_unknown_type(const struct definition *kernel, size_t position)
{
    const struct source *source = kernel->source;
    const struct token *token = &source->tokens[position];
    size_t next = next_token(source, position), before = previous_token(source, position);
    int begins = before == NOWHERE || before < kernel->open || is_sign(source, before, ";{}(,") ||
                 source->tokens[before].kind == TOKEN_NAME;

    if (is_simple_type(token) || is_one_of(token, statements, COUNT(statements)) ||
        token_is(token, "__shared__") || token_is(token, "extern"))
        return 0;
    if (source->tokens[next].kind == TOKEN_NAME)
        return 1;
    if (!begins || !is_sign(source, next, "*&"))
        return 0;
    if (position < kernel->close) /* a parameter */
        return 1;
    return before != NOWHERE && is_sign(source, before, ";{}") &&
           !is_changed(source, position, position);
}

/* name<...>(...), but for the casts of C++ */
static int is_template_call(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position), angle;

    if (before == NOWHERE || !is_sign(source, before, ">"))
        return 0;
    angle = opening_angle(source, before);
    if (angle == NOWHERE || angle == 0)
        return 0;
    return source->tokens[angle - 1].kind == TOKEN_NAME &&
           !token_is(&source->tokens[angle - 1], "static_cast") &&
           !token_is(&source->tokens[angle - 1], "reinterpret_cast") &&
           !token_is(&source->tokens[angle - 1], "const_cast");
}

static int allows_name(const struct definition *kernel, size_t position)
{
    const struct source *source = kernel->source;
    const struct token *token = &source->tokens[position];
    size_t next = next_token(source, position), before = previous_token(source, position);

    if (is_one_of(token, refused, COUNT(refused)) || is_unknown_type(kernel, position))
        return 0;
    if (is_sign(source, next, ":") && !token_is(token, "default") && before != NOWHERE &&
        is_sign(source, before, ";{}"))
        return 0; /* a label */
    if (is_sign(source, next, "{") && !is_one_of(token, statements, COUNT(statements)))
        return 0;
    if (!is_sign(source, next, "("))
        return 1;
    if (before != NOWHERE &&
        (is_sign(source, before, ".") || token_is(&source->tokens[before], "->")))
        return 0;
    return may_be_called(kernel, position) &&
           (before == NOWHERE || !is_simple_type(&source->tokens[before]));
}

/* A parenthesis behind another may call what a pointer points to: (*f)(x), or be a cast's value. */
static int allows_parenthesis(const struct source *source, size_t position)
{
    size_t before = previous_token(source, position);

    if (is_sign(source, before, "]") || is_template_call(source, position))
        return 0;
    if (!is_sign(source, before, ")"))
        return 1;
    before = opening_bracket(source, before);
    return before != NOWHERE && !is_sign(source, next_token(source, before), "*");
}

/* An address of a variable, or a reference to it, could outlive the loop's round: only one of an
 * array's element is allowed. */
static int allows_address(const struct source *source, size_t position, int follows_value)
{
    size_t before = previous_token(source, position), next = next_token(source, position);

    if (is_sign(source, before, "&") || is_sign(source, next, "&=")) /* && and &= */
        return 1;
    if (source->tokens[before].kind == TOKEN_NUMBER ||
        (follows_value && !is_simple_type(&source->tokens[before])))
        return 1;
    return is_sign(source, before, "(,=") && is_sign(source, next_token(source, next), "[");
}

static int allows_sign(const struct source *source, size_t position)
{
    const struct token *token = &source->tokens[position];
    size_t before = previous_token(source, position);
    int follows_value = source->tokens[before].kind == TOKEN_NAME
                            ? !is_one_of(&source->tokens[before], statements, COUNT(statements))
                            : is_sign(source, before, ")]");

    if (token_is(token, "::") || token_is(token, "..."))
        return 0;
    if (token_is(token, "["))
        return follows_value; /* else a lambda */
    if (token_is(token, "&"))
        return allows_address(source, position, follows_value);
    return !token_is(token, "(") || allows_parenthesis(source, position);
}

static int allows(const struct definition *kernel, size_t position)
{
    const struct source *source = kernel->source;
    const struct token *token = &source->tokens[position];

    switch (token->kind) {
    case TOKEN_NAME: return allows_name(kernel, position);
    case TOKEN_PUNCTUATION: return allows_sign(source, position);
    case TOKEN_NUMBER: return 1;
    case TOKEN_DIRECTIVE:
        return token->instead || !memmem(token->text, token->length, "pragma", strlen("pragma"));
    case TOKEN_STRING: return *token->text == '\'';
    default: return 0;
    }
}

int words_allow_phases(const struct definition *kernel)
{
    const struct source *source = kernel->source;

    for (size_t i = kernel->first; i < kernel->open; i++)
        if (token_is(&source->tokens[i], "typename") || token_is(&source->tokens[i], "class"))
            return 0;
    for (size_t i = kernel->open + 1; i < kernel->close; i++)
        if (!allows(kernel, i) || is_sign(source, i, "=&(["))
            return 0;
    for (size_t i = kernel->body + 1; i < kernel->end; i++)
        if (!allows(kernel, i))
            return 0;
    return 1;
}
