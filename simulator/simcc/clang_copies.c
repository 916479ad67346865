/*
 * See clang_copies.h. The lines in question are these, with "ptr" for "i8*" from clang 15 on:
 *     call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %2, i8* align 8 %3, i64 24, i1 false), !dbg
 * !5 call void @llvm.memset.p0i8.i64(i8* align 8 %2, i8 0, i64 24, i1 false), !dbg !5 call void
 * @__tsan_unaligned_read4(i8* %4), !dbg !5 %5 = load i32, i32* %2, align 2, !dbg !5
 */
#define _GNU_SOURCE
#include "clang_copies.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 /* bytes that a GPU moves at once */ };

struct operand {
    const char *text; /* with its type and attributes */
    int length;
};

struct copy {
    const char *function; /* memcpy, memmove, memset */
    struct operand to, from, bytes;
    const char *behind; /* the call's bracket */
};

/* The operand at *at, which goes on to the next. */
static struct operand take_operand(const char **at)
{
    struct operand operand = {*at, 0};
    int depth = 0, quoted = 0;

    for (; **at && **at != '\n'; ++*at) {
        quoted ^= **at == '"';
        if (quoted)
            continue;
        if (!depth && (**at == ',' || **at == ')'))
            break;
        depth += strchr("([{<", **at) != NULL;
        depth -= strchr(")]}>", **at) != NULL;
    }
    operand.length = (int)(*at - operand.text);
    *at += strspn(*at, ", ");
    return operand;
}

/* Returns 0 if the line is no copy. */
static int read_copy(const char *line, struct copy *copy)
{
    static const char *const functions[] = {"memcpy", "memmove", "memset"};
    static const char begin[] = "call void @llvm.";
    const char *call = line + strspn(line, " ");

    call += begins(call, "tail ") ? strlen("tail ") : 0;
    if (!begins(call, begin))
        return 0;
    call += strlen(begin);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        size_t length = strlen(functions[i]);

        if (!begins(call, functions[i]) || call[length] != '.')
            continue;
        call += strcspn(call, "(\n");
        call += *call == '(';
        copy->function = functions[i];
        copy->to = take_operand(&call);
        copy->from = take_operand(&call);
        copy->bytes = take_operand(&call);
        take_operand(&call); /* whether it is volatile */
        copy->behind = call;
        return begins(copy->bytes.text, "i64 ") && *call == ')';
    }
    return 0;
}

/* How the operand is aligned, at most LARGEST. */
static unsigned alignment_of(struct operand operand)
{
    static const char word[] = " align ";
    const char *at = memmem(operand.text, (size_t)operand.length, word, strlen(word));
    unsigned long bytes = at ? strtoul(at + strlen(word), NULL, 10) : 1;

    return bytes < LARGEST ? (unsigned)bytes : LARGEST;
}

/* The place in the source that the line has: ", !dbg !5". */
static struct operand place_of(const char *line)
{
    const char *end = line + strcspn(line, "\n");
    const char *place = memmem(line, (size_t)(end - line), ", !dbg !", 8);

    return (struct operand){place ? place : "",
                            place ? 8 + (int)strspn(place + 8, "0123456789") : 0};
}

/* kind: read, write, or read_part of what may be a part of a structure. piece: bytes that are
 * accessed at once, or more than there are. */
static void call_hook(struct text *output, const char *kind, struct operand address, unsigned piece,
                      unsigned long bytes, struct operand place)
{
    while (piece > bytes && piece > 1)
        piece /= 2;
    text_add_format(output, "  call void @__tsan_%s", kind);
    if (bytes == piece || (bytes == 16 && piece == 8))
        text_add_format(output, bytes == piece ? "%lu(%.*s" : "%lu_in_8s(%.*s", bytes,
                        address.length, address.text);
    else
        text_add_format(output, "_in_%us(%.*s, i64 %lu", piece, address.length, address.text,
                        bytes);
    text_add_format(output, ")%.*s\n", place.length, place.text);
}

/* A call of what the runtime has for it, which has hooks in itself: it returns a pointer. */
static void call_function(struct text *output, const struct copy *copy, unsigned *names)
{
    const char *pointer = begins(copy->to.text, "ptr") ? "ptr" : "i8*";
    struct operand place = place_of(copy->behind);
    char *from = text_format("%.*s", copy->from.length, copy->from.text);

    if (!strcmp(copy->function, "memset")) {
        text_add_format(output, "  %%simcc.copy.%u = zext %s to i32\n", ++*names, from);
        free(from);
        from = text_format("i32 %%simcc.copy.%u", *names);
    }
    text_add_format(output, "  %%simcc.copy.%u = call %s @__tsan_%s(%.*s, %s, %.*s)%.*s\n",
                    ++*names, pointer, copy->function, copy->to.length, copy->to.text, from,
                    copy->bytes.length, copy->bytes.text, place.length, place.text);
    free(from);
}

/* Another hook where the access, in the next line, is aligned less than clang's says. */
static int add_pieces(struct text *output, const char *line)
{
    static const char begin[] = "  call void @__tsan_unaligned_";
    const char *name = line + strlen(begin), *next = line + strcspn(line, "\n");

    if (!begins(line, begin) || !*next)
        return 0;
    const char *kind = begins(name, "read") ? "read" : begins(name, "write") ? "write" : NULL;

    if (!kind || !isdigit((unsigned char)name[strlen(kind)]))
        return 0;
    struct operand access = {next + 1, (int)strcspn(next + 1, "\n")};
    unsigned long bytes = strtoul(name + strlen(kind), NULL, 10);
    const char *at = name + strcspn(name, "(") + 1;
    struct operand address = take_operand(&at);

    call_hook(output, kind, address, alignment_of(access), bytes, place_of(line));
    return 1;
}

/*
 * Bytes of a copy that becomes instructions, on all machines; more may become a call, which has
 * hooks in itself.
 */
static unsigned long most_bytes(const char *function, int is_optimised)
{
    if (!strcmp(function, "memcpy"))
        return is_optimised ? 128 : 32;
    if (!strcmp(function, "memset"))
        return is_optimised ? 128 : 0;
    return is_optimised ? 64 : 0;
}

int add_copy(struct text *output, const char *line, int is_optimised, unsigned *names)
{
    struct copy copy;

    if (add_pieces(output, line))
        return 1;
    if (!read_copy(line, &copy))
        return 0;
    char *behind;
    unsigned long bytes = strtoul(copy.bytes.text + strlen("i64 "), &behind, 10);
    int is_known = behind == copy.bytes.text + copy.bytes.length;

    if (!is_known || bytes > most_bytes(copy.function, is_optimised)) {
        call_function(output, &copy, names);
        return 1;
    }
    struct operand place = place_of(copy.behind);

    if (strcmp(copy.function, "memset"))
        call_hook(output, bytes & (bytes - 1) ? "read_part" : "read", copy.from,
                  alignment_of(copy.from), bytes, place);
    call_hook(output, "write", copy.to, alignment_of(copy.to), bytes, place);
    text_add_format(output, "%.*s\n", (int)strcspn(line, "\n"), line);
    return 1;
}

static int is_declared(const struct text *code, const char *name)
{
    for (const char *at = code->data; (at = strstr(at, name)); at++) {
        const char *line = at;

        while (line > code->data && line[-1] != '\n')
            line--;
        if (begins(line, "declare "))
            return 1;
    }
    return 0;
}

/* Declares the function unless it is not called, or is declared. rest: its other parameters. */
static void declare(const struct text *code, struct text *output, const char *function,
                    const char *result, const char *rest)
{
    char *name = text_format("@__tsan_%s(", function);
    const char *call = strstr(output->data, name);

    if (call && !is_declared(code, name)) {
        const char *pointer = begins(call + strlen(name), "ptr") ? "ptr" : "i8*";
        int is_hook = !strcmp(result, "void");
        int has_two = !is_hook && strcmp(function, "memset");

        text_add_format(output, "declare %s %s%s%s%s%s)\n", is_hook ? result : pointer, name,
                        pointer, has_two ? ", " : "", has_two ? pointer : "", rest);
    }
    free(name);
}

void declare_copies(const struct text *code, struct text *output)
{
    for (int writes = 0; writes < 2; writes++) {
        const char *kind = writes ? "write" : "read";

        for (unsigned piece = 1; piece <= LARGEST; piece *= 2) {
            char *one = text_format("%s%u", kind, piece);
            char *several = text_format("%s_in_%us", kind, piece);
            char *part = text_format("%s_part_in_%us", kind, piece);

            declare(code, output, one, "void", "");
            declare(code, output, several, "void", ", i64");
            declare(code, output, part, "void", ", i64");
            free(part);
            free(one);
            free(several);
        }
        char *halves = text_format("%s16_in_8s", kind);

        declare(code, output, halves, "void", "");
        free(halves);
    }
    declare(code, output, "memcpy", "", ", i64");
    declare(code, output, "memmove", "", ", i64");
    declare(code, output, "memset", "", ", i32, i64");
}
