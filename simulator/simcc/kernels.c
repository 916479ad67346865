/*
 * Kernels. A kernel keeps its name, parameters and body, and gets a first
 * statement: called from a launch (see launches.c), on the host or in another kernel, it hands
 * itself and its arguments to the runtime, which then calls it once for each thread.
 *
 *     template <typename T, int B> __global__ void k(T *p, int n) { body }
 * becomes
 *     template <typename T, int B> void k(T *p, int n) {
 *         if (::sim_is_launched()) {
 *             struct sim_site { file, line, threads of __launch_bounds__, names };
 *             return ::cuda_sim::kernel<k<T, B>, sim_site>::launch(p, n);
 *         }
 *         body }
 * all on one line. Parameters without a name get one. (A static_cast to the kernel's own
 * type, made of its parameters' types, chooses among overloaded kernels.)
 *
 * With --device-only it gets none: its launcher knows its address, and calls sim_launch.
 */
#include "constructs.h"

#include "declarations.h"
#include "phases.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A kernel's declaration, as the translator reads it. */
struct kernel {
    size_t first;                         /* where it begins */
    size_t name;                          /* the last name of ns::name */
    size_t name_end;                      /* after name<...> of a specialisation */
    size_t open, close;                   /* the parentheses of its parameters */
    size_t body;                          /* its {, or NOWHERE for a declaration only */
    size_t template_open, template_close; /* < > of its own template header, or NOWHERE */
    char *threads;                        /* the first value of __launch_bounds__ */
};

/* Words with an argument list that is no parameter list. */
static int takes_arguments(const struct token *token)
{
    return token_is(token, "__launch_bounds__") || token_is(token, "__attribute__") ||
           token_is(token, "alignas") || token_is(token, "__cluster_dims__") ||
           token_is(token, "__block_size__") || token_is(token, "__maxnreg__");
}

static void read_launch_bounds(struct translation *translation, struct kernel *kernel, size_t word)
{
    struct source *source = translation->source;
    size_t open = next_token(source, word);
    size_t close = closing_bracket(source, open);
    struct list values;

    if (close == NOWHERE)
        return;
    values = read_list(source, open, close);
    if (values.count)
        kernel->threads = tokens_text(source, values.elements[0].first, values.elements[0].end);
    free(values.elements);
    erase_tokens(source, word, close + 1);
}

/* Each of the next three reads the part of a declaration that begins at position, and returns its
 * last token, or NOWHERE where its brackets have no partner. */

/* template <...>, of which template <> is not stored. */
static size_t read_template_header(const struct source *source, struct kernel *kernel,
                                   size_t position)
{
    size_t open = position + 1;
    size_t close = closing_angle(source, open);

    if (close != NOWHERE && close > open + 1) {
        kernel->template_open = open;
        kernel->template_close = close;
    }
    return close;
}

/* A word that takes arguments. */
static size_t read_attribute(struct translation *translation, struct kernel *kernel,
                             size_t position)
{
    const struct source *source = translation->source;
    const struct token *token = &source->tokens[position];

    if (token_is(token, "__launch_bounds__"))
        read_launch_bounds(translation, kernel, position);
    else if (token_is(token, "__cluster_dims__"))
        translation_error(translation, position,
                          "the simulator has no thread block clusters: use blocks and the grid");
    return skip_group(source, next_token(source, position), 0);
}

/* A name, or name<...>: the last one that is read is the kernel's. */
static size_t read_name(const struct source *source, struct kernel *kernel, size_t position)
{
    size_t next = next_token(source, position);
    size_t last = token_is(&source->tokens[next], "<") ? closing_angle(source, next) : position;

    if (last != NOWHERE) {
        kernel->name = position;
        kernel->name_end = last + 1;
    }
    return last;
}

/* Finds the name and the parameters, from the start of the declaration on. Returns 0 without. */
static int find_parameters(struct translation *translation, struct kernel *kernel, size_t first)
{
    const struct source *source = translation->source;
    size_t last;

    for (size_t i = first; i < source->count; i = last + 1) {
        const struct token *token = &source->tokens[i];
        int is_name = 0;

        last = i;
        if (token_is(token, ";") || token_is(token, "{") || token_is(token, "}"))
            return 0;
        if (token_is(token, "template") && token_is(token + 1, "<")) {
            last = read_template_header(source, kernel, i);
        } else if (takes_arguments(token)) {
            last = read_attribute(translation, kernel, i);
        } else if (token->kind == TOKEN_NAME && !is_type_word(token)) {
            last = read_name(source, kernel, i);
            is_name = 1;
        }
        if (last == NOWHERE)
            return 0;
        if (is_name && token_is(&source->tokens[next_token(source, last)], "(")) {
            kernel->open = next_token(source, last);
            kernel->close = closing_bracket(source, kernel->open);
            return kernel->close != NOWHERE;
        }
    }
    return 0;
}

/* The body's brace after the parameters; reads a __launch_bounds__ that stands there. */
static size_t find_body(struct translation *translation, struct kernel *kernel)
{
    const struct source *source = translation->source;

    for (size_t i = kernel->close + 1; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, "{"))
            return i;
        if (token_is(token, ";") || token_is(token, "}"))
            return NOWHERE;
        if (token_is(token, "__launch_bounds__"))
            read_launch_bounds(translation, kernel, i);
        i = skip_group(source, i, 0);
    }
    return NOWHERE;
}

/* Inserts a name for an unnamed (template) parameter in [first, end). */
static char *make_up_name(struct translation *translation, size_t first, size_t end)
{
    struct token *tokens = translation->source->tokens;
    char *name = text_format("sim_unnamed_%u", translation->unique++);
    size_t last = first;

    while (last + 1 < end && !token_is(&tokens[last + 1], "=") && !token_is(&tokens[last + 1], "["))
        last++;
    token_put_after(&tokens[last], text_format(" %s", name));
    return name;
}

static int is_pack(const struct source *source, size_t first, size_t end)
{
    return contains_word(source, first, end, "...");
}

/* The template arguments that name this very instance: <T, B, Ts...>. */
static void add_template_arguments(struct translation *translation, const struct kernel *kernel,
                                   struct text *code)
{
    struct source *source = translation->source;
    struct list list;

    if (kernel->template_open == NOWHERE)
        return;
    list = read_list(source, kernel->template_open, kernel->template_close);
    for (size_t i = 0; i < list.count; i++) {
        struct element e = list.elements[i];
        size_t position = declared_name(source, e.first, e.end);
        char *name = position != NOWHERE ? token_string(&source->tokens[position])
                                         : make_up_name(translation, e.first, e.end);

        text_add_format(code, "%s%s%s", i ? ", " : "<", name,
                        is_pack(source, e.first, e.end) ? "..." : "");
        free(name);
    }
    text_add_string(code, ">");
    free(list.elements);
}

/* Writes the parameters' names, each within prefix and suffix. */
static void add_parameters(struct source *source, const struct list *parameters, char **names,
                           const char *prefix, const char *suffix, struct text *code)
{
    for (size_t i = 0; i < parameters->count; i++) {
        struct element e = parameters->elements[i];

        text_add_format(code, "%s%s%s%s%s", i ? ", " : "", prefix, names[i], suffix,
                        is_pack(source, e.first, e.end) ? "..." : "");
    }
}

static struct list read_parameters(struct translation *translation, const struct kernel *kernel)
{
    struct source *source = translation->source;
    struct list list = read_list(source, kernel->open, kernel->close);

    if (list.count == 1 && list.elements[0].end == list.elements[0].first + 1 &&
        token_is(&source->tokens[list.elements[0].first], "void"))
        list.count = 0;
    return list;
}

/* Where no launcher looks at __launch_bounds__, each thread does. */
static void insert_bound(struct translation *translation, const struct kernel *kernel)
{
    struct token *brace = &translation->source->tokens[kernel->body];

    if (kernel->threads)
        token_put_after(brace, text_format(" if (__builtin_expect(::blockDim.x * "
                                           "::blockDim.y * ::blockDim.z > (%s), 0)) "
                                           "::sim_bound_exceeded(%s);",
                                           kernel->threads, kernel->threads));
}

/* Whether the parameter whose name stands at position is called as the kernel is. */
static int hides_kernel(const struct source *source, const struct kernel *kernel, size_t position)
{
    const struct token *name = &source->tokens[kernel->name], *own = &source->tokens[position];

    return name->length == own->length && !memcmp(name->text, own->text, own->length);
}

/* Gives the parameter another name, as the launcher asks for the kernel by this one; adds to code
 * the old name's declaration. */
static char *rename_parameter(struct translation *translation, size_t position, struct text *code)
{
    struct token *token = &translation->source->tokens[position];
    char *name = text_format("sim_parameter_%u", translation->unique++);

    text_add_format(code, " auto &%.*s = %s;", (int)token->length, token->text, name);
    token_replace(token, text_format("%s", name));
    return name;
}

static char *phases_of(struct translation *translation, const struct kernel *kernel)
{
    char *phases = translation->phases ? kernel_phases(translation->source, kernel->first,
                                                       kernel->open, kernel->body)
                                       : NULL;

    translation->has_phases |= phases != NULL;
    return phases;
}

static void insert_launcher(struct translation *translation, const struct kernel *kernel)
{
    struct source *source = translation->source;
    struct token *brace = &source->tokens[kernel->body];
    struct list parameters = read_parameters(translation, kernel);
    char **names = allocate((parameters.count + 1) * sizeof *names);
    char *shown_names = parameter_names(source, &parameters);
    struct text code = {0};
    struct text renamed = {0};

    for (size_t i = 0; i < parameters.count; i++) {
        struct element e = parameters.elements[i];
        size_t position = declared_name(source, e.first, e.end);

        if (position != NOWHERE && hides_kernel(source, kernel, position))
            names[i] = rename_parameter(translation, position, &renamed);
        else
            names[i] = position != NOWHERE ? token_string(&source->tokens[position])
                                           : make_up_name(translation, e.first, e.end);
    }
    char *phases = renamed.length ? NULL : phases_of(translation, kernel);
    text_add_format(&code,
                    " if (__builtin_expect(%s::sim_is_launched(), 0)) { struct sim_site { "
                    "static constexpr const char *sim_file() { return \"%s\"; } "
                    "static constexpr int sim_line() { return %d; } "
                    "static constexpr int sim_threads() { return %s; } "
                    "static constexpr const char *sim_parameters() { return \"%s\"; } %s}; "
                    "return ::cuda_sim::kernel<static_cast<void (*)(",
                    translation->plain ? "!::sim_loop.on_device && " : "", brace->file,
                    source->tokens[kernel->name].line, kernel->threads ? kernel->threads : "0",
                    shown_names, phases ? phases : "");
    free(shown_names);
    add_parameters(source, &parameters, names, "::cuda_sim::parameter<decltype(", ")>", &code);
    {
        char *name = tokens_text(source, kernel->name, kernel->name_end);

        text_add_format(&code, ")>(%s", name);
        free(name);
    }
    add_template_arguments(translation, kernel, &code);
    text_add_format(&code, "), sim_site%s>::launch(", phases ? ", true" : "");
    free(phases);
    add_parameters(source, &parameters, names, "", "", &code);
    text_add_string(&code, "); }");
    if (renamed.length)
        text_add_string(&code, renamed.data);
    token_put_after(brace, code.data);
    free(renamed.data);

    for (size_t i = 0; i < parameters.count; i++)
        free(names[i]);
    free(names);
    free(parameters.elements);
}

static void erase_static(struct translation *translation, size_t end)
{
    struct source *source = translation->source;

    for (size_t i = translation->declaration_start; i < end; i++)
        if (token_is(&source->tokens[i], "static"))
            token_erase(&source->tokens[i]);
}

/*
 * A kernel that is compiled for the device alone has no launch in its file: the attribute makes the
 * compiler keep it, in a namespace without name, too. An explicit instantiation must not have it.
 */
static void erase_global(struct translation *translation, size_t position)
{
    struct token *token = &translation->source->tokens[position];
    int is_instance = position > 0 && token_is(token - 1, "template");

    if (translation->device_only && !is_instance)
        token_replace(token, text_format("__attribute__((used))"));
    else
        token_erase(token);
}

/* Its launcher is written when its body has been translated, of which a part of it is made. */
static void add_kernel(struct translation *translation, const struct kernel *kernel)
{
    translation->kernels = reallocate(translation->kernels, (translation->kernel_count + 1) *
                                                                sizeof *translation->kernels);
    translation->kernels[translation->kernel_count++] = *kernel;
}

void insert_launchers(struct translation *translation)
{
    for (size_t i = 0; i < translation->kernel_count; i++) {
        insert_launcher(translation, &translation->kernels[i]);
        free(translation->kernels[i].threads);
    }
    free(translation->kernels);
}

void translate_kernel(struct translation *translation, size_t position)
{
    struct kernel kernel = {
        .first = translation->declaration_start,
        .name = NOWHERE,
        .template_open = NOWHERE,
        .template_close = NOWHERE,
        .body = NOWHERE,
    };

    erase_global(translation, position);
    if (!find_parameters(translation, &kernel, translation->declaration_start)) {
        translation_error(translation, position,
                          "expected a function, void name(parameters), "
                          "after __global__");
        return;
    }
    if (!contains_word(translation->source, translation->declaration_start, kernel.name, "void") &&
        !contains_word(translation->source, translation->declaration_start, kernel.name, "auto"))
        translation_error(translation, position, "a __global__ function returns void");
    kernel.body = find_body(translation, &kernel);
    if (translation->device_only) /* its launcher must see its name */
        erase_static(translation, kernel.name);
    if (kernel.body != NOWHERE && translation->device_only)
        insert_bound(translation, &kernel);
    else if (kernel.body != NOWHERE && translation->phases) {
        add_kernel(translation, &kernel);
        return;
    } else if (kernel.body != NOWHERE)
        insert_launcher(translation, &kernel);
    if (kernel.body != NOWHERE && !translation->plain)
        translate_kernel_end(translation, kernel.body);
    free(kernel.threads);
}
