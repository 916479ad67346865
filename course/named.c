#define _GNU_SOURCE
#include "named.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hook_code.h"

enum {
    OF_LOOPS = 65,      /* loops that are written out compare with less */
    USUAL = 32,         /* numbers up to a warp's */
    REMAINDER = 1 << 16 /* from here on a number may stand for a divisor */
};

enum { DIVISOR_MOST = 1 << 14 }; /* all multiples below are tried */

enum wanted { LARGE, UNUSUAL, ANY_NUMBER };

unsigned named_size(int number)
{
    return number < 0 ? 0 - (unsigned)number : (unsigned)number;
}

/* Powers of two, and one less: sizes of blocks, of types, masks. */
static int is_unusual(int number)
{
    unsigned size = named_size(number);

    return size > USUAL && (size & (size - 1)) != 0 && (size & (size + 1)) != 0;
}

static void add(struct named *named, int number)
{
    for (unsigned i = 0; i < named->count; i++)
        if (named->numbers[i] == number)
            return;
    if (named->count < NAMED_MOST)
        named->numbers[named->count++] = number;
}

/* What is added to an address names a place, and no number, but where it is reckoned by lea. */
static int is_place(const char *code, const char *behind)
{
    return *behind == '(' && (strncmp(code, "lea", 3) != 0 || strncmp(behind, "(%rsp", 5) == 0 ||
                              strncmp(behind, "(%rbp", 5) == 0 || strncmp(behind, "(%rip", 5) == 0);
}

/*
 * Asked whether n is a multiple of a divisor, the code compares a product with the largest number
 * of n's type over the divisor. Returns the divisor, or 0.
 */
static uint64_t divisor_of(uint64_t bits)
{
    uint64_t largest = bits > UINT32_MAX ? UINT64_MAX : UINT32_MAX;

    return bits > REMAINDER && largest / (largest / bits) == bits ? largest / bits : 0;
}

static void add_number(int64_t number, enum wanted wanted, struct named *named)
{
    if (number < INT32_MIN || number > (int64_t)UINT32_MAX ||
        (wanted != ANY_NUMBER && named->count >= UNUSUAL_MOST) ||
        (wanted == LARGE && named_size((int)(uint32_t)number) < OF_LOOPS))
        return;
    if (wanted == ANY_NUMBER || is_unusual((int)(uint32_t)number))
        add(named, (int)(uint32_t)number);
}

/* Of an instruction "cmp $0x9c40,%eax" or "lea -0x9c40(%rax),%edx" the numbers. */
static void read_operands(const char *code, enum wanted wanted, struct named *named)
{
    const char *at = code;

    if (strstr(code, ",%rsp") != NULL) /* room for a frame */
        return;
    while ((at = strstr(at, "0x")) != NULL) {
        int is_negative = at[-1] == '-';
        char *end;
        uint64_t bits = strtoull(at, &end, 16);

        if (!is_place(code, end)) {
            add_number((int64_t)(is_negative ? 0 - bits : bits), wanted, named);
            if (strncmp(code, "cmp", 3) == 0 && divisor_of(bits) > 1)
                add_number((int64_t)divisor_of(bits), wanted, named);
        }
        at = end;
    }
}

/* What compares with a number: first, since a template's code has many others. */
static const char *const comparing[] = {"cmp", NULL};

/* What reckons with one, and what addresses are reckoned by, too. The hooks' own arguments are
 * moved to registers. */
static const char *const reckoning[] = {"sub", "add", "imul", "xor", NULL};
static const char *const moving[] = {"lea", "mov", NULL};

static int begins_with(const char *code, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strncmp(code, *words, strlen(*words)) == 0)
            return 1;
    return 0;
}

static void read_lines(char *const *lines, size_t count, const char *const *words,
                       enum wanted wanted, struct named *named)
{
    for (size_t i = 0; i < count; i++) {
        const char *code = strchr(lines[i], '\t');

        if (code != NULL && begins_with(code + 1, words))
            read_operands(code + 1, wanted, named);
    }
}

/* All lines of the listing, without comments. */
static char **take_lines(FILE *file, size_t *count)
{
    size_t room = 0;
    char **lines = NULL, *line = NULL;

    for (size_t bytes = 0; getline(&line, &bytes, file) >= 0; line = NULL, bytes = 0) {
        line[strcspn(line, "#\n")] = '\0';
        if (*count == room) {
            room = 2 * room + 1000;
            lines = realloc(lines, room * sizeof *lines);
            if (lines == NULL)
                abort();
        }
        lines[(*count)++] = line;
    }
    free(line);
    return lines;
}

void read_named(const char *disassembly, struct named *named)
{
    FILE *file = fopen(disassembly, "r");
    size_t count = 0;

    named->count = named->unusual = named->compared = 0;
    if (file == NULL)
        return;
    char **lines = take_lines(file, &count);

    fclose(file);
    leave_out_hooks(lines, count);
    read_lines(lines, count, comparing, LARGE, named);
    read_lines(lines, count, reckoning, LARGE, named);
    read_lines(lines, count, comparing, UNUSUAL, named);
    read_lines(lines, count, reckoning, UNUSUAL, named);
    read_lines(lines, count, moving, UNUSUAL, named);
    named->unusual = named->count;
    read_lines(lines, count, comparing, ANY_NUMBER, named);
    named->compared = named->count;
    read_lines(lines, count, reckoning, ANY_NUMBER, named);
    read_lines(lines, count, moving, ANY_NUMBER, named);
    while (count > 0)
        free(lines[--count]);
    free(lines);
}

size_t combine_named(const struct named *named, uint64_t least, uint64_t most, uint64_t *combined)
{
    size_t count = 0;

    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned j = 0; j < i; j++) {
            uint64_t a = named_size(named->numbers[i]), b = named_size(named->numbers[j]);
            uint64_t larger = a > b ? a : b, smaller = a > b ? b : a;
            uint64_t all[] = {a + b, larger - smaller, a * b, larger / smaller};

            for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
                if (all[k] >= least && all[k] <= most)
                    combined[count++] = all[k];
        }
    return count;
}

/* The least number that leaves these remainders, or most + 1. */
static uint64_t least_with(uint64_t divisor, uint64_t remainder, uint64_t other,
                           uint64_t other_remainder, uint64_t most)
{
    uint64_t end = divisor * other;

    for (uint64_t number = remainder; number < end && number <= most; number += divisor)
        if (number % other == other_remainder)
            return number;
    return most + 1;
}

size_t with_remainders(const struct named *named, uint64_t least, uint64_t most, uint64_t *combined)
{
    size_t count = 0, wanted = named->count * named->count;

    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned j = 0; j < i; j++)
            for (size_t k = 0; k < wanted && count < COMBINED_MOST; k++) {
                uint64_t a = named_size(named->numbers[i]), b = named_size(named->numbers[j]);
                uint64_t of_a = named_size(named->numbers[k / named->count]);
                uint64_t of_b = named_size(named->numbers[k % named->count]);

                if (a > DIVISOR_MOST || b > DIVISOR_MOST || of_a >= a || of_b >= b)
                    continue;
                uint64_t number = least_with(a, of_a, b, of_b, most);

                if (number >= least && number <= most)
                    combined[count++] = number;
            }
    return count;
}
