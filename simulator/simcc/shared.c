/*
 * Shared memory.
 *
 *     __shared__ float s[64];         static thread_local float s[64] = {};
 *     extern __shared__ float s[];    float (&s)[] = the block's dynamic memory;
 *
 * The = {} keeps g++ from looking, at each passage, whether s is constructed yet.
 * Where the type has a constructor that does nothing, as CUDA allows, none is called:
 *     __shared__ P s[64];             typedef P type[64];
 *                                     static thread_local shared_bytes<type> bytes = {};
 *                                     type &s = bytes;
 *
 * A host thread runs one block at a time, so that variables local to the host's thread are shared
 * by the block's simulated threads and by them alone.
 */
#include "constructs.h"

#include "declarations.h"
#include "lambdas.h"
#include "shared_alignment.h"
#include "text.h"

#include <stdlib.h>

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
        char *again;

        if (!token_is(name + 1, "[")) {
            translation_error(translation, variables->names[v],
                              "an extern __shared__ variable "
                              "must be an array without a size, as in: extern __shared__ int x[];");
            continue;
        }
        token_put_before(name, text_format("(&"));
        token_put_after(name, text_format(")"));
        token_put_after(&source->tokens[declarator_end(source, variables->names[v]) - 1],
                        text_format(" = ::cuda_sim::dynamic_shared<decltype(%.*s)>()",
                                    (int)name->length, name->text));
        again = text_format("decltype(%.*s) %.*s = ::cuda_sim::dynamic_shared<decltype(%.*s)>();",
                            (int)name->length, name->text, (int)name->length, name->text,
                            (int)name->length, name->text);
        declare_in_lambdas(source, variables->names[v], again);
        free(again);
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
                                 "sizeof %s, \"%s\", ::cuda_sim::has_elements<decltype(%s)>); }",
                                 name, name, name, name);
        struct token *end = &translation->source->tokens[variables->end];

        if (at_namespace && translation->device_only)
            token_put_after(end, text_format(" static void (*const sim_shared_%u)() "
                                             "__attribute__((section(\"sim_shared_outside\"), "
                                             "used)) = []() %s;",
                                             translation->unique++, call));
        else if (at_namespace)
            token_put_after(end, text_format(" static ::cuda_sim::shared_outside sim_shared_%u"
                                             "([]() %s);",
                                             translation->unique++, call));
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

/* Variables with a constructor that does nothing: bytes, and references to them. */
static void translate_constructed(struct translation *translation,
                                  const struct variables *variables)
{
    struct token *tokens = translation->source->tokens;

    for (size_t v = 0; v < variables->count; v++) {
        char *name = token_string(&tokens[variables->names[v]]);
        unsigned number = translation->unique++;
        char *reference =
            text_format("sim_type_%u &%s = reinterpret_cast<sim_type_%u &>(sim_bytes_%u);", number,
                        name, number, number);

        declare_in_lambdas(translation->source, variables->names[v], reference);
        token_replace(&tokens[variables->names[v]], text_format("sim_type_%u", number));
        token_put_after(&tokens[variables->end],
                        text_format(" static thread_local ::cuda_sim::shared_bytes<sim_type_%u> "
                                    "sim_bytes_%u = {}; %s",
                                    number, number, reference));
        free(reference);
        free(name);
    }
}

/* The others: none has a constructor at all. */
static void translate_static(struct translation *translation, const struct variables *variables)
{
    struct source *source = translation->source;

    for (size_t v = 0; v < variables->count; v++) {
        size_t position = variables->names[v];
        char *name = token_string(&source->tokens[position]);

        token_put_after(&source->tokens[declarator_end(source, position) - 1],
                        text_format(" = {}"));
        token_put_after(&source->tokens[variables->end],
                        text_format(" static_assert(::cuda_sim::is_plain<decltype(%s)>, "
                                    "\"a __shared__ variable's constructor and destructor must "
                                    "be empty\");",
                                    name));
        free(name);
    }
}

/* extern __shared__ T x[512]: nvcc takes it for an array of its own, whatever extern says. */
static int has_size(struct translation *translation, const struct variables *variables)
{
    const struct source *source = translation->source;

    for (size_t v = 0; v < variables->count; v++) {
        size_t next = next_token(source, variables->names[v]);

        if (token_is(&source->tokens[next], "[") &&
            !token_is(&source->tokens[next_token(source, next)], "]")) {
            translation_warning(translation, variables->names[v],
                                "an extern __shared__ array "
                                "with a size is a static one: it does not take part in the "
                                "launch's dynamic shared memory");
            return 1;
        }
    }
    return 0;
}

/* __shared__ alignas(16) T x: C++ has alignas before static. */
static void move_alignment(struct source *source, const struct variables *variables)
{
    for (size_t i = variables->first + 1; i < variables->type_end; i++) {
        size_t end;

        if (!token_is(&source->tokens[i], "alignas"))
            continue;
        end = skip_group(source, next_token(source, i), 0) + 1;
        token_put_before(&source->tokens[variables->first],
                         text_format("%s ", tokens_text(source, i, end)));
        erase_tokens(source, i, end);
        i = end - 1;
    }
}

void translate_shared(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *word = &source->tokens[position];
    int at_namespace = innermost_scope(translation)->kind == SCOPE_NAMESPACE;
    struct variables variables;
    int is_extern;

    read_variables(source, translation->declaration_start, &variables);
    if (variables.is_function) {
        token_erase(word);
        translation_error(translation, position, "expected variables after __shared__");
        return;
    }
    is_extern = contains_word(source, variables.first, variables.type_end, "extern") &&
                !has_size(translation, &variables);
    check_initialisers(translation, &variables);
    if (is_extern && !at_namespace) {
        token_erase(word);
        translate_dynamic_shared(translation, &variables);
    } else if (is_extern) {
        token_replace(word, text_format("__thread"));
        translate_global_dynamic_shared(translation, &variables);
    } else {
        move_alignment(source, &variables);
        erase_word(source, &variables, "static");
        erase_word(source, &variables, "extern");
        if (!at_namespace &&
            has_empty_constructor(translation, variables.first, variables.type_end)) {
            token_replace(word, text_format("typedef"));
            translate_constructed(translation, &variables);
        } else {
            if (translation->aligns_shared)
                align_shared_as_type(source, &variables);
            token_replace(word, text_format("static thread_local"));
            translate_static(translation, &variables);
        }
        name_shared_variables(translation, &variables, at_namespace);
    }
    free(variables.names);
}
