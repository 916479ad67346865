/*
 * Finds the operations of a basic block in the tables that simcc has put into the program: see
 * operations.h.
 */
#include "base/operations.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/allocate.h"

/* Set by the linker; not there in a program without the section. */
extern const char __start_sim_operations[] __attribute__((weak));
extern const char __stop_sim_operations[] __attribute__((weak));

static const struct operations **blocks; /* by pc */
static size_t block_count;

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

void operations_start(void)
{
    const struct operations *end = (const void *)__stop_sim_operations;
    size_t count = 0;

    for (const struct operations *block = (const void *)__start_sim_operations; block < end;
         block = next_block(block))
        block_count++;
    blocks = allocate(block_count * sizeof *blocks);
    for (const struct operations *block = (const void *)__start_sim_operations; block < end;
         block = next_block(block))
        blocks[count++] = block;
    qsort(blocks, block_count, sizeof *blocks, compare_blocks);
}

const struct operations *operations_at(uint64_t pc)
{
    size_t first = 0, after = block_count;

    while (first < after) {
        size_t middle = first + (after - first) / 2;

        if (blocks[middle]->pc == pc)
            return blocks[middle];
        if (blocks[middle]->pc < pc)
            first = middle + 1;
        else
            after = middle;
    }
    return NULL;
}
