/*
 * Loads that nvcc makes whole, though the source names their parts: it joins the loads of a
 * vector's members where nothing comes between, since the vector is aligned. The compilers here do
 * not.
 *
 *     a += p[i], by operator+=(int4 &a, const int4 &b)   b becomes a value, which is loaded whole
 *     f(p[i]), with f(const int4 &b) { ... }             the same, if nothing is stored in f, which
 * no other declares const int4 &b = p[i];                              the same, if nothing is
 * stored while b is there p[i].x + p[i].y + p[i].z + p[i].w                  p[i] is loaded once,
 * if it is 16 bytes
 */
#include "constructs.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Whether two stretches of tokens are the same words. */
static int are_same(const struct source *source, size_t first, size_t end, size_t other)
{
    for (; first < end; first++, other++) {
        const struct token *a = &source->tokens[first], *b = &source->tokens[other];

        if (b->kind == TOKEN_END || a->length != b->length || memcmp(a->text, b->text, a->length))
            return 0;
    }
    return 1;
}

/* Whether the word may order threads, behind which memory may hold something else. */
static int orders_threads(const struct token *token)
{
    static const char *const parts[] = {"sync", "atomic", "fence", "barrier", "wait", "asm"};
    char *word = token_string(token);
    int is_found = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        is_found |= strstr(word, parts[i]) != NULL;
    free(word);
    return is_found;
}

/* Whether something may change memory in [first, end): a store by [ ], * or ->, or another thread.
 */
static int may_change_memory(const struct source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct token *token = &source->tokens[i];
        const struct token *behind = token_is(token + 1, ".") || token_is(token + 1, "->")
                                         ? token + 3 /* a member's name between */
                                         : token + 1;
        int is_element = token_is(token, "]") || token_is(token + 1, "->") ||
                         (token_is(token - 1, "*") && !token_is(token - 2, "="));

        if (token->kind == TOKEN_NAME && orders_threads(token))
            return 1;
        while (is_element && behind->kind == TOKEN_PUNCTUATION &&
               strchr("+-*/%&|^<>", *behind->text))
            behind++;
        if (is_element && token_is(behind, "=") && !token_is(behind + 1, "="))
            return 1;
    }
    return 0;
}

/* ---- operators --------------------------------------------------------------------------------
 */

/* The ( that opens the parameters of the operator whose word stands here; NOWHERE without. */
static size_t parameters_of(const struct source *source, size_t word)
{
    size_t at = next_token(source, word);

    for (int signs = 0; signs < 3 && source->tokens[at].kind == TOKEN_PUNCTUATION; signs++) {
        if (token_is(&source->tokens[at], "("))
            return signs > 0 ? at : NOWHERE;
        at = next_token(source, at);
    }
    return token_is(&source->tokens[at], "(") ? at : NOWHERE;
}

/* Whether some operator of these signs is declared without a body: all its declarations must agree.
 */
static int is_declared_elsewhere(const struct source *source, size_t word, size_t open)
{
    for (size_t i = 0; i < source->count; i++) {
        size_t other = token_is(&source->tokens[i], "operator") && i != word
                           ? parameters_of(source, i)
                           : NOWHERE;

        if (other != NOWHERE && other - i == open - word && are_same(source, word, open, i) &&
            token_is(&source->tokens[next_token(source, closing_bracket(source, other))], ";"))
            return 1;
    }
    return 0;
}

static int takes_address(const struct source *source, size_t first, size_t end, size_t name)
{
    for (size_t i = first + 1; i < end; i++)
        if (are_same(source, name, name + 1, i) && token_is(&source->tokens[i - 1], "&"))
            return 1;
    return 0;
}

/* The & of a parameter const int4 &b; NOWHERE for any other. */
static size_t reference_in(const struct source *source, struct element parameter)
{
    const struct token *tokens = source->tokens;
    size_t first = parameter.first;
    int is_const = parameter.end - first == 4 &&
                   (token_is(&tokens[first], "const") || token_is(&tokens[first + 1], "const"));
    size_t type = is_const && token_is(&tokens[first], "const") ? first + 1 : first;

    return is_const && is_vector_type(&tokens[type]) && token_is(&tokens[first + 2], "&") &&
                   tokens[first + 3].kind == TOKEN_NAME
               ? first + 2
               : NOWHERE;
}

/* Makes values of the parameters between the brackets, of a function with that body. */
static void pass_by_value(struct source *source, size_t open, size_t close, size_t body)
{
    struct list list = read_list(source, open, close);

    for (size_t i = 0; i < list.count; i++) {
        size_t reference = reference_in(source, list.elements[i]);

        if (reference != NOWHERE &&
            !takes_address(source, body, closing_bracket(source, body), reference + 1))
            token_erase(&source->tokens[reference]);
    }
    free(list.elements);
}

static void pass_operands(struct translation *translation, size_t word)
{
    struct source *source = translation->source;
    size_t open = parameters_of(source, word);

    if (open == NOWHERE)
        return;
    size_t close = closing_bracket(source, open), body = next_token(source, close);

    if (token_is(&source->tokens[body], "{") && !is_declared_elsewhere(source, word, open))
        pass_by_value(source, open, close, body);
}

/* ---- arguments --------------------------------------------------------------------------------
 */

/* Whether between the brackets stand parameters, one of which is a reference to a vector. */
static int has_references(const struct source *source, size_t open, size_t close)
{
    for (size_t i = open + 1; i + 1 < close; i++)
        if (is_vector_type(&source->tokens[i]) && token_is(&source->tokens[i + 1], "&"))
            return 1;
    return 0;
}

/* Whether the function is called by its name, and neither declared once more nor passed on. */
static int is_only_called(const struct source *source, size_t name)
{
    for (size_t i = 0; i < source->count; i++) {
        size_t open = i != name && are_same(source, name, name + 1, i) ? next_token(source, i) : 0;

        if (open == 0)
            continue;
        if (!token_is(&source->tokens[open], "("))
            return 0;
        size_t close = closing_bracket(source, open);

        if (close == NOWHERE || has_references(source, open, close) ||
            token_is(&source->tokens[next_token(source, close)], "{"))
            return 0;
    }
    return 1;
}

static void pass_arguments(struct translation *translation, size_t name)
{
    struct source *source = translation->source;
    size_t open = next_token(source, name);
    size_t first = translation->declaration_start;

    if (source->tokens[name].kind != TOKEN_NAME || !token_is(&source->tokens[open], "(") ||
        first > name || !contains_word(source, first, name, "__device__") ||
        contains_word(source, first, name, "&"))
        return;
    size_t close = closing_bracket(source, open);
    size_t body = close == NOWHERE ? NOWHERE : next_token(source, close);

    if (body != NOWHERE && token_is(&source->tokens[body], "{") &&
        has_references(source, open, close) && is_only_called(source, name) &&
        !may_change_memory(source, body, closing_bracket(source, body)))
        pass_by_value(source, open, close, body);
}

/* ---- sums of members
 * ------------------------------------------------------------------------------ */

/* Whether an index can be worked out once in place of four times: names, numbers, + - * alone. */
static int is_plain(const struct source *source, size_t open, size_t close)
{
    for (size_t i = open + 1; i < close; i++) {
        const struct token *token = &source->tokens[i];
        int is_sign = token_is(token, "+") || token_is(token, "-") || token_is(token, "*");

        if (token->kind != TOKEN_NAME && token->kind != TOKEN_NUMBER && !is_sign &&
            !token_is(token, "."))
            return 0;
        if (is_sign && are_same(source, i, i + 1, i + 1))
            return 0; /* ++ */
    }
    return 1;
}

static int may_stand_before(const struct token *token)
{
    return token_is(token, "=") || token_is(token, "(") || token_is(token, ",") ||
           token_is(token, "return");
}

static int may_stand_behind(const struct token *token)
{
    return token_is(token, ";") || token_is(token, ")") || token_is(token, ",");
}

/* p [ i ] . x + p [ i ] . y + ...: from the name p on. */
static void load_once(struct translation *translation, size_t name)
{
    static const char *const members[] = {"x", "y", "z", "w"};
    struct source *source = translation->source;
    size_t open = name + 1;

    if (name == 0 || !may_stand_before(&source->tokens[name - 1]) ||
        !token_is(&source->tokens[open], "["))
        return;
    size_t close = closing_bracket(source, open), length = close + 1 - name, at = name;

    if (close == NOWHERE || !is_plain(source, open, close))
        return;
    for (int i = 0; i < 4; i++, at += length + 3)
        if (!are_same(source, name, close + 1, at) ||
            !token_is(&source->tokens[at + length], ".") ||
            !token_is(&source->tokens[at + length + 1], members[i]) ||
            (i < 3 ? !token_is(&source->tokens[at + length + 2], "+")
                   : !may_stand_behind(&source->tokens[at + length + 2])))
            return;
    char *element = tokens_text(source, name, close + 1);

    token_put_before(&source->tokens[name],
                     text_format("({ ::cuda_sim::whole_of<__typeof__(%s)> sim_whole = ", element));
    token_put_after(&source->tokens[close], text_format("; sim_whole"));
    for (int i = 1; i < 4; i++) {
        at = name + (size_t)i * (length + 3);
        erase_tokens(source, at, at + length);
        token_put_before(&source->tokens[at + length], text_format(" sim_whole"));
    }
    token_replace(&source->tokens[at + length + 1],
                  text_format("w; })")); /* before what is added behind */
    free(element);
}

/* ---- local references
 * ----------------------------------------------------------------------------- */

/* Where the block ends that position stands in. */
static size_t end_of_block(const struct source *source, size_t position)
{
    while (source->tokens[position].kind != TOKEN_END && !token_is(&source->tokens[position], "}"))
        position = next_token(source, skip_group(source, position, 0));
    return position;
}

/* The end of the last statement in [first, end), of those that are in no other, that has the name.
 */
static size_t last_use(const struct source *source, size_t first, size_t end, size_t name)
{
    size_t last = first;
    int is_used = 0;

    for (size_t at = first; at < end; at = next_token(source, at)) {
        size_t start = at;

        at = skip_group(source, at, 0);
        for (size_t i = start; i <= at; i++)
            is_used |= are_same(source, name, name + 1, i);
        if (is_used)
            last = at + 1;
        if (token_is(&source->tokens[at], ";") || token_is(&source->tokens[at], "}"))
            is_used = 0;
    }
    return last;
}

static void refer_by_value(struct translation *translation, size_t word)
{
    struct source *source = translation->source;
    struct token *token = &source->tokens[word];

    if (source->count - word < 8 || !token_is(token + 2, "&") || token[3].kind != TOKEN_NAME ||
        !token_is(token + 4, "=") || (!is_vector_type(token + 1) && !token_is(token + 1, "auto")))
        return;
    size_t end = end_of_block(source, word), semicolon = word + 5;

    while (semicolon < end && !token_is(&source->tokens[semicolon], ";"))
        semicolon = next_token(source, skip_group(source, semicolon, 0));
    if (semicolon >= end ||
        (!token_is(&source->tokens[semicolon - 1], "]") && !token_is(token + 5, "*")) ||
        takes_address(source, semicolon, end, word + 3) ||
        may_change_memory(source, semicolon, last_use(source, semicolon, end, word + 3)))
        return;
    if (token_is(token + 1, "auto")) {
        char *value = tokens_text(source, word + 5, semicolon);

        token_replace(token, text_format("::cuda_sim::whole_of<__typeof__(%s)>", value));
        token_erase(token + 1);
        free(value);
    }
    token_erase(token + 2);
}

void load_whole_operands(struct translation *translation, size_t position)
{
    if (token_is(&translation->source->tokens[position], "operator"))
        pass_operands(translation, position);
    else if (maybe_on_device(translation) == 0)
        pass_arguments(translation, position);
    else if (only_on_device(translation) &&
             token_is(&translation->source->tokens[position], "const"))
        refer_by_value(translation, position);
    else if (only_on_device(translation))
        load_once(translation, position);
}
