/*
 * See whole_copies.h. What a copy is taken apart into:
 *     call void @__tsan_read4(i8* %2), !dbg !83
 *     %q.sroa.0.0.copyload = load i32, i32* %q.sroa.0.0..sroa_idx, align 16, !dbg !83
 *
 * The pointers are "i8* %2", and from clang 15 on "ptr %2".
 */
#include "whole_copies.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 /* bytes that a GPU loads at once */ };

static const char hook_word[] = "  call void @__tsan_read";

struct joining {
    struct text *output;
    unsigned dropped; /* hooks that the one before them has taken in, still to come */
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

/* What may stand between the parts of a copy: their addresses, and what a debugger is told. */
static int is_between(const char *line)
{
    static const char *const words[] = {" = getelementptr ", " = bitcast ", " @llvm.dbg.",
                                        " #dbg_"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (find_in_line(line, words[i]))
            return 1;
    return 0;
}

/*
 * How many hooks from the one in this line on are for one piece of a copy: as many bytes as it is
 * aligned to. 0: they are for none.
 */
static unsigned hooks_of_piece(const char *line, unsigned long *piece)
{
    const char *copied = NULL;
    unsigned long bytes = 0;
    unsigned hooks = 0;

    for (; *line; line = next_line(line)) {
        unsigned long size = hooked_bytes(line);

        if (!size && hooks && is_between(line))
            continue;
        if (!size)
            return 0;
        line = next_line(line);
        unsigned long align = alignment_of_part(line, copied), of_place = bytes & -bytes;

        if (!align || (bytes && align != of_place))
            return 0;
        if (!bytes)
            *piece = align < LARGEST ? align : LARGEST;
        copied = copied ? copied : line;
        bytes += size;
        hooks++;
        if (bytes >= *piece)
            return bytes == *piece ? hooks : 0;
    }
    return 0;
}

/* Returns 1 if the line is a hook that is left out, or becomes that of a whole piece. */
static int replace_hook(struct joining *j, const char *line)
{
    if (!hooked_bytes(line))
        return 0;
    if (j->dropped) {
        j->dropped--;
        return 1;
    }
    unsigned long piece = 0;
    unsigned hooks = hooks_of_piece(line, &piece);

    if (hooks < 2)
        return 0;
    const char *operand = line + strcspn(line, "(\n");

    text_add_format(j->output, "%s%lu%.*s\n", hook_word, piece, (int)strcspn(operand, "\n"),
                    operand);
    j->dropped = hooks - 1;
    return 1;
}

void make_copies_whole(const struct text *code, struct text *output)
{
    struct joining j = {.output = output};

    for (const char *line = code->data; *line; line = next_line(line))
        if (!replace_hook(&j, line))
            text_add(output, line, (size_t)(next_line(line) - line));
}
