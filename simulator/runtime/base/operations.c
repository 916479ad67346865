/*
 * Finds the operations of a basic block in the tables that simcc has put into the program: see
 * operations.h.
 */
#include "base/operations.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/allocate.h"

/* Set by the linker; not there in a program without the section. */
extern const char __start_sim_operations[] __attribute__((weak, visibility("hidden")));
extern const char __stop_sim_operations[] __attribute__((weak, visibility("hidden")));

struct operations_table program_operations;

static const struct operations *next_block(const struct operations *block)
{
    return (const struct operations *)&block->operation[block->count];
}

static int compare_blocks(const void *left, const void *right)
{
    uint64_t a = (*(const struct operations *const *)left)->pc;
    uint64_t b = (*(const struct operations *const *)right)->pc;

    return (a > b) - (a < b);
}

void operations_sort(struct operations_table *table, const void *start, const void *end)
{
    size_t count = 0;
    for (const struct operations *block = start; (const void *)block < end;
         block = next_block(block))
        count++;
    table->blocks = allocate((count + 1) * sizeof *table->blocks);
    table->count = 0;
    for (const struct operations *block = start; (const void *)block < end;
         block = next_block(block))
        table->blocks[table->count++] = block;
    qsort(table->blocks, count, sizeof *table->blocks, compare_blocks);
}

void operations_start(void)
{
    operations_sort(&program_operations, __start_sim_operations, __stop_sim_operations);
}

size_t operations_from(const struct operations_table *table, uint64_t pc)
{
    size_t first = 0, after = table->count;
    while (first < after) {
        size_t middle = first + (after - first) / 2;
        if (table->blocks[middle]->pc < pc)
            first = middle + 1;
        else
            after = middle;
    }
    return first;
}

const struct operations *operations_find(const struct operations_table *table, uint64_t pc)
{
    size_t at = operations_from(table, pc);
    return at < table->count && table->blocks[at]->pc == pc ? table->blocks[at] : NULL;
}
