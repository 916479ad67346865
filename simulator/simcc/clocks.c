/*
 * The inline assembly that the simulator has: a read of a clock, as in
 * asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)), becomes (t) = a call; and none at all, as
 * in asm volatile("" ::: "memory"), which only keeps the compiler from moving what is around it.
 */
#include "translate.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Special registers of PTX, the longer name before what it begins with. */
static const struct {
    const char *name;
    const char *call;
} clocks[] = {
    {"%globaltimer", "::sim_globaltimer()"},
    {"%clock64", "::sim_clock()"},
    {"%clock", "::sim_clock()"},
};

/* The call for the clock that the assembly reads, or NULL if it does something else. */
static const char *call_for(const struct token *assembly)
{
    char *text = token_string(assembly);
    const char *found = NULL;

    for (size_t i = 0; !found && i < sizeof clocks / sizeof *clocks; i++)
        if (!strncmp(text, "\"mov.u", 6) && strstr(text, clocks[i].name))
            found = clocks[i].call;
    free(text);
    return found;
}

int translate_clock(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    const struct token *tokens = source->tokens;
    size_t open = next_token(source, position);

    if (token_is(&tokens[open], "volatile") || token_is(&tokens[open], "__volatile__"))
        open = next_token(source, open);
    size_t assembly = next_token(source, open);
    if (token_is(&tokens[open], "(") && tokens[assembly].length == 2) /* "" */
        return 1;
    size_t colon = next_token(source, assembly);
    size_t constraint = next_token(source, colon), result = next_token(source, constraint);

    if (!token_is(&tokens[open], "(") || !token_is(&tokens[colon], ":") ||
        !token_is(&tokens[result], "(") || !call_for(&tokens[assembly]))
        return 0;
    size_t result_end = skip_group(source, result, 0), end = skip_group(source, open, 0);

    token_put_after(&source->tokens[result_end], text_format(" = %s", call_for(&tokens[assembly])));
    erase_tokens(source, position, result);
    erase_tokens(source, result_end + 1, end + 1);
    return 1;
}
