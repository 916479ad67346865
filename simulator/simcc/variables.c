/*
 * Variables in the GPU's memory.
 *     __device__ int total;       int total;  and the registration of its name
 * They are variables of the host's program; the runtime knows them by their addresses.
 * With --device-only nothing runs before main: the registrations are a table for the linker.
 */
#include "constructs.h"

#include "declarations.h"
#include "text.h"

#include <stdlib.h>

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

/* in_table: also without --device-only. */
static void register_variables(struct translation *translation, const struct variables *variables,
                               const char *kind, int in_table)
{
    struct source *source = translation->source;

    for (size_t v = 0; v < variables->count; v++) {
        char *name = token_string(&source->tokens[variables->names[v]]);
        unsigned number = translation->unique++;

        if (translation->device_only || in_table)
            token_put_after(
                &source->tokens[variables->end],
                text_format(" static sim_variable sim_variable_%u = {const_cast<void *>("
                            "static_cast<const volatile void *>(&%s)), sizeof %s, ::%s, \"%s\", "
                            "nullptr}; static sim_variable *const sim_known_%u "
                            "__attribute__((section(\"sim_variables\"), used)) = "
                            "&sim_variable_%u;",
                            number, name, name, kind, name, number, number));
        else
            token_put_after(
                &source->tokens[variables->end],
                text_format(" static ::cuda_sim::variable sim_variable_%u(&%s, sizeof %s, "
                            "::%s, \"%s\");",
                            number, name, name, kind, name));
        free(name);
    }
}

void translate_device_qualifier(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *word = &source->tokens[position];
    struct variables variables;
    int at_namespace = innermost_scope(translation)->kind == SCOPE_NAMESPACE;
    const char *kind;

    if (word->instead)
        return; /* the second qualifier of a declaration that is done */
    token_erase(word);
    if (innermost_scope(translation)->kind == SCOPE_CLASS)
        translate_member_initialisers(translation, position);
    if (!at_namespace)
        return;
    read_variables(source, translation->declaration_start, &variables);
    kind = variables.is_function ? NULL : variable_kind(source, &variables);
    if (kind) {
        erase_word(source, &variables, "__device__");
        erase_word(source, &variables, "__constant__");
        erase_word(source, &variables, "__managed__");
        if (contains_word(source, variables.first, variables.type_end, "template"))
            translation_error(translation, position,
                              "the simulator has no templates of variables in the device's "
                              "memory: declare one variable for each type");
        else if (!contains_word(source, variables.first, variables.type_end, "extern"))
            register_variables(translation, &variables, kind, 0);
    }
    free(variables.names);
}

/* 1 if a function template's braces are among those around the position. */
static int is_in_template(const struct translation *translation)
{
    const struct source *source = translation->source;

    for (size_t i = 1; i < translation->depth; i++) {
        size_t first = translation->scopes[i].outer_declaration;

        if (first < source->count && token_is(&source->tokens[first], "template"))
            return 1;
    }
    return 0;
}

/*
 * A static variable in a function of the device is the device's, as with nvcc. It is in the table
 * of the linker, since nothing in a function runs before main. Not in templates: the linker takes
 * one of their copies, and all of a table.
 */
void translate_static_local(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    struct variables variables;
    size_t first = translation->declaration_start;

    if (token_is(&source->tokens[first], "__device__"))
        first = next_token(source, first);
    if (innermost_scope(translation)->kind != SCOPE_CODE || !only_on_device(translation) ||
        first != position || is_in_template(translation))
        return;
    read_variables(source, position, &variables);
    if (!variables.is_function &&
        !contains_word(source, position, variables.type_end, "__shared__") &&
        !contains_word(source, position, variables.type_end, "__constant__") &&
        !contains_word(source, position, variables.type_end, "const") &&
        !contains_word(source, position, variables.type_end, "constexpr"))
        register_variables(translation, &variables, "SIM_VARIABLE_DEVICE", 1);
    free(variables.names);
}
