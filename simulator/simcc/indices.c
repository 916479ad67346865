/*
 * Which indices are known only as a kernel runs: see indices.h.
 */
#include "indices.h"

#include "loops.h"
#include "visible.h"

#define DEPTH_MOST    5   /* of variables that others follow from */
#define LOOKS_MOST    300 /* at variables, for one index; behind that nothing is said of it */
#define UNROLLED_MOST 340 /* rounds of a short loop that nvcc 13 unrolls unasked: 300, not 400 */
#define ROUNDS_SIMPLE                                                                              \
    12                 /* what accesses weigh in a loop that nvcc unrolls to rounds of four, ... */
#define ROUNDS_OTHER 4 /* in one with branches in it, ... */
#define ROUNDS_OUTER 2 /* and in one around others */

struct look {
    const struct source *source;
    size_t function; /* where it begins */
    int depth, looks;
};

static enum evidence evidence_in(struct look *look, size_t first, size_t end);

static enum evidence more_of(enum evidence a, enum evidence b)
{
    return a > b ? a : b;
}

/* Whether the expression is the smaller of something known and of something else: min(n, 8). */
static int is_known_minimum(struct look *look, size_t first, size_t end)
{
    const struct source *source = look->source;

    while (first < end && (token_is(&source->tokens[first], "std") || is_sign(source, first, ":")))
        first = next_token(source, first);
    size_t open = next_token(source, first);

    if (!token_is(&source->tokens[first], "min") || !is_sign(source, open, "("))
        return 0;
    for (size_t i = open + 1, last; i < end; i = last + 1) {
        last = expression_end(source, i);
        if (last > i && evidence_in(look, i, last) <= INDEX_CHOSEN)
            return 1;
    }
    return 0;
}

/*
 * Whether the variable at use has at most a known value: bound = min(n, 8), or
 * if (bound > 8) bound = 8. nvcc unrolls a loop up to it.
 */
static int is_clamped(struct look *look, size_t use)
{
    const struct source *source = look->source;
    const struct token *name = &source->tokens[use];
    int is_compared = 0;

    for (size_t i = look->function; i < use; i++) {
        size_t open = next_token(source, i), value = next_token(source, open);

        if (token_is(&source->tokens[i], "if") && is_sign(source, open, "(")) {
            size_t close = skip_group(source, open, 0);

            is_compared = 0;
            for (size_t k = open; k < close; k++)
                is_compared |= same_name(&source->tokens[k], name) &&
                               (is_sign(source, k + 1, ">") || is_sign(source, k - 1, "<="));
            i = close;
            continue;
        }
        if (!same_name(&source->tokens[i], name) || !is_sign(source, open, "=") ||
            is_sign(source, value, "="))
            continue;
        size_t end = expression_end(source, value);

        if (is_known_minimum(look, value, end) ||
            (is_compared && evidence_in(look, value, end) <= INDEX_CHOSEN))
            return 1;
    }
    return 0;
}

/* Whether the variable at use begins with something that only the kernel knows: int left = x[i];
 * while (left > 0) ... */
static int begins_unknown(struct look *look, size_t use)
{
    const struct source *source = look->source;
    size_t position = source->tokens[use].kind == TOKEN_NAME
                          ? declaration_of(source, look->function, use)
                          : NOWHERE;

    if (position == NOWHERE || !is_sign(source, next_token(source, position), "="))
        return 0;
    size_t value = next_token(source, next_token(source, position));

    return evidence_in(look, value, expression_end(source, value)) > INDEX_CHOSEN;
}

/* Of comparisons of the condition, one with something known ends the loop: k < 8 && k < n. */
static int has_known_bound(struct look *look, const struct loop *loop)
{
    const struct source *source = look->source;

    for (size_t i = loop->condition; i < loop->condition_end; i++) {
        size_t first = i + 1 + is_sign(source, i + 1, "="), end;
        int is_less = is_sign(source, i, "<>") && !is_sign(source, i + 1, "<>") &&
                      !is_sign(source, i - 1, "<>-");

        if (!is_less && !(is_sign(source, i, "!") && is_sign(source, i + 1, "=")))
            continue;
        if (is_less && begins_unknown(look, previous_token(source, i)))
            continue;
        for (end = first; end < loop->condition_end && !is_sign(source, end, "&|?,"); end++)
            end = skip_group(source, end, 0);
        if (end > first &&
            (evidence_in(look, first, end) <= INDEX_CHOSEN || is_known_minimum(look, first, end) ||
             (end == first + 1 && is_clamped(look, first))))
            return 1;
    }
    return 0;
}

/* Whether the loop's number of rounds is known only as it runs, or nvcc keeps it as a loop. */
static int is_kept(struct look *look, const struct loop *loop)
{
    const struct source *source = look->source;
    long rounds = rounds_of(source, loop);

    if (rounds > 0 && loop->unrolled > 0)
        return rounds > loop->unrolled;
    if (rounds > 0)
        return loop->unrolled < 0 && rounds > UNROLLED_MOST;
    if (loop->unrolled == 1 || is_unsteady(source, loop))
        return 1;
    return evidence_in(look, loop->condition, loop->condition_end) > INDEX_CHOSEN &&
           !has_known_bound(look, loop);
}

/* Of the counter that is declared at position, in the header of a for. */
static enum evidence counter_evidence(struct look *look, const struct loop *loop, size_t position)
{
    const struct source *source = look->source;
    size_t value = next_token(source, position);

    if (is_sign(source, value, "=") &&
        evidence_in(look, value + 1, expression_end(source, value + 1)))
        return INDEX_COUNTING;
    for (size_t i = loop->step, end; i < loop->step_end; i = end + 1) {
        end = expression_end(source, i);
        for (size_t k = i; k < end; k++)
            if (same_name(&source->tokens[k], &source->tokens[position]) &&
                evidence_in(look, k + 1, end))
                return INDEX_COUNTING;
    }
    return is_kept(look, loop) ? INDEX_COUNTING : INDEX_KNOWN;
}

/* Of what a change at position hangs on, from declared on: loops that are kept, conditions. */
static enum evidence evidence_around(struct look *look, size_t declared, size_t position)
{
    const struct source *source = look->source;
    enum evidence most = INDEX_KNOWN;

    for (size_t i = declared; i < position && most < INDEX_COUNTING; i++) {
        size_t open = next_token(source, i), close;
        struct loop loop;

        if (loop_at(source, i, &loop) && is_in_loop(&loop, position) && is_kept(look, &loop))
            most = is_unsteady(source, &loop) ? more_of(most, INDEX_LOST) : INDEX_COUNTING;
        if (!token_is(&source->tokens[i], "if") || !is_sign(source, open, "("))
            continue;
        close = skip_group(source, open, 0);
        if (close < position && position <= statement_end(source, close + 1) &&
            evidence_in(look, open + 1, close))
            most = more_of(most, INDEX_CHOSEN);
    }
    return most;
}

/*
 * Whether a loop around the change at position, but not around the use behind it, also ends by what
 * the kernel finds. Nobody knows then how often the variable was changed: while (k > 0 && a[k - 1]
 * > x) k--; a[k] = x.
 */
static int is_left_by_chance(struct look *look, size_t declared, size_t position, size_t use)
{
    const struct source *source = look->source;

    for (size_t i = declared; i < position; i++) {
        struct loop loop;

        if (loop_at(source, i, &loop) && is_in_loop(&loop, position) && use > loop.end &&
            (evidence_in(look, loop.condition, loop.condition_end) > INDEX_CHOSEN ||
             statement_has(source, loop.body, loop.end, "break")))
            return 1;
    }
    return 0;
}

/* Of a variable that is declared at position: its first value, and those that it gets before use.
 */
static enum evidence variable_evidence(struct look *look, size_t position, size_t use,
                                       enum evidence most)
{
    const struct source *source = look->source;
    size_t end = is_parameter(source, look->function, position) ? statement_end(source, position)
                                                                : scope_end(source, position);

    for (size_t i = position; i < end && end != NOWHERE; i++) {
        if (!same_name(&source->tokens[i], &source->tokens[position]))
            continue;
        size_t next = next_token(source, i), value = next + 1;

        if (is_sign(source, next, "=") && !is_sign(source, value, "=")) {
            enum evidence own = evidence_in(look, value, expression_end(source, value));
            size_t before = previous_token(source, i), scope = scope_end(source, i);

            if (i > use) /* of an earlier round, perhaps */
                continue;
            /* what is done in any case ends what was before */
            most = scope != NOWHERE && scope >= use && is_sign(source, before, ";{}")
                       ? own
                       : more_of(most, own);
            most = i == position ? own : most;
        } else if (i != position && is_changed(source, i, i) && !is_sign(source, i - 1, "&")) {
            int is_step = is_sign(source, next, "+-") || is_sign(source, i - 1, "+-");
            enum evidence around = evidence_around(look, position, i);

            if (is_sign(source, value, "="))
                most = more_of(most, evidence_in(look, value + 1, expression_end(source, value + 1))
                                         ? INDEX_DYNAMIC
                                         : INDEX_KNOWN);
            most = more_of(most, around > INDEX_DYNAMIC && !is_step ? INDEX_DYNAMIC : around);
            if (look->depth == 1 && is_step && is_left_by_chance(look, position, i, use))
                most = more_of(most, INDEX_LOST);
        }
    }
    return most;
}

/* Of an array of the thread: what is stored in it. */
static enum evidence element_evidence(struct look *look, size_t position)
{
    const struct source *source = look->source;
    size_t end = scope_end(source, position);

    for (size_t i = position + 1; i < end && end != NOWHERE; i++) {
        size_t next = next_token(source, i);

        if (!same_name(&source->tokens[i], &source->tokens[position]))
            continue;
        while (is_sign(source, next, "["))
            next = next_token(source, skip_group(source, next, 0));
        if (is_sign(source, next, "=") && !is_sign(source, next + 1, "=") &&
            evidence_in(look, next + 1, expression_end(source, next + 1)))
            return INDEX_DYNAMIC;
    }
    return INDEX_KNOWN;
}

static int is_of_kernel(const struct look *look)
{
    for (size_t i = look->function; !is_sign(look->source, i, "({;"); i++)
        if (token_is(&look->source->tokens[i], "__global__"))
            return 1;
    return 0;
}

/* Of the variable whose name stands at use. */
static enum evidence name_evidence(struct look *look, size_t use)
{
    const struct source *source = look->source;
    size_t position = declaration_of(source, look->function, use), next = next_token(source, use);
    int is_load = is_sign(source, next, "[");

    if (position == NOWHERE || position == use)
        return INDEX_KNOWN;
    size_t first = statement_start(source, look->function, position);
    size_t open = previous_token(source, first), before = previous_token(source, position);
    int is_pointer =
        is_sign(source, before, "*") || token_is(&source->tokens[before], "__restrict__");
    struct loop loop;

    if (is_parameter(source, look->function, position)) {
        int is_given = is_of_kernel(look);

        if (token_is(&source->tokens[first], "template"))
            return INDEX_KNOWN;
        if (is_load || is_pointer)
            return is_load && is_given ? INDEX_DYNAMIC : INDEX_KNOWN;
        return variable_evidence(look, position, use, is_given ? INDEX_DYNAMIC : INDEX_KNOWN);
    }
    if (open != NOWHERE && is_sign(source, open, "("))
        return loop_at(source, previous_token(source, open), &loop)
                   ? counter_evidence(look, &loop, position)
                   : INDEX_KNOWN;
    if (statement_has(source, first, position, "__shared__"))
        return is_load ? INDEX_DYNAMIC : INDEX_KNOWN;
    if (is_load)
        return element_evidence(look, position);
    return is_pointer ? INDEX_KNOWN : variable_evidence(look, position, use, INDEX_KNOWN);
}

static enum evidence evidence_in(struct look *look, size_t first, size_t end)
{
    const struct source *source = look->source;
    enum evidence most = INDEX_KNOWN;

    if (look->depth >= DEPTH_MOST)
        return INDEX_KNOWN;
    look->depth++;
    for (size_t i = first; i < end && most <= INDEX_CHOSEN; i++) {
        const struct token *token = &source->tokens[i];
        size_t before = previous_token(source, i), next = next_token(source, i);

        if (token->kind != TOKEN_NAME || is_type_word(token) || is_sign(source, before, ".") ||
            token_is(&source->tokens[before], "->") || token_is(&source->tokens[next], "::"))
            continue;
        if (is_of_thread(token))
            most = INDEX_DYNAMIC;
        else if (token_is(token, "sizeof") || token_is(token, "decltype"))
            i = skip_group(source, next, 0);
        else if (!is_sign(source, next, "(") && ++look->looks < LOOKS_MOST)
            most = more_of(most, name_evidence(look, i));
    }
    look->depth--;
    return most;
}

/* Whether the index is compared in an if around it: no more places than that are meant. */
static int is_guarded(const struct look *look, size_t first, size_t end)
{
    const struct source *source = look->source;

    for (size_t i = look->function; i < first; i++) {
        size_t open = next_token(source, i), close = skip_group(source, open, 0);

        if (!token_is(&source->tokens[i], "if") || close > first ||
            statement_end(source, close + 1) < first)
            continue;
        for (size_t k = open; k < close; k++)
            for (size_t name = first; name < end; name++)
                if (same_name(&source->tokens[k], &source->tokens[name]) &&
                    (is_sign(source, k + 1, "<>") || is_sign(source, k - 1, "<>=")))
                    return 1;
    }
    return 0;
}

enum evidence index_evidence(const struct source *source, size_t function, size_t first, size_t end)
{
    struct look look = {.source = source, .function = function};
    enum evidence found = evidence_in(&look, first, end);
    int is_small = 0, is_part = 0;

    for (size_t i = first; i < end; i++) {
        is_part |= is_sign(source, i, "%&^?/>");
        if (is_sign(source, i, "%&") && source->tokens[i + 1].kind == TOKEN_NUMBER)
            is_small |= *source->tokens[i + 1].text <= '4' && source->tokens[i + 1].length == 1;
    }
    if (found == INDEX_COUNTING && is_guarded(&look, first, end))
        return INDEX_KNOWN;
    if (found != INDEX_COUNTING || !is_part)
        return found;
    return is_small ? INDEX_KNOWN : INDEX_DYNAMIC; /* rounds of four are unrolled */
}

unsigned accesses_of(const struct source *source, size_t function, size_t declared, size_t position)
{
    struct look look = {.source = source, .function = function};
    unsigned times = 1, is_kept_round = 0;

    for (size_t i = declared; i < position; i++) {
        struct loop loop;

        if (!loop_at(source, i, &loop) || !is_in_loop(&loop, position))
            continue;
        long rounds = rounds_of(source, &loop);

        if (is_kept(&look, &loop)) {
            if (is_kept_round)
                times /= is_kept_round;
            is_kept_round = has_branches(source, &loop) ? ROUNDS_OTHER : ROUNDS_SIMPLE;
            times *= is_kept_round;
        } else {
            times *= rounds > 0 ? (unsigned)rounds : 1;
            times = is_kept_round ? times / is_kept_round * ROUNDS_OUTER : times;
            is_kept_round = is_kept_round ? ROUNDS_OUTER : 0;
        }
    }
    return times;
}
