#include "named.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096 };

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
static void read_operands(const char *operands, struct named *named)
{
    const char *at = operands;

    while ((at = strstr(at, "0x")) != NULL) {
        int is_negative = at > operands && at[-1] == '-';
        char *end;
        uint64_t bits = strtoull(at, &end, 16);
        int64_t number = (int64_t)(is_negative ? -bits : bits);

        if (!is_place(end) && number >= INT32_MIN && number <= (int64_t)UINT32_MAX)
            add(named, (int)(uint32_t)number);
        at = end;
    }
}

/* What reckons with a number, or compares it. The hooks' own arguments are moved to registers. */
static int is_reckoning(const char *code)
{
    static const char *const words[] = {"cmp", "sub", "add", "lea", "imul", "xor", "mov"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(code, words[i], strlen(words[i])) == 0)
            return 1;
    return 0;
}

void read_named(const char *disassembly, struct named *named)
{
    FILE *file = fopen(disassembly, "r");
    char line[LINE_BYTES];

    named->count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *code = strchr(line, '\t'), *comment = strchr(line, '#');

        if (comment != NULL)
            *comment = '\0';
        if (code != NULL && is_reckoning(code + 1))
            read_operands(code + 1, named);
    }
    if (file != NULL)
        fclose(file);
}
