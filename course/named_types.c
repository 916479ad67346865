#include "named_types.h"

#include <ctype.h>
#include <string.h>

#include "../common/types/element.h"
#include "../common/types/operation.h"
#include "promised.h"

#define OPERATION(number) (1u << (ASKS_FOR_OPERATION + (number)))
#define TYPE(number)      (1u << (ASKS_FOR_TYPE + (number)))
#define OTHERWISE         (1u << ASKS_OTHERWISE)

/*
 * What a word stands for. Those of all kernels, such as int and unsigned, tell nothing; those of
 * C++ ask whatever a kernel asks by them.
 */
static const struct asking {
    const char *word;
    unsigned stands_for;
} asking[] = {
    {"Sum", OPERATION(OPERATION_SUM)},
    {"Minimum", OPERATION(OPERATION_MINIMUM)},
    {"Maximum", OPERATION(OPERATION_MAXIMUM)},
    {"Product", OPERATION(OPERATION_PRODUCT)},
    {"ArgMinimum", OPERATION(OPERATION_ARGMIN)},
    {"place_of", OPERATION(OPERATION_ARGMIN)},
    {"Moments", OPERATION(OPERATION_MOMENTS)},
    {"moments_of", OPERATION(OPERATION_MOMENTS)},
    {"And", OPERATION(OPERATION_AND)},
    {"Compose", OPERATION(OPERATION_AFFINE)},
    {"map_of", OPERATION(OPERATION_AFFINE)},
    {"float", TYPE(ELEMENT_FLOAT)},
    {"double", TYPE(ELEMENT_DOUBLE)},
    {"int64_t", TYPE(ELEMENT_INT64)},
    {"half", TYPE(ELEMENT_HALF)},
    {"__half", TYPE(ELEMENT_HALF)},
    {"nv_bfloat16", TYPE(ELEMENT_BFLOAT16)},
    {"__nv_bfloat16", TYPE(ELEMENT_BFLOAT16)},
    {"std", OTHERWISE},
    {"decltype", OTHERWISE},
    {"__PRETTY_FUNCTION__", OTHERWISE},
    {"Placeless", OTHERWISE},
    {"carried", OTHERWISE},
    {"averaged", OTHERWISE},
    {"as_wide", OTHERWISE},
};

/*
 * The host's part of the step's program, which chooses an instance, prints and compares: its
 * functions and its struct of the device's memory.
 */
static const char *const of_host[] = {"reduce_numbers",  "reduce_maps", "reduce",
                                      "answer_in_order", "memory",      "main"};

/* Words of a declaration that the compiler, or the device, may ask. */
static const char *const not_of_host[] = {"__device__", "__global__", "constexpr"};

/* A look at the text from its beginning to its end. */
struct look {
    const char *at;
    unsigned asked, arguments; /* arguments: types that would be asked for, if any is */
    int is_of_device;          /* what is being declared */
    int is_of_host;            /* one of the host's names is being declared */
    unsigned included;         /* files that we are in, beside the submission's */
    unsigned longs;            /* words `long` that follow each other */
    const char *word,
        *before; /* the last word and that before it, of words that follow each other */
    size_t length, length_before;
};

static int is_word(const char *text, size_t length, const char *word)
{
    return text != NULL && strlen(word) == length && strncmp(text, word, length) == 0;
}

static int is_one_of(const char *text, size_t length, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_word(text, length, words[i]))
            return 1;
    return 0;
}

#define IS_ONE_OF(text, length, words)                                                             \
    is_one_of(text, length, words, sizeof(words) / sizeof *(words))

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* Behind the braces that begin here; the first of them again if a part is not the host's alone. */
static const char *behind_body(const char *begin)
{
    const char *at = begin;
    int depth = 0;

    for (size_t length; *at != '\0'; at += length > 0 ? length : 1) {
        length = word_length(at);
        if (IS_ONE_OF(at, length, not_of_host))
            return begin + 1;
        depth += (*at == '{') - (*at == '}');
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/* A line "# 12 "name" 1": 1 begins a file that is included, 2 ends it; or a pragma. */
static void look_at_directive(struct look *look)
{
    size_t length = strcspn(look->at, "\n");
    const char *end = look->at + length, *last = end;

    while (last > look->at && *last != '"')
        last--;
    if (look->at[1] == ' ') {
        look->included += strncmp(last, "\" 1", 3) == 0;
        look->included -= strncmp(last, "\" 2", 3) == 0 && look->included > 0;
    }
    look->at = end;
}

static void look_at_word(struct look *look, size_t length)
{
    const char *at = look->at;

    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        look->asked |= is_word(at, length, asking[i].word) ? asking[i].stands_for : 0;
    look->is_of_device |= IS_ONE_OF(at, length, not_of_host);
    look->is_of_host |= IS_ONE_OF(at, length, of_host);
    look->longs = is_word(at, length, "long") ? look->longs + 1 : 0;
    /* an unsigned one, as all mail is, is no element */
    if (look->longs == 2 && !is_word(look->before, look->length_before, "unsigned"))
        look->asked |= TYPE(ELEMENT_INT64);
    look->before = look->word;
    look->length_before = look->length;
    look->word = at;
    look->length = length;
    look->at += length;
}

/* A type that ends here, before a >, is the argument of a template. */
static void look_at_argument(struct look *look)
{
    if (is_word(look->word, look->length, "unsigned") ||
        is_word(look->before, look->length_before, "unsigned"))
        look->arguments |= TYPE(ELEMENT_UNSIGNED);
    else if (is_word(look->word, look->length, "int"))
        look->arguments |= TYPE(ELEMENT_INT);
}

static void look_at_sign(struct look *look)
{
    char sign = *look->at;

    if (isspace((unsigned char)sign)) {
        look->at++;
        return;
    }
    if (sign == '>' && look->word != NULL)
        look_at_argument(look);
    /* template <> begins a case of its own */
    if (sign == '<' && is_word(look->word, look->length, "template") &&
        look->at[1 + strspn(look->at + 1, " \n")] == '>')
        look->asked |= OTHERWISE;
    if (sign == '{' && look->is_of_host && !look->is_of_device)
        look->at = behind_body(look->at);
    else
        look->at++;
    if (strchr(";{}", sign) != NULL)
        look->is_of_device = look->is_of_host = 0;
    look->word = look->before = NULL;
    look->length = look->length_before = 0;
    look->longs = 0;
}

unsigned named_types(const char *preprocessed)
{
    struct look look = {.at = preprocessed};

    while (*look.at != '\0') {
        size_t length = word_length(look.at);

        if (*look.at == '#' && (look.at == preprocessed || look.at[-1] == '\n'))
            look_at_directive(&look);
        else if (look.included > 0)
            look.at += strcspn(look.at, "\n") + (look.at[strcspn(look.at, "\n")] != '\0');
        else if (length > 0)
            look_at_word(&look, length);
        else
            look_at_sign(&look);
    }
    return look.asked | (look.asked != 0 ? look.arguments : 0);
}
