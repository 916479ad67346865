/*
 * See odd_sizes.h. A store and a load are one line each:
 *     store i24 %18, i24* %21, align 1, !dbg !31
 *     %5 = load <3 x float>, ptr %4, align 4, !dbg !12
 */
#include "odd_sizes.h"

#include "bit_fields.h"
#include "clang_copies.h"
#include "files.h"
#include "process.h"
#include "shared_alignment.h"
#include "text.h"
#include "whole_copies.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_UNKNOWN 0
#define SIZE_HOOKED  1 /* or any other for which clang has a hook */

struct rewriting {
    struct text *output;
    struct text instrumented; /* numbers of attributes of functions with hooks: "#5 #7 " */
    struct text locals;       /* names of the function's own variables: "%3 %x " */
    const char *function;     /* where the one that is being read begins */
    int has_hooks;            /* the function that is being read */
    unsigned pointers;        /* new names that were given, */
    unsigned copies;          /* and those for copies */
};

/* The end of a type, value or operand: a comma or a space that is in no brackets. */
static const char *part_end(const char *at, char separator)
{
    int depth = 0, quoted = 0;

    for (; *at; at++) {
        quoted ^= *at == '"';
        if (quoted)
            continue;
        if (!depth && (*at == separator || *at == ','))
            break;
        depth += strchr("([{<", *at) != NULL;
        depth -= strchr(")]}>", *at) != NULL;
    }
    return at;
}

/* Bits of a number's type: i24, float. 0: it is none. */
static unsigned long bits_of_number(const char *type)
{
    static const struct {
        const char *name;
        unsigned long bits;
    } numbers[] = {{"half", 16},   {"bfloat", 16},   {"float", 32},
                   {"double", 64}, {"x86_fp80", 80}, {"ptr", 64}};

    if (*type == 'i' && isdigit((unsigned char)type[1]))
        return strtoul(type + 1, NULL, 10);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (begins(type, numbers[i].name))
            return numbers[i].bits;
    return 0;
}

/* Bytes of the type, which ends at end; SIZE_HOOKED for all that clang itself has announced. */
static unsigned long odd_size(const char *type, const char *end)
{
    unsigned long count = 1, bits;
    char *behind;

    if (end[-1] == '*' || (*end == ' ' && end[1] == '('))
        return SIZE_HOOKED; /* a pointer, perhaps to a function */
    if (*type == '<') {
        count = strtoul(type + 1, &behind, 10);
        type = begins(behind, " x ") ? behind + 3 : "";
    }
    bits = count * bits_of_number(type);
    bits = (bits + 7) / 8;
    if (!bits)
        return SIZE_UNKNOWN;
    return bits <= 16 && !(bits & (bits - 1)) ? SIZE_HOOKED : bits;
}

/* "attributes #5 = { nounwind sanitize_thread ... }" stand behind all functions. */
static void read_attributes(struct rewriting *r, const struct text *code)
{
    static const char word[] = "\nattributes #";

    for (const char *at = code->data; (at = strstr(at, word));) {
        const char *end = strchr(at + 1, '\n'), *found = strstr(at, "sanitize_thread");

        at += strlen(word) - 1;
        if (found && (!end || found < end))
            text_add_word(&r->instrumented, at, strcspn(at, " "));
    }
}

/* A function begins: "define ... #5 ... {". */
static void enter_function(struct rewriting *r, const char *line, const char *function)
{
    r->function = function;
    r->has_hooks = 0;
    r->locals.length = 0;
    text_add(&r->locals, "", 0);
    for (const char *at = line; (at = strstr(at, " #")); at++)
        if (isdigit((unsigned char)at[2]))
            r->has_hooks |= text_has_word(&r->instrumented, at + 1, strcspn(at + 1, " \n"));
}

/* "%3 = alloca ...", or the address of a part of such a one: no memory that others see. */
static void note_local(struct rewriting *r, const char *line)
{
    const char *name = line + 2, *equals = strstr(line, " = ");

    if (!begins(line, "  %") || !equals)
        return;
    const char *from = strchr(equals, '*');
    int is_local = begins(equals, " = alloca ");

    if (begins(equals, " = bitcast ") && from && begins(from, "* %"))
        is_local = text_has_word(&r->locals, from + 2, strcspn(from + 2, " "));
    if (is_local)
        text_add_word(&r->locals, name, (size_t)(equals - name));
}

/* How the access is aligned: bytes, at most 16. */
static unsigned long piece_of(const char *line)
{
    const char *align = strstr(line, ", align ");
    unsigned long bytes = align ? strtoul(align + strlen(", align "), NULL, 10) : 1;

    return bytes < 16 ? bytes : 16;
}

/* Calls the hook before an access of size bytes; pointer: its type and value. */
static void call_hook(struct rewriting *r, const char *line, const char *pointer, int length,
                      unsigned long size, const char *kind)
{
    const char *place = strstr(line, ", !dbg !");
    int place_length = place ? 8 + (int)strspn(place + 8, "0123456789") : 0;

    if (size == SIZE_UNKNOWN) {
        if (!strcmp(kind, "write"))
            text_add_format(r->output, "  call void @__tsan_unseen_store()%.*s\n", place_length,
                            place ? place : "");
        return;
    }
    text_add_format(r->output, "  ");
    if (!begins(pointer, "ptr "))
        text_add_format(r->output, "%%simcc.%u = bitcast %.*s to i8*\n  ", ++r->pointers, length,
                        pointer);
    text_add_format(r->output, "call void @__tsan_%s", kind);
    if (begins(kind, "kept"))
        text_add_string(r->output, "_range(");
    else
        text_add_format(r->output, "_in_%lus(", piece_of(line));
    if (begins(pointer, "ptr "))
        text_add_format(r->output, "%.*s", length, pointer);
    else
        text_add_format(r->output, "i8* %%simcc.%u", r->pointers);
    text_add_format(r->output, ", i64 %lu)%.*s\n", size, place_length, place ? place : "");
}

/*
 * A hook of clang's own for a load, which is the next line. Where that keeps the bits beside a
 * bit-field, another hook is called, since nobody need have written them. Returns 1 then.
 */
static int replace_hook(struct rewriting *r, const char *line, const char *next)
{
    static const char call[] = "  call void @__tsan_";
    const char *name = line + strlen(call);

    if (!begins(line, call))
        return 0;
    if (!begins(name, "read") || !is_load_of_kept_bits(r->function, next))
        return 0;
    text_add_format(r->output, "%skept_%s", call, name);
    return 1;
}

static void announce(struct rewriting *r, const char *line, const char *at)
{
    const char *load = strstr(line, " = load "), *type, *end, *pointer;
    int writes = begins(line, "  store ");

    if (!writes && !(begins(line, "  %") && load))
        return;
    type = writes ? line + strlen("  store ") : load + strlen(" = load ");
    if (begins(type, "atomic "))
        return;
    type += begins(type, "volatile ") ? strlen("volatile ") : 0;
    end = part_end(type, ' ');
    unsigned long size = odd_size(type, end);

    if (size == SIZE_HOOKED)
        return;
    pointer = writes ? part_end(end, ',') : end;
    pointer += strspn(pointer, ", ");
    end = part_end(pointer, ',');
    const char *name = end;

    while (name > pointer && name[-1] != ' ')
        name--;
    if (text_has_word(&r->locals, name, (size_t)(end - name)))
        return;
    if (strstr(line, " addrspace(")) /* another kind of address */
        size = SIZE_UNKNOWN;
    call_hook(r, line, pointer, (int)(end - pointer), size,
              writes                                  ? "write"
              : is_load_of_kept_bits(r->function, at) ? "kept_read"
                                                      : "read");
}

/* Declares what is called, unless the code does so itself. */
static void declare(struct rewriting *r, const struct text *code)
{
    static const char *const names[] = {"kept_read_range", "kept_read1", "kept_read2",
                                        "kept_read4",      "kept_read8", "kept_read16",
                                        "unseen_store"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = text_format("@__tsan_%s(", names[i]);
        const char *call = strstr(r->output->data, name);

        if (call && !strstr(code->data, name)) {
            const char *pointer = call[strlen(name)] == 'i' ? "i8*" : "ptr";

            if (call[strlen(name)] == ')')
                pointer = "";
            text_add_format(r->output, "declare void %s%s%s)\n", name, pointer,
                            strstr(name, "_range") ? ", i64" : "");
        }
        free(name);
    }
}

void add_hooks_of_odd_sizes(const struct text *code, int is_optimised, struct text *output)
{
    struct rewriting r = {.output = output};
    struct text line = {0};

    read_attributes(&r, code);
    for (const char *at = code->data; *at;) {
        size_t length = strcspn(at, "\n");

        length += at[length] == '\n';
        line.length = 0;
        text_add(&line, at, length);
        if (begins(at, "define "))
            enter_function(&r, line.data, at);
        note_local(&r, line.data);
        if (r.has_hooks)
            announce(&r, line.data, at);
        int is_replaced = r.has_hooks ? replace_hook(&r, line.data, at + length) ||
                                            add_copy(output, at, is_optimised, &r.copies)
                                      : keep_shared_alignment(line.data, output);

        if (!is_replaced)
            text_add(output, at, length);
        at += length;
    }
    declare(&r, code);
    declare_copies(code, output);
    free(line.data);
    free(r.instrumented.data);
    free(r.locals.data);
}

/* From intermediate code, which is as it is to be, to assembly: neither optimised nor instrumented
 * again, and the headers that clang has kept have no place in it. */
static int compile_code(const struct options *options, const struct strings *command,
                        size_t compiler, const char *code, const char *assembly)
{
    struct strings back = {0};

    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->data[i];

        if (i + 3 < command->count && !strcmp(command->data[i + 1], "-include-pch"))
            i += 3;
        else if (strncmp(word, "-std=", 5))
            strings_add(&back, i == compiler + 1 ? "ir" : word);
    }
    strings_add_all(&back, (const char *const[]){"-w", "-Xclang", "-disable-llvm-passes", "-S",
                                                 code, "-o", assembly, NULL});
    return run_command(&back, options, NULL);
}

int compile_with_odd_sizes(const struct options *options, const struct strings *command,
                           size_t compiler, const char *translated, const char *code,
                           const char *assembly, struct text *messages)
{
    struct strings first = {0};

    strings_add_all(&first, (const char *const *)command->data);
    strings_add_all(&first,
                    (const char *const[]){"-S", "-emit-llvm", translated, "-o", code, NULL});
    int status = run_command(&first, options, messages);

    if (status)
        return status;
    if (!options->dry_run) {
        struct text before = read_file(code), whole = {0}, after = {0};

        make_copies_whole(&before, &whole);
        add_hooks_of_odd_sizes(&whole, !options->device_debug, &after);
        write_file(code, &after);
        free(before.data);
        free(whole.data);
        free(after.data);
    }
    return compile_code(options, command, compiler, code, assembly);
}
