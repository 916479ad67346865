/*
 * Variables in the memories of the GPU.
 *
 *     __shared__ float s[64];         static thread_local float s[64];
 *     extern __shared__ float s[];    float (&s)[] = the block's dynamic memory;
 *     __device__ int total;           int total;  + its registration
 *
 * A host thread runs one block at a time, so that what is local to the host's
 * thread is shared by the block's simulated threads and by them alone.
 */
#include "translate.h"

#include "text.h"

#include <stdlib.h>

/* A declaration of variables. */
struct variables {
    size_t first;           /* its first token */
    size_t type_end;        /* where the first declarator begins */
    size_t end;             /* its ; */
    size_t *names;          /* the variables' names */
    size_t count;
    int is_function;        /* not variables at all */
};

static void add_variable(struct variables *variables, size_t name)
{
    variables->names = reallocate(variables->names, (variables->count + 1) * sizeof name);
    variables->names[variables->count++] = name;
}

/* The token that ends a declarator's list or its whole declaration: a , or the ;. */
static size_t declarator_end(const struct source *source, size_t position)
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
    int in_type = 0;        /* after struct or union, before its { } */

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
            if (!token_is(token + 1, "*") || token[2].kind != TOKEN_NAME)
                return NOWHERE;
            return i + 2;
        } else if (token_is(token, "=") || token_is(token, ";") || token_is(token, ",") ||
                   token_is(token, "{") || (token_is(token, "[") && name != NOWHERE)) {
            return name;
        } else if (token_is(token, "<") && token[-1].kind == TOKEN_NAME) {
            i = skip_group(source, i, 1);
            variables->type_end = i + 1;
        } else if (token_is(token, "[")) {
            i = skip_group(source, i, 0);   /* [[attribute]] */
        } else if (token->kind == TOKEN_NAME) {
            name = i;
        }
    }
    return NOWHERE;
}

static void read_variables(const struct source *source, size_t first, struct variables *variables)
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

static void erase_word(struct source *source, const struct variables *variables, const char *word)
{
    for (size_t i = variables->first; i < variables->type_end; i++)
        if (token_is(&source->tokens[i], word))
            token_erase(&source->tokens[i]);
}

/* extern __shared__ T x[][33]; in a function: a reference to the dynamic memory. */
static void translate_dynamic_shared(struct translation *translation,
                                     const struct variables *variables)
{
    struct source *source = translation->source;

    erase_word(source, variables, "extern");
    for (size_t i = variables->first; i < variables->type_end; i++) {
        struct token *token = &source->tokens[i];

        if (token_is(token, "__attribute__") || token_is(token, "alignas")) {
            size_t end = skip_group(source, next_token(source, i), 0);

            erase_tokens(source, i, end + 1);
            i = end;
        }
    }
    for (size_t v = 0; v < variables->count; v++) {
        struct token *name = &source->tokens[variables->names[v]];

        if (!token_is(name + 1, "[")) {
            translation_error(translation, variables->names[v], "an extern __shared__ variable "
                              "must be an array without a size, as in: extern __shared__ int x[];");
            continue;
        }
        token_put_before(name, text_format("(&"));
        token_put_after(name, text_format(")"));
        token_put_after(&source->tokens[declarator_end(source, variables->names[v]) - 1],
                        text_format(" = ::cuda_sim::dynamic_shared<decltype(%.*s)>()",
                                    (int)name->length, name->text));
    }
}

/* At namespace scope: the array is another name for the dynamic memory. */
static void translate_global_dynamic_shared(struct translation *translation,
                                            const struct variables *variables)
{
    for (size_t v = 0; v < variables->count; v++) {
        size_t end = declarator_end(translation->source, variables->names[v]);

        token_put_after(&translation->source->tokens[end - 1],
                        text_format(" __asm__(\"sim_dynamic_shared\")"));
    }
}

/*
 * Tells the runtime the array's name when a thread passes its definition, or, where
 * the definition is in no function, when a thread of any kernel starts.
 */
static void name_shared_variables(struct translation *translation,
                                  const struct variables *variables, int at_namespace)
{
    for (size_t v = 0; v < variables->count; v++) {
        char *name = token_string(&translation->source->tokens[variables->names[v]]);
        char *call = text_format("{ static int sim_known; ::sim_shared_array(&sim_known, &%s, "
                                 "sizeof %s, \"%s\"); }", name, name, name);
        struct token *end = &translation->source->tokens[variables->end];

        if (at_namespace)
            token_put_after(end, text_format(" static ::cuda_sim::shared_outside sim_shared_%u"
                                             "([]() %s);", translation->unique++, call));
        else
            token_put_after(end, text_format(" %s", call));
        token_put_after(end, text_format(" static_assert(sizeof %s <= 48 * 1024, "
                                         "\"static __shared__ memory is limited to 48 KiB\");",
                                         name));
        free(call);
        free(name);
    }
}

static void check_initialisers(struct translation *translation, const struct variables *variables)
{
    for (size_t i = variables->type_end; i < variables->end; i++) {
        if (token_is(&translation->source->tokens[i], "=")) {
            translation_error(translation, i, "a __shared__ variable cannot have an initialiser");
            return;
        }
    }
}

void translate_shared(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *word = &source->tokens[position];
    int at_namespace = translation->scopes[translation->depth - 1].kind == SCOPE_NAMESPACE;
    struct variables variables;
    int is_extern;

    read_variables(source, translation->declaration_start, &variables);
    if (variables.is_function) {
        token_erase(word);
        translation_error(translation, position, "expected variables after __shared__");
        return;
    }
    is_extern = contains_word(source, variables.first, variables.type_end, "extern");
    check_initialisers(translation, &variables);
    if (is_extern && !at_namespace) {
        token_erase(word);
        translate_dynamic_shared(translation, &variables);
    } else if (is_extern) {
        token_replace(word, text_format("__thread"));
        translate_global_dynamic_shared(translation, &variables);
    } else {
        erase_word(source, &variables, "static");
        token_replace(word, text_format("static thread_local"));
        name_shared_variables(translation, &variables, at_namespace);
    }
    free(variables.names);
}

/* The kind of memory that the qualifiers of a declaration name. */
static const char *variable_kind(const struct source *source, const struct variables *variables)
{
    if (contains_word(source, variables->first, variables->type_end, "__managed__"))
        return "SIM_VARIABLE_MANAGED";
    if (contains_word(source, variables->first, variables->type_end, "__constant__"))
        return "SIM_VARIABLE_CONSTANT";
    if (contains_word(source, variables->first, variables->type_end, "__device__"))
        return "SIM_VARIABLE_DEVICE";
    return NULL;
}

static void register_variables(struct translation *translation, const struct variables *variables,
                               const char *kind)
{
    struct source *source = translation->source;

    for (size_t v = 0; v < variables->count; v++) {
        char *name = token_string(&source->tokens[variables->names[v]]);

        token_put_after(&source->tokens[variables->end],
                        text_format(" static ::cuda_sim::variable sim_variable_%u(&%s, sizeof %s, "
                                    "::%s, \"%s\");", translation->unique++, name, name, kind,
                                    name));
        free(name);
    }
}

void translate_device_qualifier(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *word = &source->tokens[position];
    struct variables variables;
    int at_namespace = translation->scopes[translation->depth - 1].kind == SCOPE_NAMESPACE;
    const char *kind;

    if (word->instead)
        return;             /* the second qualifier of a declaration that is done */
    token_erase(word);
    if (!at_namespace)
        return;
    read_variables(source, translation->declaration_start, &variables);
    kind = variables.is_function ? NULL : variable_kind(source, &variables);
    if (kind) {
        erase_word(source, &variables, "__device__");
        erase_word(source, &variables, "__constant__");
        erase_word(source, &variables, "__managed__");
        if (!contains_word(source, variables.first, variables.type_end, "extern") &&
            !contains_word(source, variables.first, variables.type_end, "template"))
            register_variables(translation, &variables, kind);
    }
    free(variables.names);
}
