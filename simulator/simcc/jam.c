/*
 * Four threads at once: see jam.h.
 *
 * Each statement is written four times, with other names for each thread's own variables. The
 * threads get the same results, as the loops only read memory and each thread stores at its end. A
 * phase may have declarations, assignments, such loops, and returns before all of them; one with
 * anything else stays as it is.
 */
#include "jam.h"

#include "declarations.h"
#include "loops.h"
#include "visible.h"

#include <stdlib.h>

#define THREADS 4

struct jam {
    struct phases *it;
    const struct source *source;
    size_t *names; /* of variables that are each thread's own: where they are declared */
    size_t name_count;
    int has_loops, has_effects;
};

static void add_name(struct jam *jam, size_t name)
{
    jam->names = reallocate(jam->names, (jam->name_count + 1) * sizeof name);
    jam->names[jam->name_count++] = name;
}

static int is_own(const struct jam *jam, const struct token *token)
{
    for (size_t i = 0; i < jam->name_count; i++)
        if (same_name(&jam->source->tokens[jam->names[i]], token))
            return 1;
    return 0;
}

/* How often [first, end) gives something a value, but for calls. */
static int count_changes(const struct source *source, size_t first, size_t end)
{
    int count = 0;

    for (size_t i = first; i < end; i++) {
        int is_shift = is_sign(source, i - 1, "<>") && is_sign(source, i - 2, "<>");

        if (is_sign(source, i, "="))
            count += !is_sign(source, i + 1, "=") && !is_sign(source, i - 1, "=!") &&
                     (!is_sign(source, i - 1, "<>") || is_shift);
        else if (is_sign(source, i, "+-") &&
                 *source->tokens[i].text == *source->tokens[i + 1].text &&
                 is_sign(source, i + 1, "+-"))
            count++;
    }
    return count;
}

/* ---- Whether it can be ----------------------------------------------------------------------- */

static int allows_statement(struct jam *jam, size_t first, size_t last, int in_loop);

/* A declaration of one variable, of which no address is taken. */
static int allows_declaration(struct jam *jam, size_t first, size_t last)
{
    struct variables variables;
    int is_one;

    read_variables(jam->source, first, &variables);
    is_one = !variables.is_function && variables.count == 1 && variables.end == last &&
             !is_sign(jam->source, next_token(jam->source, variables.names[0]), "[({") &&
             count_changes(jam->source, first, last) <= 1;
    if (is_one)
        add_name(jam, variables.names[0]);
    free(variables.names);
    return is_one;
}

/* if (...) return; before anything has changed: then the threads can go on one by one. */
static int allows_return(struct jam *jam, size_t first, size_t last)
{
    size_t open = next_token(jam->source, first), close = skip_group(jam->source, open, 0);
    size_t word = next_token(jam->source, close);

    return !jam->has_effects && !count_changes(jam->source, open, close) &&
           token_is(&jam->source->tokens[word], "return") &&
           next_token(jam->source, word) == last && is_sign(jam->source, last, ";");
}

/* The counter is uniform, and its step alone changes it. */
static int has_uniform_header(struct jam *jam, const struct loop *loop, size_t counter)
{
    const struct source *source = jam->source;
    struct uniform *uniform = &jam->it->uniform;
    size_t value = next_token(source, counter), at = loop->step;

    if (!is_sign(source, value, "=") || !is_uniform(uniform, value + 1, loop->condition - 1))
        return 0;
    add_uniform(uniform, counter);
    while (is_sign(source, at, "+-"))
        at++;
    if (!same_name(&source->tokens[at], &source->tokens[counter]) ||
        count_changes(source, loop->step, loop->step_end) != 1 ||
        !is_uniform(uniform, loop->condition, loop->condition_end))
        return 0;
    at += at == loop->step;
    while (is_sign(source, at, "+-*/<>="))
        at++;
    for (size_t i = loop->body; i <= loop->end; i++)
        if (same_name(&source->tokens[i], &source->tokens[counter]) && is_altered(source, i))
            return 0;
    return at >= loop->step_end || is_uniform(uniform, at, loop->step_end);
}

static int allows_loop(struct jam *jam, size_t first)
{
    const struct source *source = jam->source;
    size_t known = jam->it->uniform.count, begin, at, end;
    struct variables counter;
    struct loop loop;
    int allows;

    if (!loop_at(source, first, &loop) || !token_is(&source->tokens[first], "for"))
        return 0;
    begin = next_token(source, next_token(source, first));
    if (!is_simple_type(&source->tokens[begin]))
        return 0;
    read_variables(source, begin, &counter);
    allows = !counter.is_function && counter.count == 1 && counter.end == loop.condition - 1 &&
             !is_own(jam, &source->tokens[counter.names[0]]) &&
             has_uniform_header(jam, &loop, counter.names[0]);
    free(counter.names);
    at = loop.body + is_sign(source, loop.body, "{");
    end = is_sign(source, loop.body, "{") ? loop.end : loop.end + 1;
    for (size_t last; allows && at < end; at = last + 1) {
        last = source->tokens[at].kind == TOKEN_DIRECTIVE ? at : statement_end(source, at);
        allows = source->tokens[at].kind == TOKEN_DIRECTIVE || allows_statement(jam, at, last, 1);
    }
    jam->it->uniform.count = known;
    jam->has_loops = jam->has_effects = 1;
    return allows;
}

/* In a loop, only the thread's own variables change. */
static int allows_statement(struct jam *jam, size_t first, size_t last, int in_loop)
{
    const struct token *token = &jam->source->tokens[first];

    if (token_is(token, "for"))
        return allows_loop(jam, first);
    if (token_is(token, "if"))
        return !in_loop && allows_return(jam, first, last);
    if (is_simple_type(token) && !is_sign(jam->source, next_token(jam->source, first), "("))
        return allows_declaration(jam, first, last);
    if (!is_sign(jam->source, last, ";") || count_changes(jam->source, first, last) != 1)
        return 0;
    jam->has_effects = 1;
    if (in_loop)
        return is_own(jam, token) && is_changed(jam->source, first, first);
    return token->kind == TOKEN_NAME ? is_changed(jam->source, first, first) ||
                                           is_sign(jam->source, next_token(jam->source, first), "[")
                                     : is_sign(jam->source, first, "*");
}

static int is_own_parameter_named(const struct jam *jam, size_t from)
{
    const struct definition *kernel = jam->it->kernel;
    struct list parameters = read_list(jam->source, kernel->open, kernel->close);
    int is_named_there = 0;

    for (size_t i = 0; i < parameters.count; i++) {
        size_t name =
            declared_name(jam->source, parameters.elements[i].first, parameters.elements[i].end);

        is_named_there |= name != NOWHERE && is_changed_by_kernel(jam->it, name) &&
                          is_named(jam->it, &jam->source->tokens[name], jam->it->phase_first, from);
    }
    free(parameters.elements);
    return is_named_there;
}

static int allows_all(struct jam *jam, size_t from, size_t earlier)
{
    const struct phases *it = jam->it;

    for (size_t v = 0; v < earlier; v++)
        if (is_named(it, &jam->source->tokens[it->kept.list[v].name], it->phase_first, from))
            add_name(jam, it->kept.list[v].name);
    for (size_t i = 0; i < it->statement_count; i++)
        if (!allows_statement(jam, it->statements[i].first, it->statements[i].last, 0))
            return 0;
    return jam->has_loops && !is_own_parameter_named(jam, from);
}

/* ---- What it becomes ------------------------------------------------------------------------- */

/* The tokens [first, end) as thread number of the four has them. */
static void add_copy(const struct jam *jam, size_t first, size_t end, unsigned number)
{
    struct text *code = &jam->it->code;

    for (size_t i = first, from = first; i <= end; i++) {
        const struct token *token = &jam->source->tokens[i];
        size_t before = previous_token(jam->source, i);
        int is_member =
            is_sign(jam->source, before, ".") || token_is(&jam->source->tokens[before], "->");

        if (i == end || (!is_member && (token_is(token, "threadIdx") || is_own(jam, token)))) {
            add_tokens(jam->it, code, from, i);
            from = i + 1;
            if (i < end)
                text_add_format(code, " %.*s_sim_%u", (int)token->length, token->text, number);
        }
    }
}

static void add_copies(const struct jam *jam, size_t first, size_t last)
{
    for (unsigned number = 0; number < THREADS; number++) {
        text_add_format(&jam->it->code, " *sim_number = sim_t + %u;", number);
        add_copy(jam, first, last + 1, number);
    }
}

static void add_statement(const struct jam *jam, size_t first, size_t last)
{
    const struct source *source = jam->source;
    struct loop loop;

    if (token_is(&source->tokens[first], "if")) {
        size_t open = next_token(source, first), close = skip_group(source, open, 0);

        for (unsigned number = 0; number < THREADS; number++) {
            text_add_string(&jam->it->code, " if");
            add_copy(jam, open, close + 1, number);
            text_add_format(&jam->it->code, " goto sim_one_%u;", jam->it->ends);
        }
    } else if (loop_at(source, first, &loop)) {
        size_t is_block = is_sign(source, loop.body, "{");

        add_tokens(jam->it, &jam->it->code, first, loop.body);
        text_add_string(&jam->it->code, " {");
        for (size_t at = loop.body + is_block; at < loop.end + !is_block;) {
            size_t end =
                source->tokens[at].kind == TOKEN_DIRECTIVE ? at : statement_end(source, at);

            if (source->tokens[at].kind != TOKEN_DIRECTIVE)
                add_statement(jam, at, end);
            at = end + 1;
        }
        text_add_string(&jam->it->code, " }");
    } else {
        add_copies(jam, first, last);
    }
}

/* What the threads keep between phases, in to their variables or back. */
static void add_kept(const struct jam *jam, size_t end, size_t from, int back)
{
    struct phases *it = jam->it;

    for (size_t v = 0; v < end; v++) {
        const struct token *name = &jam->source->tokens[it->kept.list[v].name];
        int length = (int)name->length;

        for (unsigned i = 0; is_named(it, name, it->phase_first, from) && i < THREADS; i++)
            if (back)
                text_add_format(&it->code, " sim_kept_%.*s[sim_t + %u] = %.*s_sim_%u;", length,
                                name->text, i, length, name->text, i);
            else
                text_add_format(&it->code, " auto %.*s_sim_%u = sim_kept_%.*s[sim_t + %u];", length,
                                name->text, i, length, name->text, i);
    }
}

static void add_all(const struct jam *jam, size_t from, size_t earlier)
{
    struct phases *it = jam->it;

    text_add_format(&it->code, " if (sim_x + %d <= blockDim.x", THREADS);
    for (unsigned i = 0; it->has_barriers && it->has_returns && i < THREADS; i++)
        text_add_format(&it->code, " && !sim_gone[sim_t + %u]", i);
    text_add_string(&it->code, ") {");
    for (unsigned i = 0; i < THREADS; i++)
        text_add_format(&it->code, " const ::uint3 threadIdx_sim_%u = {sim_x + %u, sim_y, sim_z};",
                        i, i);
    add_kept(jam, earlier, from, 0);
    for (size_t i = 0; i < it->statement_count; i++)
        add_statement(jam, it->statements[i].first, it->statements[i].last);
    add_kept(jam, it->kept.count, from, 1);
    text_add_format(&it->code, " sim_x += %d; sim_t += %d; continue; } sim_one_%u: ;", THREADS - 1,
                    THREADS - 1, it->ends);
}

void add_jam(struct phases *it, size_t from, size_t earlier)
{
    struct jam jam = {.it = it, .source = it->source};

    if (allows_all(&jam, from, earlier))
        add_all(&jam, from, earlier);
    free(jam.names);
}
