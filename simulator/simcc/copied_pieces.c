/*
 * See copied_pieces.h. Both listings have a function's hooks in one order; the one of instructions
 * is in the assembly's. What a hook is for stands behind it in the first listing:
 *     __builtin___tsan_read_range (_7, 24);
 *     own = *_7;
 * and how *_7 is aligned, at the instructions that access it, in the second one.
 */
#define _GNU_SOURCE
#include "copied_pieces.h"

#include "gcc_instructions.h"
#include "gcc_listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A copy's instructions are not far behind its hook. */
enum { INSTRUCTIONS_BEHIND = 200 };

enum { LARGEST = 16 /* bytes that a GPU moves at once */ };

static const char *const hook_names[] = {"__tsan_read_range", "__tsan_write_range", "__tsan_read16",
                                         "__tsan_write16"};

struct copy_hook {
    unsigned number;    /* 1 + in hook_names */
    const char *memory; /* what it is for, in the listing; NULL: not known */
    size_t length;
    int is_number; /* it is for one, and no structure */
};

struct hooks {
    struct copy_hook *hook;
    size_t count;
};

/* The hook whose name begins the text: 1 + its number in hook_names, or 0. */
static unsigned hook_at(const char *text)
{
    for (unsigned i = 0; i < sizeof hook_names / sizeof *hook_names; i++)
        if (begins(text, hook_names[i]) && !is_listed_name_part(text[strlen(hook_names[i])]))
            return i + 1;
    return 0;
}

static int is_range(unsigned hook)
{
    return hook <= 2;
}

static int writes(unsigned hook)
{
    return hook % 2 == 0;
}

/* _4, i_19(D); and constants. */
static int is_number(const char *value, size_t length)
{
    size_t digits = 0;

    if (length > 3 && !strncmp(value + length - 3, "(D)", 3))
        length -= 3;
    while (digits < length && isdigit((unsigned char)value[length - 1 - digits]))
        digits++;
    return isdigit((unsigned char)*value) || *value == '-' ||
           (digits && digits < length && value[length - 1 - digits] == '_' &&
            strcspn(value, "*[&. ") >= length);
}

/* "  _24 = _7 + 24;" and "  _8 = &s[_4];" only compute where the copy is. */
static int only_computes(const char *left, size_t left_length, const char *right, const char *end)
{
    return is_number(left, left_length) &&
           (*right == '&' || (*right != '*' && !begins(right, "MEM") &&
                              !memmem(right, (size_t)(end - right), "->", 2) &&
                              !memchr(right, '.', (size_t)(end - right)) &&
                              !memchr(right, '[', (size_t)(end - right))));
}

/* What the hook before `at` is for: read from the first statement there that is no hook. */
static void read_purpose(struct copy_hook *hook, const char *at, const char *end)
{
    for (const char *next; at < end; at = next) {
        next = behind_line(at, end);
        const char *left = at + strspn(at, " "), *behind = next - 1;
        const char *equals = memmem(left, (size_t)(next - left), " = ", 3);

        if (begins(left, "__builtin___tsan_") || *left == '#' ||
            memmem(left, (size_t)(next - left), " {CLOBBER", 9)) /* notes of g++'s */
            continue;
        while (behind > left && *behind != ';')
            behind--;
        if (!equals || behind < equals + 3)
            return;
        const char *right = equals + 3;

        if (only_computes(left, (size_t)(equals - left), right, behind))
            continue;
        hook->memory = writes(hook->number) ? left : right;
        hook->length = (size_t)(writes(hook->number) ? equals - left : behind - right);
        hook->is_number = writes(hook->number) ? is_number(right, (size_t)(behind - right))
                                               : is_number(left, (size_t)(equals - left));
        return;
    }
}

/* The hooks of a function whose text in the first listing is up to end. */
static void read_hooks(struct hooks *hooks, const char *at, const char *end)
{
    static const char builtin[] = "__builtin_";

    hooks->count = 0;
    for (const char *next; at < end; at = next) {
        next = behind_line(at, end);
        at += strspn(at, " ");
        unsigned number = begins(at, builtin) ? hook_at(at + strlen(builtin)) : 0;

        if (!number)
            continue;
        hooks->hook = reallocate(hooks->hook, (hooks->count + 1) * sizeof *hooks->hook);
        hooks->hook[hooks->count] = (struct copy_hook){.number = number};
        read_purpose(&hooks->hook[hooks->count++], next, end);
    }
}

/* The end of the function whose text begins at `at`: the next headline, or the listing's end. */
static const char *function_end(const char *at, const char *end)
{
    const char *next = memmem(at, (size_t)(end - at), "\n;; Function ", 13);

    return next ? next + 1 : end;
}

/* Alignment in bytes of what the hook is for, by the instructions from `at` on; 0: not known. */
static unsigned long alignment_of(const struct copy_hook *hook, const char *at, const char *end)
{
    struct gcc_instruction instruction;
    unsigned long alignment = 0;

    for (unsigned i = 0; i < INSTRUCTIONS_BEHIND && read_gcc_instruction(&at, end, &instruction);
         i++) {
        struct gcc_access access;

        for (const char *from = NULL; next_gcc_access(&instruction, &from, &access);)
            if (access.length == hook->length &&
                !memcmp(access.memory, hook->memory, hook->length) && access.alignment > alignment)
                alignment = access.alignment;
    }
    return alignment;
}

/* The name of the hook that the instruction calls, or NULL. */
static const char *called_hook(const struct gcc_instruction *instruction)
{
    const char *name = begins(instruction->text, "(call_insn")
                           ? memmem(instruction->text, instruction->length, "(\"__tsan_", 9)
                           : NULL;

    return name && hook_at(name + 2) ? name + 2 : NULL;
}

/*
 * A function's line of pieces, but for its name: instructions from `at` on. Nothing is known of the
 * hooks from which on the two listings differ.
 */
static void add_pieces(const struct hooks *hooks, const char *at, const char *end,
                       struct text *pieces)
{
    struct gcc_instruction instruction;

    for (size_t i = 0; i < hooks->count && read_gcc_instruction(&at, end, &instruction);) {
        const struct copy_hook *hook = &hooks->hook[i];
        const char *name = called_hook(&instruction);

        if (!name)
            continue;
        if (hook_at(name) != hook->number)
            break;
        unsigned long size = hook->memory && !hook->is_number ? alignment_of(hook, at, end) : 0;
        int is_whole = !size || (size >= LARGEST && !is_range(hook->number));

        text_add_format(pieces, is_whole ? " -" : " %lu", size < LARGEST ? size : LARGEST);
        i++;
    }
}

/*
 * Where the text of the function with that name begins in the listing, or NULL. Functions come in
 * one order in both listings: this one most likely behind `last`, which may be NULL.
 */
static const char *find_function(const struct text *listing, const struct text *name,
                                 const char *last)
{
    char *in_headline = text_format("(%s, funcdef_no=", name->data);
    const char *found = last ? strstr(last, in_headline) : NULL;

    if (!found && listing->length)
        found = strstr(listing->data, in_headline);
    free(in_headline);
    return found;
}

void find_copied_pieces(const struct text *instructions, const struct text *listing,
                        struct text *pieces)
{
    const char *end = listing->data + listing->length;
    const char *end_of_all = instructions->data + instructions->length;
    const char *last = NULL;
    struct hooks hooks = {0};
    struct text name = {0}, line = {0};

    text_add_string(pieces, "\n");
    for (const char *at = listing->data, *next; at < end; at = next) {
        next = function_end(at, end);
        read_hooks(&hooks, at, next);
        if (!hooks.count || !read_listed_line(&at, &line) || !listed_function(line.data))
            continue;
        read_assembly_name(listed_function(line.data), &name);
        const char *function = find_function(instructions, &name, last);

        if (!function)
            continue;
        last = function;
        text_add(pieces, name.data, name.length);
        add_pieces(&hooks, function, function_end(function, end_of_all), pieces);
        text_add_string(pieces, "\n");
    }
    free(hooks.hook);
    free(name.data);
    free(line.data);
}

/* The first word of the function's line, or "" if it has none. */
static const char *pieces_of(const struct text *pieces, const char *name, size_t length)
{
    char *in_line = text_format("\n%.*s ", (int)length, name);
    const char *found = strstr(pieces->data, in_line);

    found = found ? found + strlen(in_line) : "";
    free(in_line);
    return found;
}

void name_copied_pieces(const struct text *pieces, struct text *assembly)
{
    const char *end = assembly->data + assembly->length, *word = "";
    struct text output = {0};

    for (const char *line = assembly->data, *next; line < end; line = next) {
        next = behind_line(line, end);
        size_t label = strcspn(line, ":\n");

        if (is_listed_name_part(*line) && line[label] == ':' &&
            !memmem(line, label, ".cold", 5)) /* else the function's cold part, which goes on */
            word = pieces_of(pieces, line, label);
        const char *name = *line == '\t' && strchr("cb", line[1])
                               ? memmem(line, (size_t)(next - line), "__tsan_", 7)
                               : NULL;
        size_t length = name && hook_at(name) ? strlen(hook_names[hook_at(name) - 1]) : 0;

        if (length && isdigit((unsigned char)*word)) {
            size_t kept = is_range(hook_at(name)) ? length - strlen("_range") : length;

            text_add(&output, line, (size_t)(name + kept - line));
            text_add_format(&output, "_in_%.*ss", (int)strcspn(word, " \n"), word);
            line = name + length;
        }
        text_add(&output, line, (size_t)(next - line));
        if (length && *word && *word != '\n') {
            word += strcspn(word, " \n");
            word += *word == ' ';
        }
    }
    free(assembly->data);
    *assembly = output;
}
