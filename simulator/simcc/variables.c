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

static void register_variables(struct translation *translation, const struct variables *variables,
                               const char *kind)
{
    struct source *source = translation->source;

    for (size_t v = 0; v < variables->count; v++) {
        char *name = token_string(&source->tokens[variables->names[v]]);
        unsigned number = translation->unique++;

        if (translation->device_only)
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
            register_variables(translation, &variables, kind);
    }
    free(variables.names);
}
