/*
 * Values that stand in the source: see constants.h.
 */
#include "constants.h"

#include "visible.h"

#include <stdlib.h>

/* 1 if the name at position is declared there as a constant, or in an enum. */
static int is_constant(const struct source *source, size_t position)
{
    size_t i = position;

    while (i > 0 && !is_sign(source, i, ";{}")) {
        if (token_is(&source->tokens[i], "const") || token_is(&source->tokens[i], "constexpr"))
            return 1;
        i = is_sign(source, i, ")]") ? opening_bracket(source, i) : i;
        if (i == NOWHERE || is_sign(source, i--, "("))
            return 0;
    }
    for (size_t before = 1; before <= 2 && before <= i && is_sign(source, i, "{"); before++)
        if (token_is(&source->tokens[i - before], "enum"))
            return 1;
    return 0;
}

long constant_at(const struct source *source, size_t position)
{
    const struct token *token = &source->tokens[position];

    if (token->kind == TOKEN_NUMBER)
        return strtol(token->text, NULL, 0);
    for (size_t i = 1; i + 2 < position && token->kind == TOKEN_NAME; i++) {
        size_t end = i + 2;
        long number;

        if (!same_name(&source->tokens[i], token) || !is_sign(source, i + 1, "=") ||
            !is_constant(source, i))
            continue;
        while (end < position && !is_sign(source, end, ",;}"))
            end = skip_group(source, end, 0) + 1;
        if (end < position && read_number(source, i + 2, end, &number) && number >= 0)
            return number;
    }
    return -1;
}

/* A walk over an expression. */
struct walk {
    const struct source *source;
    size_t next, end;
    int fails; /* it has something other than numbers */
};

static long read_sum(struct walk *walk);

static int takes(struct walk *walk, const char *signs)
{
    if (walk->next >= walk->end || !is_sign(walk->source, walk->next, signs))
        return 0;
    walk->next++;
    return 1;
}

static long read_factor(struct walk *walk)
{
    long number;

    if (takes(walk, "-"))
        return -read_factor(walk);
    if (takes(walk, "(")) {
        number = read_sum(walk);
        walk->fails |= !takes(walk, ")");
        return number;
    }
    number = walk->next < walk->end ? constant_at(walk->source, walk->next) : -1;
    walk->fails |= number < 0;
    walk->next++;
    return number;
}

static long read_product(struct walk *walk)
{
    long product = read_factor(walk);

    while (!walk->fails && walk->next < walk->end) {
        int divides = is_sign(walk->source, walk->next, "/");

        if (!takes(walk, "*/"))
            break;
        long by = read_factor(walk);
        walk->fails |= divides && by == 0;
        if (!walk->fails)
            product = divides ? product / by : product * by;
    }
    return product;
}

static long read_sum(struct walk *walk)
{
    long sum = read_product(walk);

    while (!walk->fails && walk->next < walk->end) {
        int subtracts = is_sign(walk->source, walk->next, "-");

        if (!takes(walk, "+-"))
            break;
        sum += subtracts ? -read_product(walk) : read_product(walk);
    }
    return sum;
}

int read_number(const struct source *source, size_t first, size_t end, long *number)
{
    struct walk walk = {source, first, end, first >= end};

    if (!walk.fails)
        *number = read_sum(&walk);
    return !walk.fails && walk.next == end;
}
