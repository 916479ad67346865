#define _GNU_SOURCE
#include "gcc_instructions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* "(insn ", "(insn/f ", "(call_insn ", "(jump_insn ": as a line begins. */
static int is_instruction(const char *line)
{
    size_t length = *line == '(' ? strspn(line + 1, "abcdefghijklmnopqrstuvwxyz_") : 0;

    return length >= 4 && !strncmp(line + 1 + length - 4, "insn", 4);
}

/* What is behind the place is no part of what the instruction does. */
static void find_place(struct gcc_instruction *instruction)
{
    const char *at = instruction->text, *end = at + instruction->length;

    instruction->place = NULL;
    while ((at = memmem(at, (size_t)(end - at), "\":", 2)) && !isdigit((unsigned char)at[2]))
        at++;
    if (!at)
        return;
    const char *name = memrchr(instruction->text, '"', (size_t)(at - instruction->text));

    if (!name)
        return;
    instruction->place = name;
    instruction->place_length = (size_t)(at + 2 - name) + strspn(at + 2, "0123456789:");
    instruction->length = (size_t)(name - instruction->text);
}

int read_gcc_instruction(const char **at, const char *end, struct gcc_instruction *instruction)
{
    const char *line = *at;

    while (line < end && !is_instruction(line))
        line = behind_line(line, end);
    *at = line;
    if (line == end)
        return 0;
    do
        *at = behind_line(*at, end);
    while (*at < end && **at == ' ');
    instruction->text = line;
    instruction->length = (size_t)(*at - line);
    find_place(instruction);
    return 1;
}

/* The bracket that opens before `at`, which is in it; NULL if none does from `first` on. */
static const char *opening(const char *first, const char *at, char open, char close)
{
    for (int depth = 0; at > first;) {
        at--;
        depth += *at == close;
        if (*at == open && !depth--)
            return at;
    }
    return NULL;
}

/* Reads the access that has its size and its alignment at " S16 A32]". Returns 0 if it is none. */
static int read_access(const char *first, const char *size, struct gcc_access *access)
{
    char *behind;

    if (!isdigit((unsigned char)size[2]) || !strtoul(size + 2, &behind, 10) ||
        !begins(behind, " A"))
        return 0;
    access->alignment = strtoul(behind + 2, &behind, 10) / 8;
    if (*behind != ']' && !begins(behind, " AS"))
        return 0;
    const char *attributes = opening(first, size, '[', ']');
    const char *memory = attributes ? opening(first, attributes, '(', ')') : NULL;

    if (!memory || !begins(memory, "(mem"))
        return 0;
    attributes += strcspn(attributes, " ");
    const char *offset = memrchr(attributes, '+', (size_t)(size - attributes));

    if (!offset || attributes[1] == '%')
        return 0; /* no name; or a place of the stack without one */
    access->memory = attributes + 1;
    access->length = (size_t)(offset - access->memory);
    while (memory > first && isspace((unsigned char)memory[-1]))
        memory--;
    access->is_write = memory - first >= 4 && !strncmp(memory - 4, "(set", 4);
    return 1;
}

int next_gcc_access(const struct gcc_instruction *instruction, const char **from,
                    struct gcc_access *access)
{
    const char *at = *from ? *from : instruction->text;
    const char *end = instruction->text + instruction->length;

    while ((at = memmem(at, (size_t)(end - at), " S", 2))) {
        *from = at + 2;
        if (read_access(instruction->text, at, access))
            return 1;
        at = *from;
    }
    return 0;
}
