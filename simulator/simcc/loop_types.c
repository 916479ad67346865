/*
 * Which loops nvcc can count, by their types: see loop_types.h.
 */
#include "loop_types.h"

#include "constants.h"
#include "visible.h"

#include <ctype.h>
#include <string.h>

/* Of a number: whether it has a sign, and 32 or 64 bits. Of less than that, it becomes an int. */
enum number_type { TYPE_UNKNOWN, TYPE_INT, TYPE_UNSIGNED, TYPE_LONG, TYPE_UNSIGNED_LONG };

static int is_any(const struct token *token, const char *const *words)
{
    for (; *words; words++)
        if (token_is(token, *words))
            return 1;
    return 0;
}

/* The type that begins at first and ends before the name at end; others than numbers: unknown. */
static enum number_type named_type(const struct source *source, size_t first, size_t end)
{
    static const char *const without_sign[] = {"unsigned", "uint", "uint32_t", NULL};
    static const char *const narrow[] = {"char",  "short",    "int8_t", "int16_t", "uint8_t",
                                         "uchar", "uint16_t", "ushort", "bool",    NULL};
    static const char *const wide[] = {"long", "int64_t", "ptrdiff_t", "ssize_t", NULL};
    static const char *const both[] = {"size_t", "uint64_t", "uintptr_t", "ulong", NULL};
    static const char *const plain[] = {"int", "signed", "int32_t", NULL};
    static const char *const ignored[] = {"const",    "volatile", "constexpr",
                                          "register", "std",      NULL};
    int is_unsigned = 0, is_wide = 0, is_narrow = 0, is_known = 0;

    for (size_t i = first; i < end; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];
        int is_other = !is_any(token, ignored) && !is_sign(source, i, ":");

        is_unsigned |= is_any(token, without_sign) || is_any(token, both);
        is_wide |= is_any(token, wide) || is_any(token, both);
        is_narrow |= is_any(token, narrow);
        is_known = is_known || is_unsigned || is_wide || is_narrow || is_any(token, plain);
        if (is_other && !is_any(token, without_sign) && !is_any(token, both) &&
            !is_any(token, wide) && !is_any(token, narrow) && !is_any(token, plain))
            return TYPE_UNKNOWN;
    }
    if (!is_known)
        return TYPE_UNKNOWN;
    if (is_wide)
        return is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG;
    return is_unsigned ? TYPE_UNSIGNED : TYPE_INT;
}

/* Of a name that a typedef or a using before position gives a type. */
static enum number_type given_type(const struct source *source, size_t position)
{
    const struct token *name = &source->tokens[position];

    for (size_t i = position; i-- > 0;) {
        size_t next = next_token(source, i), end = i;

        if (!same_name(&source->tokens[i], name))
            continue;
        if (is_sign(source, next, ";")) {
            size_t first = statement_start(source, 0, i);

            if (token_is(&source->tokens[first], "typedef"))
                return named_type(source, next_token(source, first), i);
        }
        size_t before = previous_token(source, i);

        if (is_sign(source, next, "=") && before != NOWHERE &&
            token_is(&source->tokens[before], "using")) {
            for (end = next; end < source->count - 1 && !is_sign(source, end, ";");)
                end = next_token(source, end);
            return named_type(source, next_token(source, next), end);
        }
    }
    return TYPE_UNKNOWN;
}

/* Where the function begins that has the position in its body. */
static size_t function_around(const struct source *source, size_t position)
{
    size_t begin = 0, i = 0;

    while (i < position) {
        if (is_sign(source, i, "{")) {
            size_t close = skip_group(source, i, 0), before = previous_token(source, i);

            if (close > position && before != NOWHERE && is_sign(source, before, ")"))
                return begin;
            i = close > position ? i + 1 : close + 1;
            begin = i;
            continue;
        }
        if (is_sign(source, i, ";"))
            begin = i + 1;
        i = skip_group(source, i, 0) + 1;
    }
    return begin;
}

/* Of the variable whose name stands at use. */
static enum number_type variable_type(const struct source *source, size_t function, size_t use)
{
    size_t position = declaration_of(source, function, use), end;

    if (position == NOWHERE)
        return TYPE_UNKNOWN;
    size_t first = statement_start(source, function, position);

    if (is_parameter(source, function, position))
        for (size_t i = first; i < position; i++)
            first = is_sign(source, i, ",") ? next_token(source, i) : first;
    for (end = first; end < position && !is_sign(source, next_token(source, end), "=,*&[");)
        end = next_token(source, end); /* the first name of several: int i = 0, k = 0 */
    if (end == first || is_sign(source, next_token(source, end), "*&["))
        return TYPE_UNKNOWN;
    size_t type = first;

    if (token_is(&source->tokens[type], "const"))
        type = next_token(source, type);
    if (next_token(source, type) == end) {
        enum number_type given = given_type(source, type);

        if (given)
            return given;
    }
    return named_type(source, first, end);
}

/* Of a number as it is written: 256, 256u, 1ll. */
static enum number_type literal_type(const struct token *token)
{
    int is_unsigned = 0, is_wide = 0;

    for (size_t i = 0; i < token->length; i++) {
        int letter = tolower((unsigned char)token->text[i]);

        if (letter == '.')
            return TYPE_UNKNOWN;
        is_unsigned |= letter == 'u';
        is_wide |= letter == 'l';
    }
    if (is_wide)
        return is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG;
    return is_unsigned ? TYPE_UNSIGNED : TYPE_INT;
}

/* Of both in one expression, as C has it: the longer one's; of two alike without a sign, if one has
 * none. */
static enum number_type joined_type(enum number_type a, enum number_type b)
{
    if (!a || !b)
        return TYPE_UNKNOWN;
    return a > b ? a : b;
}

/* Of a cast's parenthesis at open; TYPE_UNKNOWN: it is another one. */
static enum number_type cast_type(const struct source *source, size_t open)
{
    size_t close = skip_group(source, open, 0), first = next_token(source, open);
    enum number_type given =
        next_token(source, first) == close ? given_type(source, first) : TYPE_UNKNOWN;

    return given ? given : named_type(source, first, close);
}

/* Whether the name at use is one of an enum's, without a type of its own. */
static int is_enumerator(const struct source *source, size_t use)
{
    for (size_t i = use; i-- > 0;) {
        if (!same_name(&source->tokens[i], &source->tokens[use]) ||
            !is_sign(source, next_token(source, i), "=,}"))
            continue;
        size_t open = previous_token(source, statement_start(source, 0, i)), before;

        if (open == NOWHERE || !is_sign(source, open, "{"))
            continue;
        before = previous_token(source, open);
        if (before != NOWHERE && !token_is(&source->tokens[before], "enum"))
            before = previous_token(source, before);
        if (before != NOWHERE && token_is(&source->tokens[before], "enum"))
            return 1;
    }
    return 0;
}

/* Of the sum or product that [first, end) is; anything else in it is unknown. */
static enum number_type expression_type(const struct source *source, size_t function, size_t first,
                                        size_t end)
{
    enum number_type type = TYPE_INT, own;

    for (size_t i = first; i < end; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];

        if (is_sign(source, i, "+-*/"))
            continue;
        if (is_sign(source, i, "(")) {
            size_t close = skip_group(source, i, 0), next = next_token(source, close);

            own = cast_type(source, i);
            if (own) /* of what stands behind it: a name, or another parenthesis */
                close = is_sign(source, next, "(") ? skip_group(source, next, 0) : next;
            else
                own = expression_type(source, function, next_token(source, i), close);
            i = close;
        } else if (token->kind == TOKEN_NUMBER) {
            own = literal_type(token);
        } else if (is_of_thread(token) && is_sign(source, next_token(source, i), ".")) {
            own = TYPE_UNSIGNED;
            i = next_token(source, next_token(source, i));
        } else if (token->kind == TOKEN_NAME && !is_sign(source, next_token(source, i), "([.")) {
            own = variable_type(source, function, i);
            if (!own && (token_is(token, "warpSize") || is_enumerator(source, i)))
                own = TYPE_INT;
        } else {
            return TYPE_UNKNOWN;
        }
        while (own && is_sign(source, next_token(source, i), ".") && i < end)
            i = next_token(source, next_token(source, i));
        type = joined_type(type, own);
    }
    return first < end ? type : TYPE_UNKNOWN;
}

/* What a loop's header says of its counter. */
struct counter {
    size_t name;           /* in the part of the header that moves it on, as the last part */
    size_t step, step_end; /* the number that is added or subtracted */
    size_t bound;          /* up to the end of the condition; NOWHERE: it is another condition */
};

/* Where the bound begins that the name is compared with; NOWHERE: it is another condition. */
static size_t bound_of(const struct source *source, const struct loop *loop, size_t name)
{
    size_t first = loop->condition, sign = next_token(source, first);
    size_t bound = next_token(source, sign);

    if (!same_name(&source->tokens[first], &source->tokens[name]) || !is_sign(source, sign, "<>"))
        return NOWHERE;
    bound = is_sign(source, bound, "=") ? next_token(source, bound) : bound;
    for (size_t i = bound; i < loop->condition_end; i++) {
        int is_shift = is_sign(source, i, "<>") && is_sign(source, i + 1, "<>");

        if (is_sign(source, i, "<>&|?=,") && !is_shift)
            return NOWHERE;
        i += (size_t)is_shift;
    }
    return bound;
}

/*
 * Whether one of the variables that the header moves on is moved by a sum, name += something. Of
 * several the one that the condition begins with is meant: i < n; i += step, k++.
 */
static int find_counter(const struct source *source, const struct loop *loop, struct counter *found)
{
    int is_found = 0, is_only = 1;

    for (size_t name = loop->step, end; name < loop->step_end; name = end + 1) {
        size_t sign = next_token(source, name), equals = next_token(source, sign);

        end = expression_end(source, name);
        is_only = is_only && end == loop->step_end;
        if (source->tokens[name].kind != TOKEN_NAME || !is_sign(source, sign, "+-") ||
            !is_sign(source, equals, "="))
            continue;
        size_t bound = bound_of(source, loop, name);

        if (bound == NOWHERE && !is_only)
            continue;
        *found = (struct counter){name, next_token(source, equals), end, bound};
        is_found = 1;
    }
    return is_found;
}

/* Whether the loop may count away from its bound, as its step is no number: i >= 0; i -= step. */
static int may_leave(const struct source *source, const struct loop *loop,
                     const struct counter *counter)
{
    long number;
    size_t compared = next_token(source, loop->condition);
    int is_down = is_sign(source, next_token(source, counter->name), "-");

    return !read_number(source, counter->step, counter->step_end, &number) &&
           (is_down || is_sign(source, compared, ">"));
}

/* Whether [first, end) has nothing but numbers and names of such: constants, template parameters.
 */
static int is_fixed(const struct source *source, size_t function, size_t first, size_t end)
{
    for (size_t i = first; i < end; i = next_token(source, i)) {
        if (source->tokens[i].kind != TOKEN_NAME || constant_at(source, i) >= 0)
            continue;
        size_t position = declaration_of(source, function, i), begin;

        if (position == NOWHERE)
            return 0;
        begin = statement_start(source, function, position);
        if (!token_is(&source->tokens[begin], "template"))
            return 0;
    }
    return first < end;
}

/* Whether the program fixes the loop's number of rounds: nvcc needs no types to count them. */
static int has_fixed_rounds(const struct source *source, const struct loop *loop, size_t function,
                            const struct counter *counter)
{
    size_t equals = loop->condition - 1;

    while (equals > loop->first && !is_sign(source, equals, "=") && !is_sign(source, equals, ",("))
        equals--;
    return is_sign(source, equals, "=") &&
           is_fixed(source, function, equals + 1, loop->condition - 1) &&
           is_fixed(source, function, counter->bound, loop->condition_end) &&
           is_fixed(source, function, counter->step, counter->step_end);
}

/* The name that the header moves on by one, k++ or ++k; NOWHERE: there is none. */
static size_t counter_by_one(const struct source *source, const struct loop *loop)
{
    size_t first = loop->step, sign = source->tokens[first].kind == TOKEN_NAME ? first + 1 : first;

    if (loop->step_end != first + 3 || !is_sign(source, sign, "+-") ||
        *source->tokens[sign].text != *source->tokens[sign + 1].text)
        return NOWHERE;
    return sign == first ? first + 2 : first;
}

enum counting loop_counting(const struct source *source, const struct loop *loop)
{
    struct counter counter = {0};

    if (!token_is(&source->tokens[loop->first], "for"))
        return COUNTING_UNSEEN;
    size_t function = function_around(source, loop->first), by_one = counter_by_one(source, loop);

    if (by_one != NOWHERE && variable_type(source, function, by_one) > TYPE_UNSIGNED)
        return COUNTING_POSSIBLE_WIDE;
    if (!find_counter(source, loop, &counter) ||
        (counter.step + 1 == counter.step_end && constant_at(source, counter.step) == 1))
        return COUNTING_UNSEEN;
    if (counter.bound == NOWHERE)
        return COUNTING_IMPOSSIBLE;
    if (has_fixed_rounds(source, loop, function, &counter))
        return COUNTING_UNSEEN;
    enum number_type own = variable_type(source, function, counter.name);
    enum number_type sum =
        joined_type(own, expression_type(source, function, counter.step, counter.step_end));
    enum number_type compared =
        joined_type(own, expression_type(source, function, counter.bound, loop->condition_end));

    if (!sum || !compared)
        return COUNTING_UNSEEN;
    if (sum == own && compared == own && (own == TYPE_INT || own == TYPE_LONG) &&
        !may_leave(source, loop, &counter))
        return COUNTING_POSSIBLE;
    return own > TYPE_UNSIGNED ? COUNTING_IMPOSSIBLE_WIDE : COUNTING_IMPOSSIBLE;
}
