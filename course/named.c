#include "named.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096, OF_LOOPS = 65 /* loops that are written out compare with less */ };

static void add(struct named *named, int number)
{
    for (unsigned i = 0; i < named->count; i++)
        if (named->numbers[i] == number)
            return;
    if (named->count < NAMED_MOST)
        named->numbers[named->count++] = number;
}

/* An address that is reckoned from a frame or from the code names a place, and no number. */
static int is_place(const char *behind)
{
    return strncmp(behind, "(%rsp", 5) == 0 || strncmp(behind, "(%rbp", 5) == 0 ||
           strncmp(behind, "(%rip", 5) == 0;
}

/* Of an instruction "cmp $0x9c40,%eax" or "lea -0x9c40(%rax),%edx" the numbers. */
static void read_operands(const char *operands, int64_t least, struct named *named)
{
    const char *at = operands;

    while ((at = strstr(at, "0x")) != NULL) {
        int is_negative = at > operands && at[-1] == '-';
        char *end;
        uint64_t bits = strtoull(at, &end, 16);
        int64_t number = (int64_t)(is_negative ? -bits : bits);

        if (!is_place(end) && llabs(number) >= least && number >= INT32_MIN &&
            number <= (int64_t)UINT32_MAX)
            add(named, (int)(uint32_t)number);
        at = end;
    }
}

/* What compares with a number: first of all, since a template's code has many others. */
static const char *const comparing[] = {"cmp", NULL};

/* And what reckons with one. The hooks' own arguments are moved to registers. */
static const char *const reckoning[] = {"sub", "add", "lea", "imul", "xor", "mov", NULL};

static int begins_with(const char *code, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strncmp(code, *words, strlen(*words)) == 0)
            return 1;
    return 0;
}

/* The numbers of these instructions, from least on, of either sign. */
static void read_lines(FILE *file, const char *const *words, int64_t least, struct named *named)
{
    char line[LINE_BYTES];

    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *code = strchr(line, '\t'), *comment = strchr(line, '#');

        if (comment != NULL)
            *comment = '\0';
        if (code != NULL && begins_with(code + 1, words))
            read_operands(code + 1, least, named);
    }
}

void read_named(const char *disassembly, struct named *named)
{
    FILE *file = fopen(disassembly, "r");

    named->count = 0;
    if (file == NULL)
        return;
    read_lines(file, comparing, OF_LOOPS, named);
    read_lines(file, comparing, 0, named);
    read_lines(file, reckoning, 0, named);
    fclose(file);
}
