/*
 * The alignment of shared variables by clang, which aligns each array of 16 bytes and more to 16,
 * and then takes an element for as well aligned. To nvcc it is aligned as its type is; so the
 * declaration says that. The memory itself keeps clang's alignment: keep_shared_alignment.
 */
#include "constructs.h"

#include "shared_alignment.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_ARRAY = 16 /* bytes */ };

/* What a declaration has beside its type. */
static int is_beside_type(const struct token *token)
{
    static const char *const words[] = {"__shared__", "static",     "extern",
                                        "inline",     "__device__", "volatile"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return token->kind == TOKEN_DIRECTIVE;
}

/* 1 if all are plain variables or arrays of one type, without an alignment of their own. */
static int is_of_one_type(const struct source *source, const struct variables *variables)
{
    for (size_t i = variables->first; i < variables->end; i++) {
        const struct token *token = &source->tokens[i];
        int in_type = i < variables->type_end;

        if (token_is(token, "__attribute__") || token_is(token, "alignas") ||
            token_is(token, "{") || (!in_type && (token_is(token, "*") || token_is(token, "&"))))
            return 0;
    }
    return 1;
}

void align_shared_as_type(struct source *source, const struct variables *variables)
{
    struct text type = {0};

    if (!is_of_one_type(source, variables))
        return;
    for (size_t i = variables->first; i < variables->type_end; i++)
        if (!is_beside_type(&source->tokens[i]))
            text_add_format(&type, " %.*s", (int)source->tokens[i].length, source->tokens[i].text);
    if (type.length)
        token_put_before(&source->tokens[variables->first],
                         text_format("__attribute__((aligned(alignof(%s)))) ", type.data + 1));
    free(type.data);
}

/* How many elements the array's type has in all: [4 x [33 x float]]. 1: it is no array. */
static unsigned long element_count(const char *type)
{
    unsigned long count = 1;

    while (*type == '[') {
        char *behind;

        count *= strtoul(type + 1, &behind, 10);
        if (!begins(behind, " x "))
            break;
        type = behind + strlen(" x ");
    }
    return count;
}

int keep_shared_alignment(const char *line, struct text *output)
{
    static const char variable[] = " thread_local global ", word[] = ", align ";
    const char *type = strstr(line, variable), *align = strstr(line, word);
    char *behind;

    if (*line != '@' || !type || !align)
        return 0;
    unsigned long bytes = strtoul(align + strlen(word), &behind, 10);

    /* An element has at least as many bytes as its alignment. */
    if (bytes >= LARGE_ARRAY || element_count(type + strlen(variable)) * bytes < LARGE_ARRAY)
        return 0;
    text_add(output, line, (size_t)(align - line));
    text_add_format(output, "%s%d%s", word, LARGE_ARRAY, behind);
    return 1;
}
