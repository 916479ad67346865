#include "kept_forms.h"

#include "kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MOST 64 /* bytes, of a use that is not known */

/* Instructions that read one number of floating point, and write a register. */
static const struct {
    const char *name;
    unsigned size;
} readers[] = {
    {"movss", 4},     {"addss", 4},      {"subss", 4},      {"mulss", 4},      {"divss", 4},
    {"minss", 4},     {"maxss", 4},      {"sqrtss", 4},     {"ucomiss", 4},    {"comiss", 4},
    {"cvtss2sd", 4},  {"cvttss2sil", 4}, {"cvttss2siq", 4}, {"cvtss2sil", 4},  {"cvtss2siq", 4},
    {"movd", 4},      {"movsd", 8},      {"addsd", 8},      {"subsd", 8},      {"mulsd", 8},
    {"divsd", 8},     {"minsd", 8},      {"maxsd", 8},      {"sqrtsd", 8},     {"ucomisd", 8},
    {"comisd", 8},    {"cvtsd2ss", 8},   {"cvttsd2sil", 8}, {"cvttsd2siq", 8}, {"cvtsd2sil", 8},
    {"cvtsd2siq", 8},
};

/* Moves of a number as it is: movl and movq have it in a register of integers, too. */
static int is_move(const char *word)
{
    return !strcmp(word, "movss") || !strcmp(word, "movsd") || !strcmp(word, "movd") ||
           !strcmp(word, "movl") || !strcmp(word, "movq");
}

static unsigned size_of_move(const char *word)
{
    return !strcmp(word, "movsd") || !strcmp(word, "movq") ? 8 : 4;
}

/* The operands, of which there are two; one of them is a plain place on the stack. */
struct two_operands {
    char other[16]; /* a register's name, or an immediate */
    long place;
    int writes; /* the place is the second one */
};

/* Takes "D(%rsp), %xmm0" or "%xmm0, D(%rsp)" apart; 0 if the operands are others. */
static int take_apart(const char *rest, struct two_operands *operands)
{
    const char *comma = strstr(rest, ", "), *slot = strstr(rest, "(%rsp)"), *other;
    char *end;
    size_t length;

    if (!comma || !slot || strchr(comma + 1, ',') || strchr(slot + 1, '('))
        return 0;
    operands->writes = slot > comma;
    other = operands->writes ? rest : comma + 2;
    length = operands->writes ? (size_t)(comma - rest) : strlen(other);
    if ((*other != '%' && *other != '$') || length >= sizeof operands->other)
        return 0;
    memcpy(operands->other, other, length);
    operands->other[length] = 0;
    operands->place = strtol(operands->writes ? comma + 2 : rest, &end, 10);
    return end == slot;
}

static int is_vector(const char *name)
{
    return !strncmp(name, "%xmm", 4);
}

static int is_zero(const char *immediate)
{
    char *end;
    return *immediate == '$' && !strtol(immediate + 1, &end, 0) && end > immediate + 1 && !*end;
}

/* 1 if a register of floating point can be what the place is. */
static int is_known(const char *word, const struct two_operands *operands, unsigned *size)
{
    if (is_move(word)) {
        *size = size_of_move(word);
        if (*operands->other == '$')
            return operands->writes && is_zero(operands->other);
        return is_vector(operands->other) ? strcmp(word, "movl") != 0
                                          : !strcmp(word, "movl") || !strcmp(word, "movq");
    }
    for (size_t i = 0; !operands->writes && i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].name, word)) {
            *size = readers[i].size;
            return 1;
        }
    return 0;
}

/* The most bytes that an instruction without a known form moves: integers end with their size. */
static unsigned most_bytes(const struct statement *statement)
{
    static const char letters[] = "bwlq";
    static const char *const sixteen[] = {"movups", "movaps", "movupd",
                                          "movapd", "movdqu", "movdqa"};
    const char *word = statement->word, *letter = strchr(letters, word[strlen(word) - 1]);

    for (size_t i = 0; i < sizeof sixteen / sizeof *sixteen; i++)
        if (!strcmp(word, sixteen[i]))
            return 16;
    if (!letter || strstr(statement->rest, "mm") || *word == 'f' || !strncmp(word, "cmpxchg", 7))
        return SIZE_MOST;
    return 1u << (letter - letters);
}

int read_stack_use(const struct statement *statement, struct stack_use *use)
{
    const char *rest = statement->rest, *base = strstr(rest, "(%rsp"), *digits = base;
    struct two_operands operands;

    if (!base || strstr(base + 2, "%rsp") || strstr(rest, "%esp") || strstr(rest, "%rsp") < base)
        return 0;
    while (digits > rest && strchr("-0123456789", digits[-1]))
        digits--;
    if (digits > rest && digits[-1] != ' ' && digits[-1] != '*')
        return 0; /* an offset with a name */
    use->place = strtol(digits, NULL, 10);
    use->size = most_bytes(statement);
    use->form = USE_OTHER;
    if (!strncmp(statement->word, "lea", 3) || base[5] != ')')
        use->form = USE_TAKES_ADDRESS;
    else if (take_apart(rest, &operands) && is_known(statement->word, &operands, &use->size))
        use->form = !operands.writes            ? USE_READS
                    : is_vector(operands.other) ? USE_WRITES
                                                : USE_SETS;
    return 1;
}

long moved_bytes(const struct statement *statement)
{
    char *end;
    long bytes;

    if (!strcmp(statement->word, "pushq"))
        return 8;
    if (*statement->rest != '$')
        return 0;
    bytes = strtol(statement->rest + 1, &end, 0);
    if (strcmp(end, ", %rsp"))
        return 0;
    if (!strcmp(statement->word, "subq"))
        return bytes;
    return strcmp(statement->word, "addq") ? 0 : -bytes;
}

void kept_name(unsigned number, char *name, size_t size)
{
    snprintf(name, size, "%%xmm%u", number);
}

static const struct kept_slot *slot_at(const struct kept *kept, long place)
{
    for (unsigned i = 0; i < kept->count; i++)
        if (kept->slots[i].place == place)
            return &kept->slots[i];
    return NULL;
}

/*
 * The upper part of a kept register is 0, as it is after a load from memory; so it stays where a
 * number is put in by movss, which leaves that part as it is, or by movq and movd, which clear it.
 */
static const char *move_for(const struct two_operands *operands, unsigned size)
{
    if (!is_vector(operands->other))
        return size == 8 ? "movq" : "movd";
    if (!operands->writes)
        return "movaps";
    return size == 8 ? "movq" : "movss";
}

int write_with_kept(const struct kept *kept, const struct statement *statement, struct text *output)
{
    struct two_operands operands;
    const struct kept_slot *slot;
    char name[16];
    unsigned size;

    if (!kept->count || !take_apart(statement->rest, &operands) ||
        !(slot = slot_at(kept, operands.place)) || !is_known(statement->word, &operands, &size))
        return 0;
    kept_name(slot->number, name, sizeof name);
    if (*operands.other == '$')
        text_add_format(output, "\tpxor\t%s, %s\n", name, name);
    else if (operands.writes)
        text_add_format(output, "\t%s\t%s, %s\n", move_for(&operands, size), operands.other, name);
    else
        text_add_format(output, "\t%s\t%s, %s\n",
                        is_move(statement->word) ? move_for(&operands, size) : statement->word,
                        name, operands.other);
    return 1;
}

void follow_stack(struct kept *kept, const struct statement *statement, struct text *output)
{
    long bytes = kept->count ? moved_bytes(statement) : 0;

    if (kept->is_in_frame) {
        if (bytes > 0 || kept->moved)
            kept->moved += bytes;
    } else if (bytes > 0 && strcmp(statement->word, "pushq") != 0) {
        kept->is_in_frame = 1;
        for (unsigned i = 0; i < kept->count; i++)
            text_add_format(output, "\tpxor\t%%xmm%u, %%xmm%u\n", kept->slots[i].number,
                            kept->slots[i].number);
    }
}

static void write_moves(const struct kept *kept, int saves, long moved, struct text *output)
{
    for (unsigned i = 0; i < kept->count; i++) {
        const struct kept_slot *slot = &kept->slots[i];
        const char *move = slot->size == 8 ? "movsd" : "movss";
        char name[16];

        kept_name(slot->number, name, sizeof name);
        if (saves)
            text_add_format(output, "\t%s\t%s, %ld(%%rsp)\n", move, name, slot->place + moved);
        else
            text_add_format(output, "\t%s\t%ld(%%rsp), %s\n", move, slot->place + moved, name);
    }
}

void write_saves(const struct kept *kept, long moved, struct text *output)
{
    write_moves(kept, 1, moved, output);
}

void write_loads(const struct kept *kept, long moved, struct text *output)
{
    write_moves(kept, 0, moved, output);
}
