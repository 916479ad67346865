/*
 * Functions for all lanes between two phases: see lane_phase.h.
 *
 *     sum = warp_sum(f(t));      for each thread { given[thread] = f(t); }
 *                                for each warp { sim_lanes_warp_sum(given + its first thread); }
 *                                for each thread { sum = given[thread]; ... }
 */
#include "lane_phase.h"

#include "lane_function.h"
#include "phase_loop.h"
#include "visible.h"

#include <stdlib.h>

#define MOST_PHASES 16 /* before the statement: each has an array on the block's stack */

/* The function's call behind the = of the statement, all of its value; NOWHERE: there is none. */
static size_t call_of(const struct phases *it, size_t first, size_t last)
{
    const struct source *source = it->source;
    size_t call = first;

    while (call < last && !is_sign(source, call, "="))
        call++;
    call = next_token(source, call);
    if (call >= last || source->tokens[call].kind != TOKEN_NAME ||
        !is_sign(source, next_token(source, call), "(") ||
        next_token(source, closing_bracket(source, next_token(source, call))) != last ||
        has_lane_function(source, first, call) || has_lane_function(source, call + 1, last))
        return NOWHERE;
    return call;
}

/* x, or type x: one variable of the thread's own. */
static int is_target(const struct source *source, size_t first, size_t equals)
{
    for (size_t i = first; i < equals; i++)
        if (source->tokens[i].kind != TOKEN_NAME ||
            (i + 1 < equals && !is_simple_type(&source->tokens[i])))
            return 0;
    return equals > first && !is_simple_type(&source->tokens[equals - 1]);
}

void add_lane_statement(struct phases *it, size_t first, size_t last, size_t end)
{
    const struct source *source = it->source;
    size_t call = call_of(it, first, last), open = call + 1;
    struct lane_function function;
    char *type;

    if (call == NOWHERE || it->ends > MOST_PHASES || !is_target(source, first, call - 1) ||
        it->has_returns || it->loops > 0 ||
        has_word(source, it->stretch_first, first, "atomicAdd") ||
        !find_lane_function(source, &source->tokens[call], &function)) {
        it->is_impossible = 1;
        return;
    }
    type = tokens_text(source, function.type, function.parameter);
    text_add_format(&it->code, " %s sim_given_%u[1024];", type, it->ends);
    unsigned given = it->ends;
    text_add_format(&it->phase, " sim_given_%u[sim_t] =", given);
    add_tokens(it, &it->phase, open + 1, last - 1);
    text_add_string(&it->phase, ";");
    it->no_jam = 1;
    it->named_end = last + 1;
    end_phase(it, first, end);
    it->named_end = 0;
    text_add_format(&it->code,
                    " for (unsigned int sim_w = 0, sim_all = blockDim.x * blockDim.y * blockDim.z;"
                    " sim_w < sim_all; sim_w += 32)"
                    " sim_lanes_%.*s(sim_given_%u + sim_w, sim_all - sim_w < 32 ? sim_all - sim_w"
                    " : 32);",
                    (int)source->tokens[call].length, source->tokens[call].text, given);
    add_tokens(it, &it->phase, first, call);
    text_add_format(&it->phase, " sim_given_%u[sim_t];", given);
    it->no_jam = 1;
    if (is_simple_type(&source->tokens[first])) { /* as it is kept, it gets its values later */
        size_t begin = first;

        while (token_is(&source->tokens[begin], "const"))
            begin++;
        add_variable(&it->own, call - 2, tokens_text(source, begin, call - 2));
    }
    free(type);
}

/* Adds the function for all lanes. */
static void add_lane_function(const struct phases *it, struct text *text,
                              const struct lane_function *function)
{
    const struct source *source = it->source;
    const struct token *name = &source->tokens[function->name],
                       *parameter = &source->tokens[function->parameter];
    char *type = tokens_text(source, function->type, function->parameter);
    size_t last = function->body;

    while (!token_is(&source->tokens[last], "return"))
        last++;
    text_add_format(text,
                    " static void sim_lanes_%.*s(%s *sim_values, unsigned int sim_count) {"
                    " using ::cuda_sim::__shfl_sync; using ::cuda_sim::__shfl_up_sync;"
                    " using ::cuda_sim::__shfl_down_sync; using ::cuda_sim::__shfl_xor_sync;"
                    " ::cuda_sim::lanes<%s> %.*s(sim_values, sim_count);",
                    (int)name->length, name->text, type, type, (int)parameter->length,
                    parameter->text);
    add_tokens(it, text, function->body + 1, last);
    text_add_format(text, " ::cuda_sim::lanes<%s>(", type);
    add_tokens(it, text, last + 1, function->end - 1);
    text_add_string(text, ").store(sim_values); }");
    free(type);
}

void add_lane_functions(const struct phases *it, struct text *text, size_t first, size_t end)
{
    struct lane_function function;

    for (size_t i = first; i < end; i++) {
        const struct token *token = &it->source->tokens[i];

        if (token->kind == TOKEN_NAME && is_sign(it->source, next_token(it->source, i), "(") &&
            !is_named(it, token, first, i) && find_lane_function(it->source, token, &function))
            add_lane_function(it, text, &function);
    }
}
