/*
 * Arrays of vector types whose numbers stand in one row: int2 a[2] = {1, 2, 3, 4}. For nvcc these
 * types are plain structures, and each takes its share of the row. Here they have constructors
 * (include/vector_types.h), so that each would take one number: such arrays are refused.
 */
#include "constructs.h"

#include <string.h>

/* int2, uchar4, double4: but for those of one or three numbers, which have no constructors. */
int is_vector_type(const struct token *token)
{
    static const char *const numbers[] = {"char",     "short", "int",   "long",
                                          "longlong", "float", "double"};
    const char *name = token->text;
    size_t length = token->length;

    if (length < 4 || (name[length - 1] != '2' && name[length - 1] != '4'))
        return 0;
    if (*name == 'u') {
        name++;
        length--;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strlen(numbers[i]) == length - 1 && !memcmp(name, numbers[i], length - 1))
            return 1;
    return 0;
}

/* 0, 0.0f and the like: a row of them means the same either way. */
static int is_zero(const struct token *token)
{
    return strspn(token->text, "0.fFuUlL") >= token->length;
}

/* Behind an array's brackets, or where they would begin. */
static size_t behind_brackets(const struct source *source, size_t position)
{
    while (token_is(&source->tokens[position], "["))
        position = next_token(source, skip_group(source, position, 0));
    return position;
}

/* Whether numbers in a row, of which one is not 0, stand between the braces that open here. */
static int has_row_of_numbers(const struct source *source, size_t open)
{
    size_t end = skip_group(source, open, 0), count = 0;
    int is_any = 0;

    for (size_t i = next_token(source, open); i < end; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];

        if (token->kind == TOKEN_NUMBER) {
            count++;
            is_any |= !is_zero(token);
        } else if (!token_is(token, ",") && !token_is(token, "-") && !token_is(token, "+")) {
            return 0; /* expressions, which may be vectors */
        }
    }
    return count > 1 && is_any;
}

void refuse_rows_of_numbers(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;

    if (!is_vector_type(&source->tokens[position]))
        return;
    size_t name = next_token(source, position);
    size_t brackets = next_token(source, name);

    if (source->tokens[name].kind != TOKEN_NAME || !token_is(&source->tokens[brackets], "["))
        return;
    size_t at = behind_brackets(source, brackets);

    if (token_is(&source->tokens[at], "="))
        at = next_token(source, at);
    if (token_is(&source->tokens[at], "{") && has_row_of_numbers(source, at))
        translation_error(translation, at,
                          "the simulator does not share out a row of numbers among vectors: give "
                          "each its own braces, {{1, 2}, {3, 4}}");
}
