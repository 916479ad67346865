/*
 * Kernels as loops over the threads of a block: see phases.h.
 *
 * Statements are collected to a phase until a barrier ends it. A variable of the thread that a
 * later phase names is kept in an array between them; one that is the same in all threads stays
 * one, and what changes it stands between the loops.
 */
#include "phases.h"

#include "declarations.h"
#include "lane_function.h"
#include "lane_phase.h"
#include "loops.h"
#include "phase_loop.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

#define BARRIER "__syncthreads"

/* A break or continue in [first, last] that belongs to a loop around the barrier. */
static int leaves_loop(const struct phases *it, size_t first, size_t last)
{
    const struct source *source = it->source;

    for (size_t i = first; i <= last; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, "for") || token_is(token, "while") || token_is(token, "do") ||
            token_is(token, "switch"))
            i = statement_end(source, i);
        else if (token_is(token, "break") || token_is(token, "continue"))
            return 1;
    }
    return 0;
}

/* The type of a variable in an array; NULL: it cannot be in one. */
static char *kept_type(const struct phases *it, const struct variables *variables, size_t v)
{
    const struct source *source = it->source;
    size_t name = variables->names[v], star = name;
    struct text type = {0};
    int is_pointer;

    while (is_sign(source, star - 1, "*") || token_is(&source->tokens[star - 1], "__restrict__"))
        star--;
    is_pointer = star < name;
    if (is_sign(source, next_token(source, name), "[(") || is_sign(source, star - 1, "&") ||
        (is_pointer && token_is(&source->tokens[name - 1], "const")))
        return NULL;
    text_add_string(&type, "");
    for (size_t i = variables->first; i < variables->type_end; i++) {
        const struct token *token = &source->tokens[i];

        if (is_sign(source, i, "&*") || token_is(token, "constexpr") ||
            token_is(token, "register") || token_is(token, "__restrict__") ||
            (token_is(token, "const") && !is_pointer))
            continue;
        if (token_is(token, "const") && i > variables->first && is_sign(source, i - 1, "*")) {
            free(type.data);
            return NULL;
        }
        add_tokens(it, &type, i, i + 1);
    }
    for (size_t i = star; i < name; i++)
        if (is_sign(source, i, "*"))
            text_add_string(&type, "*");
    return type.data;
}

static int is_declaration(const struct phases *it, size_t first)
{
    return is_simple_type(&it->source->tokens[first]) &&
           !is_sign(it->source, next_token(it->source, first), "(");
}

/* Whether two variables outside of the phases' own blocks have the same name: loops' may. */
static int is_second(const struct phases *it, size_t name)
{
    for (size_t v = 0; v < it->kept.count + it->own.count; v++) {
        size_t other =
            v < it->kept.count ? it->kept.list[v].name : it->own.list[v - it->kept.count].name;

        if (same_name(&it->source->tokens[other], &it->source->tokens[name]))
            return 1;
    }
    for (size_t v = 0; v < it->uniform.count; v++)
        if (same_name(&it->source->tokens[it->uniform.names[v]], &it->source->tokens[name]))
            return 1;
    return 0;
}

/* The value of the variable at name in a declaration: [*first, *end), empty for none. */
static void value_of(const struct source *source, size_t name, size_t *first, size_t *end)
{
    size_t equals = next_token(source, name);

    *first = *end = equals;
    if (!is_sign(source, equals, "="))
        return;
    *first = equals + 1;
    *end = declarator_end(source, equals);
}

/* A declaration of one variable that is uniform: it stands before the phase. */
static int add_uniform_declaration(struct phases *it, const struct variables *variables)
{
    size_t first, end, name = variables->names[0];

    if (variables->count != 1 || is_sign(it->source, next_token(it->source, name), "[({") ||
        is_sign(it->source, name - 1, "*&"))
        return 0;
    value_of(it->source, name, &first, &end);
    return find_uniform(&it->uniform, name, first, end);
}

static int has_loop(const struct source *source, size_t first, size_t end)
{
    return has_word(source, first, end, "for") || has_word(source, first, end, "while");
}

/* After many of its atomics a thread lets others go first: those in loops may be many. */
static int is_repeated(const struct phases *it, size_t first, size_t last)
{
    return it->loops > 0 || has_loop(it->source, first, last);
}

/* Adds the statement to the present phase. return ends the thread alone. */
static void add_to_phase(struct phases *it, size_t first, size_t last)
{
    const struct source *source = it->source;

    if (has_word(source, first, last, "__shared__") ||
        (it->loops && leaves_loop(it, first, last)) || has_lane_function(source, first, last) ||
        (has_word(source, first, last, "atomicAdd") && is_repeated(it, first, last)))
        it->is_impossible = 1;
    it->statements = reallocate(it->statements, (it->statement_count + 1) * sizeof *it->statements);
    it->statements[it->statement_count++] = (struct statement){first, last};
    for (size_t i = first, from = first; i <= last; i++) {
        if (i == last)
            add_tokens(it, &it->phase, from, last + 1);
        if (!token_is(&source->tokens[i], "return"))
            continue;
        add_tokens(it, &it->phase, from, i);
        from = i + 1;
        it->is_impossible |= !is_sign(source, next_token(source, i), ";");
        text_add_format(&it->phase, " do { %s goto sim_end_%u; } while (0)",
                        it->has_barriers ? "sim_gone[sim_t] = true; sim_left--;" : "", it->ends);
    }
}

static void add_declaration(struct phases *it, size_t first, size_t last)
{
    struct variables variables;

    read_variables(it->source, first, &variables);
    if (variables.is_function || variables.end != last) {
        it->is_impossible = 1;
    } else {
        for (size_t v = 0; v < variables.count; v++)
            it->is_impossible |= is_second(it, variables.names[v]);
        if (it->has_barriers && add_uniform_declaration(it, &variables)) {
            add_tokens(it, &it->code, first, last + 1);
        } else {
            for (size_t v = 0; v < variables.count; v++) /* nor may a pointer to an array last */
                it->is_impossible |=
                    it->has_barriers &&
                    is_sign(it->source, next_token(it->source, variables.names[v]), "[");
            for (size_t v = 0; v < variables.count; v++)
                add_variable(&it->own, variables.names[v], kept_type(it, &variables, v));
            add_to_phase(it, first, last);
        }
    }
    free(variables.names);
}

/* ---- Statements with barriers ---------------------------------------------------------------- */

static void read_statements(struct phases *it, size_t first, size_t end);

/* The block's arrays are declared where the thread's own variables are: for all of them at once. */
static void add_shared(struct phases *it, size_t first, size_t last)
{
    it->is_impossible |= it->loops > 0;
    add_tokens(it, &it->code, first, last + 1);
}

static void add_barrier(struct phases *it)
{
    if (it->has_returns)
        text_add_string(&it->code, " if (!sim_left) return;");
    text_add_string(&it->code, " ::sim_phase_ends();");
}

/* The header of a for: it declares or sets one uniform variable, which its step alone changes. */
static void check_header(struct phases *it, const struct loop *loop)
{
    const struct source *source = it->source;
    size_t begin = next_token(source, next_token(source, loop->first)), end = loop->condition - 1;
    struct variables variables = {0};

    if (loop->condition_end == loop->condition) /* for (;;) */
        it->is_impossible = 1;
    if (begin < end && is_declaration(it, begin)) {
        read_variables(source, begin, &variables);
        if (variables.is_function || variables.end != end || is_second(it, variables.names[0]) ||
            !add_uniform_declaration(it, &variables))
            it->is_impossible = 1;
        free(variables.names);
    } else if (begin < end && changed_uniform(&it->uniform, begin) == NOWHERE) {
        it->is_impossible = 1;
    }
    if (loop->step < loop->step_end && changed_uniform(&it->uniform, loop->step) == NOWHERE)
        it->is_impossible = 1;
}

/* A block, loop or branch around a barrier, which all threads take in the same way. */
static void add_around_barrier(struct phases *it, size_t position)
{
    const struct source *source = it->source;
    size_t first, end, other, other_end, open = next_token(source, position);
    size_t known = it->uniform.count,
           close = is_sign(source, open, "(") ? skip_group(source, open, 0) : open;
    int is_block = is_sign(source, position, "{"),
        is_if = token_is(&source->tokens[position], "if");
    struct loop loop;

    if (!parts_around_barrier(source, position, &first, &end, &other, &other_end)) {
        it->is_impossible = 1;
        return;
    }
    text_add_string(&it->code, " {");
    if (!is_block) {
        if (token_is(&source->tokens[position], "for") && loop_at(source, position, &loop)) {
            check_header(it, &loop);
            it->is_impossible |= !is_uniform(&it->uniform, loop.condition, loop.condition_end);
        } else {
            it->is_impossible |= !is_uniform(&it->uniform, open + 1, close);
        }
        add_tokens(it, &it->code, position, close + 1);
        text_add_string(&it->code, " {");
    }
    it->loops += !is_block && !is_if;
    read_statements(it, first, end);
    it->loops -= !is_block && !is_if;
    if (!is_block)
        text_add_string(&it->code, " }");
    if (other < other_end) {
        text_add_string(&it->code, " else {");
        read_statements(it, other, other_end);
        text_add_string(&it->code, " }");
    }
    text_add_string(&it->code, " }");
    it->uniform.count = known;
}

/* A statement that changes a uniform variable alone; where the phase names it, it must be over. */
static void add_uniform_change(struct phases *it, size_t first, size_t last, size_t end)
{
    const struct source *source = it->source;
    size_t declared = changed_uniform(&it->uniform, first), next = next_token(source, last);

    if (it->phase.length && is_named(it, &source->tokens[declared], it->phase_first, first)) {
        if (next < end && !token_is(&source->tokens[next], BARRIER))
            it->is_impossible = 1;
        end_phase(it, first, end);
    }
    add_tokens(it, &it->code, first, last + 1);
}

static void read_statement(struct phases *it, size_t first, size_t last, size_t end)
{
    const struct source *source = it->source;
    const struct token *token = &source->tokens[first];

    if (token_is(token, "__shared__") || token_is(token, "extern")) {
        it->is_impossible |= !has_word(source, first, last, "__shared__");
        add_shared(it, first, last);
    } else if (token_is(token, BARRIER)) {
        it->is_impossible |= last != first + 3 || token[1].kind != TOKEN_PUNCTUATION;
        end_phase(it, first, end);
        add_barrier(it);
        it->phase_first = it->stretch_first = last + 1;
    } else if (has_word(source, first, last, BARRIER)) {
        end_phase(it, first, end);
        add_around_barrier(it, first);
        it->phase_first = last + 1;
    } else if (has_lane_function(source, first, last)) {
        add_lane_statement(it, first, last, end);
    } else if (changed_uniform(&it->uniform, first) != NOWHERE) {
        add_uniform_change(it, first, last, end);
    } else if (is_declaration(it, first)) {
        add_declaration(it, first, last);
    } else {
        add_to_phase(it, first, last);
    }
}

/* The statements [first, end) of a block whose barriers all threads reach. */
static void read_statements(struct phases *it, size_t first, size_t end)
{
    size_t kept = it->kept.count;

    it->phase_first = first;
    for (size_t i = first; i < end && !it->is_impossible;) {
        size_t last = statement_end(it->source, i);

        if (it->source->tokens[i].kind == TOKEN_DIRECTIVE) {
            i++;
            continue;
        }
        if (last >= end) {
            it->is_impossible = 1;
            break;
        }
        read_statement(it, i, last, end);
        i = last + 1;
    }
    end_phase(it, end, end);
    drop_variables(&it->kept, kept);
}

/* ---- The kernel ------------------------------------------------------------------------------ */

static void begin_function(struct phases *it)
{
    struct list parameters = read_list(it->source, it->kernel->open, it->kernel->close);

    text_add_format(&it->code, " enum { sim_is_short = %d }; static void sim_phases(",
                    !has_loop(it->source, it->kernel->body, it->kernel->end));
    add_tokens(it, &it->code, it->kernel->open + 1, it->kernel->close);
    text_add_string(&it->code, ") { const ::uint3 blockIdx = ::blockIdx;"
                               " const ::dim3 blockDim{::uint3(::blockDim)};"
                               " const ::dim3 gridDim{::uint3(::gridDim)};"
                               " volatile unsigned int *const sim_number = ::sim_loop.thread;");
    if (it->has_barriers && it->has_returns)
        text_add_string(&it->code,
                        " unsigned int sim_left = blockDim.x * blockDim.y * blockDim.z;"
                        " bool sim_gone[1024]; __builtin_memset(sim_gone, 0, sim_left);");
    for (size_t i = 0; i < parameters.count; i++) {
        struct element e = parameters.elements[i];
        size_t name = declared_name(it->source, e.first, e.end);

        if (name != NOWHERE && is_changed_by_kernel(it, name))
            text_add_format(&it->code, " const auto sim_given_%zu = %.*s;", i,
                            (int)it->source->tokens[name].length, it->source->tokens[name].text);
    }
    free(parameters.elements);
}

/* With its line, as of a system's header: what the compiler says of the kernel, it says once. */
char *kernel_phases(const struct source *source, size_t first, size_t open, size_t body)
{
    struct definition kernel = {.source = source, .first = first, .open = open, .body = body};
    struct phases it = {.kernel = &kernel, .source = source, .uniform = {.kernel = &kernel}};
    const struct token *brace = &source->tokens[body];
    char *marked = NULL;

    kernel.close = closing_bracket(source, open);
    kernel.end = closing_bracket(source, body);
    if (kernel.end == NOWHERE || !words_allow_phases(&kernel))
        return NULL;
    it.stretch_first = body;
    it.has_barriers =
        has_word(source, body, kernel.end, BARRIER) || has_lane_function(source, body, kernel.end);
    it.has_returns = has_word(source, body, kernel.end, "return");
    begin_function(&it);
    read_statements(&it, body + 1, kernel.end);
    text_add_string(&it.code, " }");
    drop_variables(&it.kept, 0);
    drop_variables(&it.own, 0);
    free(it.own.list);
    free(it.kept.list);
    free(it.uniform.names);
    free(it.phase.data);
    free(it.statements);
    if (!it.is_impossible) {
        struct text functions = {0};

        text_add_string(&functions, "");
        add_lane_functions(&it, &functions, body, kernel.end);
        marked = text_format("\n# %d \"%s\" 3\n%s%s\n# %d \"%s\"\n", brace->line, brace->file,
                             functions.data, it.code.data, brace->line, brace->file);
        free(functions.data);
    }
    free(it.code.data);
    return marked;
}
