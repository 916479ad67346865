/*
 * Kernel launches. kernel<T><<<grid, block, shared, stream>>>(arguments) becomes
 *     (::cuda_sim::configuration(file, line, grid, block, shared, stream), kernel<T>(arguments))
 * The kernel called on the host is its own launcher (see kernels.c): it takes
 * the configuration that was made before. So the arguments are converted to the
 * kernel's parameters by the compiler, with all its rules and messages.
 */
#include "constructs.h"

#include "text.h"

#include <stdlib.h>

/* Three equal signs in a row; the preprocessor may have put a blank before the third. */
static int is_triple(const struct source *source, size_t position, const char *sign)
{
    const struct token *token = &source->tokens[position];

    return position + 2 < source->count && token_is(token, sign) && token_is(token + 1, sign) &&
           token_is(token + 2, sign) && tokens_touch(token, token + 1);
}

int is_launch(const struct source *source, size_t position)
{
    size_t previous = previous_token(source, position);
    const struct token *token;

    if (!is_triple(source, position, "<") || previous == NOWHERE)
        return 0;
    token = &source->tokens[previous];
    if (token->kind == TOKEN_NAME)
        return !token_is(token, "operator");
    return token_is(token, ">") || token_is(token, ")") || token_is(token, "]");
}

/*
 * The first > of the >>> that ends the configuration after position. A >>> may
 * also end nested template arguments (f<A<B<int>>>(x)): then a < is still open.
 */
static size_t find_close(const struct source *source, size_t position)
{
    size_t open_angles = 0;
    size_t candidate = NOWHERE;

    for (size_t i = position + 3; i < source->count; i++) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, ";") || token_is(token, ")") || token_is(token, "}") ||
            is_triple(source, i, "<"))
            break;
        if (is_triple(source, i, ">")) {
            if (token_is(&source->tokens[next_token(source, i + 2)], "("))
                candidate = i;
            if (open_angles == 0)
                return i;
            open_angles -= open_angles < 3 ? open_angles : 3;
            i += 2;
        } else if (token_is(token, "<") && token[-1].kind == TOKEN_NAME &&
                   !token_is(token + 1, "<")) {
            open_angles++;
        } else if (token_is(token, ">") && open_angles) {
            open_angles--;
        } else {
            i = skip_group(source, i, 0);
        }
    }
    return candidate;
}

/* A keyword that may stand before an expression and is no part of it. */
static int is_statement_word(const struct token *token)
{
    return token_is(token, "return") || token_is(token, "else") || token_is(token, "do");
}

/* The first token of the kernel's expression, which ends right before position. */
static size_t find_kernel(const struct source *source, size_t position)
{
    size_t first = NOWHERE;
    size_t i = previous_token(source, position);
    int expect_operand = 1; /* else the operand stands, and a joiner may precede it */

    while (i != NOWHERE) {
        const struct token *token = &source->tokens[i];

        if (!expect_operand) {
            if (!token_is(token, "::") && !token_is(token, ".") && !token_is(token, "->") &&
                !token_is(token, "template"))
                break;
            expect_operand = !token_is(token, "template");
            if (token_is(token, "::"))
                first = i; /* may be a leading :: */
        } else if (token_is(token, ">")) {
            i = opening_angle(source, i);
        } else if (token_is(token, ")") || token_is(token, "]")) {
            i = opening_bracket(source, i);
            first = i;
            if (i != NOWHERE && token_is(&source->tokens[i], "(") &&
                !(i > 0 && source->tokens[i - 1].kind == TOKEN_NAME &&
                  !is_statement_word(&source->tokens[i - 1])))
                expect_operand = 0;
        } else if (token->kind == TOKEN_NAME && !is_statement_word(token)) {
            first = i;
            expect_operand = 0;
        } else {
            break;
        }
        if (i == NOWHERE)
            break;
        i = previous_token(source, i);
    }
    return first;
}

void translate_launch(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *tokens = source->tokens;
    size_t first = find_kernel(source, position);
    size_t close = find_close(source, position);
    size_t open_arguments, close_arguments;
    struct list configuration;
    char *kernel;

    if (close == NOWHERE) {
        translation_error(translation, position, "this <<< of a kernel launch has no >>>");
        return;
    }
    if (first == NOWHERE) {
        translation_error(translation, position, "no kernel's name before <<<");
        return;
    }
    open_arguments = next_token(source, close + 2);
    close_arguments =
        token_is(&tokens[open_arguments], "(") ? closing_bracket(source, open_arguments) : NOWHERE;
    if (close_arguments == NOWHERE) {
        translation_error(translation, close, "expected the kernel's arguments after >>>");
        return;
    }
    configuration = read_list(source, position + 2, close);
    if (configuration.count < 2 || configuration.count > 4)
        translation_error(translation, position,
                          "a kernel launch takes <<<grid, block>>> and "
                          "perhaps bytes of shared memory and a stream: 2 to 4 values, not %zu",
                          configuration.count);
    free(configuration.elements);

    kernel = tokens_text(source, first, position);
    erase_tokens(source, first, position);
    token_replace(&tokens[position], text_format("(::cuda_sim::configuration(\"%s\", %d, ",
                                                 tokens[first].file, tokens[first].line));
    token_erase(&tokens[position + 1]);
    token_erase(&tokens[position + 2]);
    token_replace(&tokens[close], text_format("), %s", kernel));
    token_erase(&tokens[close + 1]);
    token_erase(&tokens[close + 2]);
    token_put_after(&tokens[close_arguments], text_format(")"));
    free(kernel);
}
