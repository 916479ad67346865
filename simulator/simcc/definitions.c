/*
 * Finds functions by the braces of their bodies: see definitions.h.
 */
#include "definitions.h"

#include "syntax.h"
#include "text.h"

#include <stdlib.h>

/* The kinds of scope that a brace opens. */
enum opened { OPENS_BODY, OPENS_VALUE, OPENS_SCOPE };

/* 1 if the parentheses after this word are no list of parameters. */
static int takes_arguments(const struct token *word)
{
    static const char *const words[] = {"__attribute__",     "__align__", "alignas", "__declspec",
                                        "__launch_bounds__", "decltype",  "noexcept"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(word, words[i]))
            return 1;
    return 0;
}

static int may_follow_parameters(const struct token *token)
{
    static const char *const words[] = {"const", "volatile", "noexcept", "override",
                                        "final", "mutable",  "&"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return 0;
}

/*
 * The last token of the group that starts at i: the closing bracket, also of template's parameters.
 */
static size_t end_of_group(const struct source *source, size_t i)
{
    size_t next = next_token(source, i);

    if (token_is(&source->tokens[i], "template") && next != NOWHERE &&
        token_is(&source->tokens[next], "<")) {
        size_t close = closing_angle(source, next);

        return close == NOWHERE ? next : close;
    }
    return skip_group(source, i, 0);
}

/* The scope that the brace at open begins; head: the first token since the last declaration. */
static enum opened what_opens(const struct source *source, size_t head, size_t open)
{
    size_t last = previous_token(source, open);
    int parameters = 0, initialisers = 0, arrow = 0;

    if (last == NOWHERE || last < head)
        return OPENS_SCOPE;
    if (token_is(&source->tokens[last], "="))
        return OPENS_VALUE;
    for (size_t i = head; i < open; i = end_of_group(source, i) + 1) {
        const struct token *token = &source->tokens[i];
        size_t before = previous_token(source, i);

        if (token_is(token, "(") && before != NOWHERE && before >= head &&
            !takes_arguments(&source->tokens[before]))
            parameters = 1;
        initialisers |= parameters && token_is(token, ":");
        arrow |= parameters && token_is(token, "->");
    }
    while (last > head && may_follow_parameters(&source->tokens[last]))
        last = previous_token(source, last);
    if (!parameters)
        return OPENS_SCOPE;
    if (arrow || token_is(&source->tokens[last], ")"))
        return OPENS_BODY;
    if (initialisers)
        return token_is(&source->tokens[last], "}") ? OPENS_BODY : OPENS_VALUE;
    return OPENS_SCOPE;
}

static int ends_declaration(const struct source *source, size_t i)
{
    static const char *const words[] = {"public", "protected", "private"};
    size_t before = previous_token(source, i);

    if (token_is(&source->tokens[i], ";") || token_is(&source->tokens[i], "}"))
        return 1;
    if (token_is(&source->tokens[i], ":") && before != NOWHERE)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (token_is(&source->tokens[before], words[k]))
                return 1;
    return 0;
}

struct definitions find_definitions(const struct source *source)
{
    struct definitions found = {0};
    size_t capacity = 0, head = 0;

    for (size_t i = 0; source->tokens[i].kind != TOKEN_END; i++) {
        enum opened opened = OPENS_SCOPE;
        size_t close;

        if (source->tokens[i].kind == TOKEN_DIRECTIVE || source->tokens[i].kind == TOKEN_SYSTEM)
            continue;
        if (ends_declaration(source, i)) {
            head = i + 1;
            continue;
        }
        if (!token_is(&source->tokens[i], "{")) {
            i = end_of_group(source, i);
            continue;
        }
        opened = what_opens(source, head, i);
        close = opened == OPENS_SCOPE ? NOWHERE : closing_bracket(source, i);
        if (close == NOWHERE) {
            head = i + 1;
            continue;
        }
        if (opened == OPENS_BODY) {
            if (found.count == capacity) {
                capacity = capacity ? 2 * capacity : 256;
                found.items = reallocate(found.items, capacity * sizeof *found.items);
            }
            found.items[found.count++] = (struct definition){head, i, close};
            head = close + 1;
        }
        i = close;
    }
    return found;
}
