/*
 * The end of a kernel in which threads may go around a barrier, or an exchange of their warp. A
 * compiler makes the same of
 *     if (tid < n) { ...; __syncthreads(); }
 * and of
 *     if (tid >= n) return; ...; __syncthreads();
 * although only the first one's other threads go around the barrier; what stands behind the branch
 * it may put in front of the barrier; and in a function the barrier has no place among the kernel's
 * lines. So the end says that a thread has come to it, which one that has returned before does not:
 *     ... } becomes ... ::sim_kernel_ends(1); }
 * (0: nothing stands behind the barrier's statement.) The same is done with each return behind the
 * last statement that has a barrier in it, if no function is called there that may have one; and
 * with the branches of that statement without one, where it is an if with an else.
 */
#include "constructs.h"

#include "definitions.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* 1 if one of the words begins the token. */
static int begins_with(const struct token *token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (token->length >= strlen(words[i]) && !memcmp(token->text, words[i], strlen(words[i])))
            return 1;
    return 0;
}

/* 1 if the token is that word, behind a point, an arrow or the name of a namespace. */
static int is_of_group(const struct source *source, const struct token *token)
{
    static const char *const words[] = {
        "any", "all", "ballot", "match_any", "reduce", "inclusive_scan", "exclusive_scan"};
    size_t before =
        token > source->tokens ? previous_token(source, (size_t)(token - source->tokens)) : NOWHERE;

    if (before == NOWHERE ||
        (!token_is(&source->tokens[before], ".") && !token_is(&source->tokens[before], "->") &&
         !token_is(&source->tokens[before], "::")))
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return 0;
}

/*
 * Where threads meet: __syncthreads, __shfl_down_sync, sync and shfl of a group, cg::reduce; inline
 * PTX.
 */
static int is_meeting(const struct source *source, const struct token *token)
{
    static const char *const first[] = {"__sync", "__bar"};
    static const char *const words[] = {"sync",     "shfl",    "shfl_up", "shfl_down",
                                        "shfl_xor", "__asm__", "asm"};
    static const char end[] = "_sync";
    const size_t size = sizeof end - 1;

    if (token->kind != TOKEN_NAME)
        return 0;
    if (is_of_group(source, token))
        return 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return begins_with(token, first, sizeof first / sizeof *first) ||
           (token->length > size && token->text[0] == '_' &&
            !memcmp(token->text + token->length - size, end, size));
}

/* ---- Functions in which threads meet ----------------------------------------------------- */

static int has_name(const struct name_list *list, const struct token *token)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->tokens[i]->length == token->length &&
            !memcmp(list->tokens[i]->text, token->text, token->length))
            return 1;
    return 0;
}

static int meets(const struct translation *translation, const struct token *token)
{
    return is_meeting(translation->source, token) ||
           (token->kind == TOKEN_NAME && has_name(&translation->meetings, token));
}

/* The name of the function; NULL for a kernel, whose name is no call, and where there is none. */
static const struct token *name_of(const struct source *source, const struct definition *function)
{
    for (size_t i = function->head; i < function->open; i++) {
        size_t next = next_token(source, i);

        if (token_is(&source->tokens[i], "__global__"))
            return NULL;
        if (source->tokens[i].kind == TOKEN_NAME && next < function->open &&
            token_is(&source->tokens[next], "(") &&
            !token_is(&source->tokens[i], "__attribute__") &&
            !token_is(&source->tokens[i], "__launch_bounds__"))
            return &source->tokens[i];
    }
    return NULL;
}

/* Adds the functions in which threads meet, or which call one of these. Returns 1 if any is new. */
static int add_meetings(struct translation *translation, const struct definitions *functions)
{
    const struct source *source = translation->source;
    struct name_list *list = &translation->meetings;
    size_t before = list->count;

    for (size_t i = 0; i < functions->count; i++) {
        const struct definition *function = &functions->items[i];
        const struct token *name = name_of(source, function);

        if (!name || has_name(list, name))
            continue;
        for (size_t k = function->open; k < function->close; k++)
            if (meets(translation, &source->tokens[k])) {
                list->tokens = reallocate(list->tokens, (list->count + 1) * sizeof *list->tokens);
                list->tokens[list->count++] = name;
                break;
            }
    }
    return list->count > before;
}

static void find_meetings(struct translation *translation)
{
    struct definitions functions = find_definitions(translation->source);

    translation->knows_meetings = 1;
    while (add_meetings(translation, &functions))
        ;
    free(functions.items);
}

/* ---- A kernel's end ---------------------------------------------------------------------- */

/* 1 if it begins a statement that ends with a brace, if it has one. */
static int is_condition(const struct token *token)
{
    return token_is(token, "if") || token_is(token, "for") || token_is(token, "while") ||
           token_is(token, "switch");
}

/* The first token behind the statement that begins there, or close, the brace of the body. */
static size_t behind_statement(const struct source *source, size_t first, size_t close)
{
    int braced = is_condition(&source->tokens[first]) || token_is(&source->tokens[first], "{");

    for (size_t i = first; i < close; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];
        size_t next;

        if (token_is(token, "(") || token_is(token, "[") || token_is(token, "{"))
            i = skip_group(source, i, 0);
        next = next_token(source, i);
        if (next >= close)
            break;
        if ((token_is(token, ";") || (token_is(token, "{") && braced)) &&
            !token_is(&source->tokens[next], "else"))
            return next;
    }
    return close;
}

/* 1 if some threads may go around what one of the tokens [first, end) does. */
static int is_conditional(const struct translation *translation, size_t first, size_t end)
{
    static const char *const words[] = {"if",   "for", "while", "do", "switch",
                                        "goto", "?",   "&",     "|"};

    for (size_t i = first; i < end; i++) {
        const struct token *token = &translation->source->tokens[i];

        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (token_is(token, words[k]))
                return 1;
        if (token->kind == TOKEN_NAME && has_name(&translation->meetings, token))
            return 1;
    }
    return 0;
}

static int meet_in(const struct translation *translation, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (meets(translation, &translation->source->tokens[i]))
            return 1;
    return 0;
}

/*
 * The first token behind the last statement in which threads meet; NOWHERE without one. *last: the
 * first token of that statement.
 */
static size_t behind_meetings(const struct translation *translation, size_t open, size_t close,
                              size_t *last)
{
    const struct source *source = translation->source;
    size_t behind = NOWHERE;

    for (size_t first = next_token(source, open), next; first < close; first = next) {
        next = behind_statement(source, first, close);
        if (meet_in(translation, first, next)) {
            *last = first;
            behind = next;
        }
    }
    return behind;
}

/* The last token of a branch that begins there, if it has braces or is one simple statement. */
static size_t end_of_branch(const struct source *source, size_t first)
{
    if (token_is(&source->tokens[first], "{"))
        return closing_bracket(source, first);
    if (is_condition(&source->tokens[first]) || token_is(&source->tokens[first], "do"))
        return NOWHERE;
    for (size_t i = first; i < source->count; i = next_token(source, i)) {
        if (token_is(&source->tokens[i], "(") || token_is(&source->tokens[i], "[") ||
            token_is(&source->tokens[i], "{"))
            i = skip_group(source, i, 0);
        if (token_is(&source->tokens[i], ";"))
            return i;
    }
    return NOWHERE;
}

/* Says at the end of a branch in which nobody meets, but something is done, that it is there. */
static void mark_branch(struct translation *translation, size_t first, size_t end)
{
    struct source *source = translation->source;
    int braced = token_is(&source->tokens[first], "{");

    if (meet_in(translation, first, end) || (braced ? next_token(source, first) : first) == end)
        return;
    if (!braced) {
        token_put_before(&source->tokens[first], text_format("{ "));
        token_put_after(&source->tokens[end], text_format(" ::sim_kernel_ends(1); }"));
        return;
    }
    token_put_before(&source->tokens[end], text_format("::sim_kernel_ends(1); "));
}

/* The same for all branches of an if with an else, which is a kernel's last statement. */
static void mark_branches(struct translation *translation, size_t first)
{
    struct source *source = translation->source;

    while (token_is(&source->tokens[first], "if")) {
        size_t end, branch = next_token(source, first);

        if (token_is(&source->tokens[branch], "constexpr"))
            return;
        branch = next_token(source, skip_group(source, branch, 0));
        end = end_of_branch(source, branch);
        if (end == NOWHERE || !token_is(&source->tokens[next_token(source, end)], "else"))
            return;
        mark_branch(translation, branch, end);
        first = next_token(source, next_token(source, end));
        if (token_is(&source->tokens[first], "if"))
            continue;
        end = end_of_branch(source, first);
        if (end != NOWHERE)
            mark_branch(translation, first, end);
        return;
    }
}

/* 1 if the tokens [first, end) call a function that is none of CUDA's atomics and intrinsics. */
static int calls_functions(const struct source *source, size_t first, size_t end)
{
    static const char *const words[] = {"atomic", "__", "if", "for", "while", "switch"};

    for (size_t i = first; i < end; i++)
        if (source->tokens[i].kind == TOKEN_NAME &&
            token_is(&source->tokens[next_token(source, i)], "(") &&
            !begins_with(&source->tokens[i], words, sizeof words / sizeof *words))
            return 1;
    return 0;
}

void translate_kernel_end(struct translation *translation, size_t body)
{
    struct source *source = translation->source;
    size_t close = closing_bracket(source, body);
    size_t behind, last = body;
    int is_known;

    if (close == NOWHERE)
        return;
    if (!translation->knows_meetings)
        find_meetings(translation);
    behind = behind_meetings(translation, body, close, &last);
    if (behind == NOWHERE || !is_conditional(translation, body, behind))
        return;
    if (behind == close)
        mark_branches(translation, last);
    is_known = !calls_functions(source, behind, close);
    for (size_t i = behind; is_known && i < close; i++)
        if (token_is(&source->tokens[i], "return") &&
            token_is(&source->tokens[next_token(source, i)], ";"))
            token_put_after(&source->tokens[i], text_format(" ::sim_kernel_ends(1)"));
    token_put_before(&source->tokens[close],
                     text_format(" ::sim_kernel_ends(%d); ", behind != close));
}
