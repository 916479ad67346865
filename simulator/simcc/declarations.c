/*
 * Reading a declaration of variables: see declarations.h.
 */
#include "declarations.h"

#include "text.h"

#include <stdlib.h>

static void add_variable(struct variables *variables, size_t name)
{
    variables->names = reallocate(variables->names, (variables->count + 1) * sizeof name);
    variables->names[variables->count++] = name;
}

size_t declarator_end(const struct source *source, size_t position)
{
    while (position < source->count - 1 && !token_is(&source->tokens[position], ",") &&
           !token_is(&source->tokens[position], ";"))
        position = skip_group(source, position, 0) + 1;
    return position;
}

/* Looks for the first declared name from variables->first on. NOWHERE for a function. */
static size_t first_declarator(const struct source *source, struct variables *variables)
{
    size_t name = NOWHERE;
    int in_type = 0; /* after struct or union, before its { } */

    for (size_t i = variables->first; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, "operator") || token->kind == TOKEN_END)
            return NOWHERE;
        if (token_is(token, "struct") || token_is(token, "union") || token_is(token, "class")) {
            in_type = 1;
        } else if (token_is(token, "__attribute__") || token_is(token, "alignas") ||
                   token_is(token, "decltype") || token_is(token, "__launch_bounds__")) {
            i = skip_group(source, next_token(source, i), 0);
        } else if (token_is(token, "{") && in_type) {
            i = skip_group(source, i, 0);
            in_type = 0;
            variables->type_end = i + 1;
        } else if (token_is(token, "(")) {
            name = pointer_declarator(source, i);
            /* int (*pick(int i))(int) is a function that returns a pointer */
            return name == NOWHERE || token_is(&source->tokens[name + 1], "(") ? NOWHERE : name;
        } else if (token_is(token, "=") || token_is(token, ";") || token_is(token, ",") ||
                   token_is(token, "{") || (token_is(token, "[") && name != NOWHERE)) {
            return name;
        } else if (token_is(token, "<") && token[-1].kind == TOKEN_NAME) {
            i = skip_group(source, i, 1);
            variables->type_end = i + 1;
        } else if (token_is(token, "[")) {
            i = skip_group(source, i, 0); /* [[attribute]] */
        } else if (token->kind == TOKEN_NAME) {
            name = i;
        }
    }
    return NOWHERE;
}

void read_variables(const struct source *source, size_t first, struct variables *variables)
{
    size_t name;

    *variables = (struct variables){.first = first, .type_end = first};
    name = first_declarator(source, variables);
    if (name == NOWHERE) {
        variables->is_function = 1;
        return;
    }
    variables->type_end = name;
    add_variable(variables, name);
    variables->end = declarator_end(source, name);
    while (token_is(&source->tokens[variables->end], ",")) {
        size_t i = variables->end + 1;

        while (source->tokens[i].kind != TOKEN_NAME && i < source->count - 1)
            i++;
        add_variable(variables, i);
        variables->end = declarator_end(source, i);
    }
}

void erase_word(struct source *source, const struct variables *variables, const char *word)
{
    for (size_t i = variables->first; i < variables->type_end; i++)
        if (token_is(&source->tokens[i], word))
            token_erase(&source->tokens[i]);
}

char *parameter_names(const struct source *source, const struct list *parameters)
{
    struct text names = {0};

    for (size_t i = 0; i < parameters->count; i++) {
        struct element e = parameters->elements[i];
        size_t position = declared_name(source, e.first, e.end);
        char *name = position != NOWHERE ? token_string(&source->tokens[position]) : NULL;

        text_add_format(&names, "%s%s,", name ? name : "",
                        contains_word(source, e.first, e.end, "...") ? "..." : "");
        free(name);
    }
    return names.data ? names.data : text_format("%s", "");
}
