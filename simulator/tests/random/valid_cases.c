/*
 * Tests of which sizes operations may be: those that the interpreter has a type for (slot.cu). An
 * access of another size would be made by one type and judged as one of other bytes. Prints a line
 * for each size that is taken wrongly.
 */
#include <stdio.h>

#include "valid.h"

#define SIZES_MOST 24

/* clang-format off: a table */
static const struct test {
    const char *name;
    enum operation operation;
    unsigned sizes[SIZES_MOST]; /* up to the first 0 */
} tests[] = {
    {"read", OP_READ, {1, 2, 3, 4, 8, 12, 16, 20}},
    {"write", OP_WRITE, {1, 2, 3, 4, 8, 12, 16, 20}},
    {"volatile write", OP_VOLATILE_WRITE, {1, 2, 4, 8}},
    {"__ldg", OP_LDG, {1, 2, 4, 8}},
    {"atomic", OP_ADD, {4, 8}},
    {"ticket", OP_TICKET, {4}},
    {"memcpy", OP_COPY, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}},
};
/* clang-format on */

static int has_size(const struct test *test, unsigned size)
{
    for (unsigned i = 0; test->sizes[i]; i++)
        if (test->sizes[i] == size)
            return 1;
    return 0;
}

/* A program of one thread and one slot, whose place is aligned whatever the size. */
static int is_taken(const struct test *test, unsigned size)
{
    struct program program = {
        .blocks = 1,
        .threads = 1,
        .slot_count = 1,
        .slots = {{.operation = test->operation,
                   .who = {ANY_BLOCK, 0, 1, ALL_LANES, ANY_TICKET},
                   .place = {SPACE_GLOBAL, 9 * size, 1, 0, 0},
                   .from = {SPACE_GLOBAL, 0, 1, 0, 0},
                   .size = size}},
    };
    return program_is_valid(&program);
}

int main(void)
{
    unsigned count = 0, wrong = 0;
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        for (unsigned size = 0; size < SIZES_MOST; size++, count++) {
            if (is_taken(&tests[i], size) == has_size(&tests[i], size))
                continue;
            wrong++;
            printf("%s of %u bytes: %s\n", tests[i].name, size,
                   has_size(&tests[i], size) ? "refused" : "taken");
        }
    printf("%u sizes, %u wrong\n", count, wrong);
    return wrong != 0;
}
