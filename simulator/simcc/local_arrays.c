/*
 * Arrays of a thread that a GPU keeps in local memory: those with an index that is known only as
 * the kernel runs. The compiler announces no access to a variable whose address nobody has. So an
 * object behind the declaration of such an array tells the runtime where it is:
 *     int counts[16];      int counts[16]; ::cuda_sim::local_array<...> sim_local_0(&counts, ...);
 * An array all of whose indices nvcc knows is in registers, and stays as it is. A small one may be
 * in registers all the same: include/sim/local_arrays.h knows how large it is.
 */
#include "constructs.h"

#include "constants.h"
#include "indices.h"
#include "text.h"
#include "visible.h"

#include <stdlib.h>

#define ALWAYS_LOCAL 1000000 /* accesses: more than any array of registers is worth */
/* What a store by a lost index weighs, as accesses: nvcc 13 keeps four words in registers then, not
 * six. */
#define LOST_INDEX 20

/* Words that begin no declaration of a variable of the thread. */
static int is_other_word(const struct token *token)
{
    static const char *const words[] = {
        "return",    "else",  "do",         "case",         "default", "goto",
        "delete",    "throw", "new",        "static",       "extern",  "typedef",
        "constexpr", "using", "__shared__", "__constant__", "operator"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i]))
            return 1;
    return 0;
}

/* Behind the type that begins at first; first if none does. */
static size_t behind_type(const struct source *source, size_t first, size_t end)
{
    size_t names = 0, i = first;

    for (; i < end; i = next_token(source, i)) {
        const struct token *token = &source->tokens[i];

        if (token_is(token, "<") && names)
            i = skip_group(source, i, 1);
        else if (token->kind == TOKEN_NAME && !is_other_word(token))
            names++;
        else if (!token_is(token, "::") && !(names && token_is(token, "*")))
            return first;
    }
    return names ? i : first;
}

/* Whether the name is declared in the statement that begins at first. */
static int is_declared(const struct source *source, size_t first, size_t name)
{
    size_t comma = NOWHERE, before = NOWHERE;

    for (size_t i = first; i < name; i = next_token(source, i)) {
        if (token_is(&source->tokens[i], ","))
            comma = i;
        i = skip_group(source, i, before != NOWHERE && source->tokens[before].kind == TOKEN_NAME);
        before = i;
    }
    if (comma == NOWHERE)
        return behind_type(source, first, name) > first;
    for (size_t i = next_token(source, comma); i < name; i = next_token(source, i))
        if (!token_is(&source->tokens[i], "*"))
            return 0;
    size_t second = next_token(source, first);

    return source->tokens[first].kind == TOKEN_NAME && !is_other_word(&source->tokens[first]) &&
           (source->tokens[second].kind == TOKEN_NAME || token_is(&source->tokens[second], "*"));
}

/*
 * Whether the rest of the scope, [first, end), has labels: a jump to them would pass an object's
 * declaration. Those in braces of their own are none of it.
 */
static int has_labels(const struct source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i = skip_group(source, i, 0) + 1) {
        size_t before = previous_token(source, i);
        int is_begun =
            token_is(&source->tokens[before], ";") || token_is(&source->tokens[before], "}");

        if (token_is(&source->tokens[i], "case") || token_is(&source->tokens[i], "default") ||
            (is_begun && source->tokens[i].kind == TOKEN_NAME &&
             token_is(&source->tokens[next_token(source, i)], ":")))
            return 1;
    }
    return 0;
}

/* Whether what ends at last gets a value that does not come from it: a[k] = 1. */
static int is_set_only(const struct source *source, size_t last)
{
    return token_is(&source->tokens[next_token(source, last)], "=");
}

/* Whether the name at position is that of the array, and no member of something. */
static int is_use(const struct source *source, const struct token *name, size_t position)
{
    size_t before = previous_token(source, position);

    return same_name(&source->tokens[position], name) && !token_is(&source->tokens[before], ".") &&
           !token_is(&source->tokens[before], "->") && !token_is(&source->tokens[before], "::");
}

/* Whether the index [first, end) is a number below the last of size elements: 4, or 9 / 2. */
static int is_before_last(const struct source *source, size_t first, size_t end, long size)
{
    long number = constant_at(source, first), by = constant_at(source, first + 2);

    if (end == first + 3 && is_sign(source, first + 1, "/") && by > 0)
        return number >= 0 && number / by < size - 1;
    return end == first + 1 && number >= 0 && number < size - 1;
}

/* Whether the index [first, end) is lost's before that is lost: by it an insertion looks for its
 * place. */
static int is_looking(const struct source *source, const struct token *lost, size_t function,
                      size_t first, size_t end)
{
    return same_name(&source->tokens[first], lost) &&
           index_evidence(source, function, first, end) < INDEX_LOST;
}

/*
 * Whether the last element of the array that is declared at name may be read in [first, end), other
 * than by an insertion that looks for its place, lost behind that.
 */
static int is_last_read(const struct source *source, size_t name, const struct token *lost,
                        size_t function, size_t first, size_t end)
{
    long size = constant_at(source, next_token(source, next_token(source, name)));

    for (size_t i = first; i < end; i++) {
        size_t open = next_token(source, i), last = skip_group(source, open, 0), index = open + 1;

        if (!is_use(source, &source->tokens[name], i))
            continue;
        if (!is_sign(source, open, "[") ||
            !(is_set_only(source, last) || is_looking(source, lost, function, index, last) ||
              is_before_last(source, index, last, size)))
            return 1;
    }
    return 0;
}

/*
 * How many accesses [first, end) makes to the array that is declared at name, by an index that is
 * known only as the kernel runs; ALWAYS_LOCAL if nvcc cannot choose among registers for one of
 * them. is_chosen: there are some, if only such as count for nothing. nvcc 13 keeps an array in
 * registers for all that is stored at a lost index, where its last element is not read behind that,
 * as in a median of sorted numbers.
 */
static unsigned accesses_by_variable(const struct source *source, size_t name, size_t function,
                                     size_t first, size_t end, int *is_chosen)
{
    unsigned accesses = 0, lost = 0;

    for (size_t i = first; i < end; i++) {
        enum evidence most = INDEX_KNOWN;
        size_t open = next_token(source, i), last = i;

        if (!is_use(source, &source->tokens[name], i))
            continue;
        for (; token_is(&source->tokens[open], "["); open = next_token(source, last)) {
            last = skip_group(source, open, 0);
            enum evidence found = index_evidence(source, function, next_token(source, open), last);
            most = found > most ? found : most;
        }
        if (most == INDEX_COUNTING)
            return ALWAYS_LOCAL;
        *is_chosen |= most > INDEX_KNOWN;
        if (most == INDEX_LOST && is_changed(source, i, last)) {
            size_t index = next_token(source, next_token(source, i));

            if (!is_last_read(source, name, &source->tokens[index], function, first, end))
                continue;
            lost = LOST_INDEX;
        }
        unsigned times = most ? accesses_of(source, function, first, i) : 0;

        times *= is_changed(source, i, last) && !is_set_only(source, last) ? 2 : 1;
        accesses += most == INDEX_CHOSEN ? (times + 2) / 3 : times;
    }
    accesses = lost > accesses ? lost : accesses;
    return accesses < ALWAYS_LOCAL ? accesses : ALWAYS_LOCAL;
}

/* The first token of the function around the position. */
static size_t function_start(const struct translation *translation)
{
    for (size_t i = 0; i < translation->depth; i++)
        if (translation->scopes[i].kind == SCOPE_CODE)
            return translation->scopes[i].outer_declaration;
    return 0;
}

void translate_local_array(struct translation *translation, size_t bracket)
{
    struct source *source = translation->source;
    size_t name = previous_token(source, bracket), first = translation->declaration_start, end;

    while (source->tokens[first].kind == TOKEN_DIRECTIVE)
        first++;
    if (translation->parentheses || name == NOWHERE || name <= first ||
        source->tokens[name].kind != TOKEN_NAME || !only_on_device(translation) ||
        !is_declared(source, first, name))
        return;
    size_t behind = bracket;

    while (token_is(&source->tokens[behind], "["))
        behind = next_token(source, skip_group(source, behind, 0));
    int is_set = token_is(&source->tokens[behind], "=") || token_is(&source->tokens[behind], "{");

    for (end = name; end < source->count - 1 && !token_is(&source->tokens[end], ";");)
        end = skip_group(source, end, 0) + 1;
    size_t close = scope_end(source, end);

    if (close == NOWHERE || has_labels(source, end, close))
        return;
    int is_chosen = 0;
    unsigned accesses =
        accesses_by_variable(source, name, function_start(translation), end, close, &is_chosen);

    if (!is_chosen && accesses != ALWAYS_LOCAL)
        return;
    char *array = token_string(&source->tokens[name]);

    token_put_after(&source->tokens[end],
                    text_format(" ::cuda_sim::local_array<decltype(%s), %u> sim_local_%u(&%s, %d);",
                                array, accesses, translation->unique++, array, is_set));
    free(array);
}
