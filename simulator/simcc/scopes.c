/*
 * The scopes of a source: see scopes.h.
 */
#include "scopes.h"

#include "constructs.h"
#include "host_code.h"
#include "text.h"

/* The bits that the qualifiers in [first, end) ask for; 0 without any. */
static int qualifiers(const struct source *source, size_t first, size_t end)
{
    int where = 0;

    for (size_t i = first; i < end; i++) {
        if (token_is(&source->tokens[i], "__global__"))
            where |= ON_DEVICE | IS_KERNEL;
        else if (token_is(&source->tokens[i], "__device__"))
            where |= ON_DEVICE;
        else if (token_is(&source->tokens[i], "__host__"))
            where |= ON_HOST;
    }
    return where;
}

/* The qualifiers of a lambda whose body begins at brace; 0 without any. */
static int lambda_qualifiers(const struct source *source, size_t brace)
{
    size_t first = brace;

    for (size_t i = previous_token(source, brace); i != NOWHERE; i = previous_token(source, i)) {
        if (token_is(&source->tokens[i], ")"))
            i = opening_bracket(source, i);
        else if (source->tokens[i].kind == TOKEN_PUNCTUATION)
            break;
        if (i == NOWHERE)
            break;
        first = i;
    }
    return qualifiers(source, first, brace);
}

/*
 * Whether [first, end) has a parenthesis that is no attribute's, as in struct alignas(8) name, nor
 * within < >, as in struct call<int (*)(float)>.
 */
static int has_parenthesis(const struct source *source, size_t first, size_t end)
{
    int angles = 0;

    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];
        size_t open = next_token(source, i);
        int is_attribute = token_is(token, "alignas") || token_is(token, "__attribute__");

        if (token_is(token, "operator") && open != NOWHERE)
            i = open; /* operator<( */
        else if (token_is(token, "<"))
            angles++;
        else if (token_is(token, ">") || token_is(token, ">>"))
            angles -= (int)token->length;
        if (token_is(token, "(") && angles <= 0)
            return 1;
        if (token_is(token, "[") || token_is(token, "("))
            i = closing_bracket(source, i);
        else if (is_attribute && open != NOWHERE && open < end &&
                 token_is(&source->tokens[open], "("))
            i = closing_bracket(source, open);
        if (i == NOWHERE)
            return 0;
    }
    return 0;
}

/* The scope that the brace at position begins. */
static struct scope classify(const struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    const struct scope *outer = innermost_scope(translation);
    size_t first = translation->declaration_start;
    struct scope scope = {.kind = SCOPE_CODE, .name = NOWHERE};
    int has_parameters = has_parenthesis(source, first, position);

    if (outer->kind == SCOPE_CODE) {
        scope.where = lambda_qualifiers(source, position);
        if (!scope.where)
            scope.where = outer->where;
        return scope;
    }
    if (contains_word(source, first, position, "namespace") ||
        (!has_parameters && token_is(&source->tokens[first], "extern"))) {
        scope.kind = SCOPE_NAMESPACE;
    } else if (!has_parameters && !contains_word(source, first, position, "=") &&
               (contains_word(source, first, position, "struct") ||
                contains_word(source, first, position, "class") ||
                contains_word(source, first, position, "union"))) {
        scope.kind = SCOPE_CLASS;
        scope.name = class_name(source, first, position);
    } else {
        scope.where = qualifiers(source, first, position);
    }
    return scope;
}

/*
 * Whether the brace begins the body of a function that only the host can call. Functions that the
 * compiler may run (constexpr), and members of classes, may be needed on the device.
 */
static int is_host_function(const struct translation *translation, const struct scope *scope,
                            size_t position)
{
    const struct source *source = translation->source;
    size_t first = translation->declaration_start;

    return scope->kind == SCOPE_CODE && !(scope->where & ON_DEVICE) &&
           innermost_scope(translation)->kind == SCOPE_NAMESPACE &&
           contains_word(source, first, position, "(") &&
           !contains_word(source, first, position, ":") &&
           !contains_word(source, first, position, "constexpr") &&
           !contains_word(source, first, position, "=");
}

/* Makes a declaration of a function's definition. */
static void drop_body(struct translation *translation, size_t position, size_t close)
{
    struct source *source = translation->source;

    erase_tokens(source, position, close + 1);
    token_replace(&source->tokens[position], text_format(";"));
}

/* The name in front of a function's parameters; NOWHERE if it is none, as in operator+. */
static size_t name_of_function(const struct source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (token_is(&source->tokens[i], "(")) {
            size_t name = previous_token(source, i);

            return name != NOWHERE && name >= first && source->tokens[name].kind == TOKEN_NAME
                       ? name
                       : NOWHERE;
        }
    return NOWHERE;
}

static void mark_host_code(const struct translation *translation, const struct scope *scope,
                           size_t position)
{
    struct source *source = translation->source;
    size_t name = name_of_function(source, translation->declaration_start, position);

    if (name != NOWHERE && is_host_function(translation, scope, position))
        token_put_after(&source->tokens[position],
                        host_code_mark(source->tokens[name].text, source->tokens[name].length));
}

void open_scope(struct translation *translation, size_t position)
{
    struct scope scope = classify(translation, position);

    if (translation->device_only && is_host_function(translation, &scope, position)) {
        size_t close = closing_bracket(translation->source, position);

        if (close != NOWHERE) {
            drop_body(translation, position, close);
            translation->skip_to = close + 1;
            translation->declaration_start = close + 1;
            return;
        }
    }
    if (translation->marks_host_code)
        mark_host_code(translation, &scope, position);
    scope.outer_declaration = translation->declaration_start;
    scope.outer_parentheses = translation->parentheses;
    translation->scopes =
        reallocate(translation->scopes, (translation->depth + 1) * sizeof *translation->scopes);
    translation->scopes[translation->depth++] = scope;
    translation->declaration_start = position + 1;
    translation->parentheses = 0;
}

/*
 * After a closing brace a new statement begins, unless the brace belonged to an
 * expression, to a member's initialiser or to a type that declares something:
 * f({1}), A() : x{1} {}, struct {...} x;
 */
void close_scope(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    const struct token *next = &source->tokens[next_token(source, position)];
    struct scope scope;

    if (translation->depth == 1)
        return; /* unbalanced: the compiler will say so */
    scope = translation->scopes[--translation->depth];
    translation->parentheses = scope.outer_parentheses;
    translation->declaration_start = position + 1;
    if (translation->parentheses || scope.kind == SCOPE_CLASS || token_is(next, ";") ||
        token_is(next, ",") || token_is(next, ")") || token_is(next, "{"))
        translation->declaration_start = scope.outer_declaration;
}
