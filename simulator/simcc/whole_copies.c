/*
 * See whole_copies.h. What a copy is taken apart into:
 *     call void @__tsan_read4(i8* %2), !dbg !83
 *     %q.sroa.0.0.copyload = load i32, i32* %q.sroa.0.0..sroa_idx, align 16, !dbg !83
 *
 * Its memcpy where it is left; clang 15 and newer call it __tsan_memcpy:
 *     %6 = call i8* @memcpy(i8* %4, i8* %5, i64 16), !dbg !36
 *
 * The pointers are "i8* %2", and from clang 15 on "ptr %2".
 */
#include "whole_copies.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 16 /* bytes */ };

static const char hook_word[] = "  call void @__tsan_read";

struct joining {
    struct text *output;
    struct text locals; /* names of the function's aligned structures: "%a %4 " */
    unsigned dropped;   /* hooks that the one before them has taken in, still to come */
    unsigned names;     /* that were given */
};

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Where a word stands in the line, or NULL. */
static const char *find_in_line(const char *line, const char *word)
{
    const char *found = strstr(line, word);

    return found && found < line + strcspn(line, "\n") ? found : NULL;
}

/* Bytes of a load's hook, or 0. */
static unsigned long hooked_bytes(const char *line)
{
    return begins(line, hook_word) ? strtoul(line + strlen(hook_word), NULL, 10) : 0;
}

/*
 * The alignment of a load that is a part of a copy, or 0. copied: the first of such a copy, or
 * NULL.
 */
static unsigned long alignment_of_part(const char *line, const char *copied)
{
    const char *part = find_in_line(line, ".sroa."), *align = find_in_line(line, ", align ");

    if (!part || !align || !find_in_line(line, ".copyload = load ") ||
        (copied && strncmp(line, copied, (size_t)(part - line) + 1)))
        return 0;
    return strtoul(align + strlen(", align "), NULL, 10);
}

/* How many hooks from the one in this line on are for 16 bytes of one copy, or 0. */
static unsigned hooks_of_copy(const char *line)
{
    const char *copied = NULL;
    unsigned long bytes = 0;
    unsigned hooks = 0;

    for (; *line; line = next_line(line)) {
        unsigned long size = hooked_bytes(line);

        if (!size && hooks &&
            (find_in_line(line, " = getelementptr ") || find_in_line(line, " = bitcast ")))
            continue;
        if (!size)
            return 0;
        line = next_line(line);
        unsigned long align = alignment_of_part(line, copied), of_place = bytes & -bytes;

        if (bytes ? align != of_place : align < WHOLE)
            return 0;
        copied = copied ? copied : line;
        bytes += size;
        hooks++;
        if (bytes >= WHOLE)
            return bytes == WHOLE ? hooks : 0;
    }
    return 0;
}

/* "%a = alloca %struct.Four, align 16", or the address of such a one as another type's. */
static void note_local(struct joining *j, const char *line)
{
    const char *name = line + 2, *equals = find_in_line(line, " = ");
    const char *align = find_in_line(line, ", align "), *from = find_in_line(line, "* %");

    if (!begins(line, "  %") || !equals)
        return;
    if (begins(equals, " = alloca %")
            ? align && strtoul(align + strlen(", align "), NULL, 10) >= WHOLE
            : begins(equals, " = bitcast %") && from &&
                  text_has_word(&j->locals, from + 2, strcspn(from + 2, " ")))
        text_add_word(&j->locals, name, (size_t)(equals - name));
}

/* The operand at *at, "i8* %4"; *at goes on to the next. Returns its length. */
static int take_operand(const char **at, const char **operand)
{
    size_t length = strcspn(*at, ",\n");

    *operand = *at;
    *at += length;
    *at += strspn(*at, ", ");
    return (int)length;
}

/* Adds the operand as a pointer to 16 bytes, and gives its name, or "ptr" and its own. */
static char *as_whole(struct joining *j, const char *operand, int length)
{
    if (begins(operand, "ptr "))
        return text_format("%.*s", length, operand);
    text_add_format(j->output, "  %%simcc.whole.%u = bitcast %.*s to <2 x i64>*\n", ++j->names,
                    length, operand);
    return text_format("<2 x i64>* %%simcc.whole.%u", j->names);
}

/* Puts loads and stores in place of a memcpy of an aligned structure. Returns 0 if it is none. */
static int replace_memcpy(struct joining *j, const char *line)
{
    const char *call = find_in_line(line, "memcpy("), *to, *from;

    if (!call || !find_in_line(line, " = "))
        return 0;
    const char *at = call + strlen("memcpy(");
    int to_length = take_operand(&at, &to), from_length = take_operand(&at, &from);
    const char *name = to;

    while (name < to + to_length && *name != '%')
        name++;
    if (!begins(at, "i64 16)") || !text_has_word(&j->locals, name, (size_t)(to + to_length - name)))
        return 0;
    int place = (int)strcspn(at + strlen("i64 16)"), "\n");
    const char *behind = at + strlen("i64 16)");

    text_add_format(j->output, "%s%d(%.*s)%.*s\n", hook_word, WHOLE, from_length, from, place,
                    behind);
    char *source = as_whole(j, from, from_length), *target = as_whole(j, to, to_length);

    text_add_format(j->output, "  %%simcc.whole.%u = load <2 x i64>, %s, align 1%.*s\n", ++j->names,
                    source, place, behind);
    text_add_format(j->output, "  store <2 x i64> %%simcc.whole.%u, %s, align 1%.*s\n", j->names,
                    target, place, behind);
    /* what memcpy returns, under its own name: names that are numbers have no gap */
    text_add_format(j->output, "%.*s = bitcast %.*s to %.*s\n",
                    (int)(find_in_line(line, " = ") - line), line, to_length, to,
                    (int)strcspn(to, " "), to);
    free(source);
    free(target);
    return 1;
}

/* Returns 1 if the line is a hook that is left out, or becomes one of 16 bytes. */
static int replace_hook(struct joining *j, const char *line)
{
    if (!hooked_bytes(line))
        return 0;
    if (j->dropped) {
        j->dropped--;
        return 1;
    }
    unsigned hooks = hooks_of_copy(line);

    if (hooks < 2)
        return 0;
    const char *operand = line + strcspn(line, "(\n");

    text_add_format(j->output, "%s%d%.*s\n", hook_word, WHOLE, (int)strcspn(operand, "\n"),
                    operand);
    j->dropped = hooks - 1;
    return 1;
}

void make_copies_whole(const struct text *code, struct text *output)
{
    struct joining j = {.output = output};
    static const char declared[] = "declare void @__tsan_read16(";

    for (const char *line = code->data; *line; line = next_line(line)) {
        if (begins(line, "define ")) {
            j.locals.length = 0;
            text_add(&j.locals, "", 0);
        }
        note_local(&j, line);
        if (!replace_hook(&j, line) && !replace_memcpy(&j, line))
            text_add(output, line, (size_t)(next_line(line) - line));
    }
    const char *call = strstr(output->data, "@__tsan_read16(");

    if (call && !strstr(code->data, declared))
        text_add_format(output, "%s%.*s)\n", declared,
                        (int)strcspn(call + strlen("@__tsan_read16("), " "),
                        call + strlen("@__tsan_read16("));
    free(j.locals.data);
}
