#include "chosen.h"

#include <stdint.h>
#include <stdlib.h>

enum { SMALL = 128 }; /* threads of a block */

/* Adds a block and its neighbours, where the grid has them. */
static void add(struct chosen_blocks *chosen, unsigned grid, int64_t block)
{
    for (int64_t at = block - 1; at <= block + 1; at++)
        if (at >= 0 && at < grid && chosen->count < CHOSEN_MOST)
            chosen->blocks[chosen->count++] = (unsigned)at;
}

static void add_one(struct chosen_blocks *chosen, unsigned grid, unsigned block)
{
    if (block < grid && chosen->count < CHOSEN_MOST)
        chosen->blocks[chosen->count++] = block;
}

/*
 * What a condition on a block's number may mean by numbers of the code, alone and in pairs. Usual
 * numbers have neighbours where blocks are small: there are many of them, and large blocks take
 * long.
 */
static void add_named(struct chosen_blocks *chosen, unsigned grid, unsigned unit,
                      const struct named *named)
{
    uint64_t combined[COMBINED_MOST];
    size_t pairs = combine_named(named, 0, grid - 1, combined);

    for (unsigned i = 0; i < named->count; i++) {
        int64_t number = named_size(named->numbers[i]);
        int64_t besides[] = {number, grid - number, number > 1 ? grid / number : number};

        for (unsigned k = 0; k < sizeof besides / sizeof *besides; k++)
            if (i < named->unusual || unit <= SMALL)
                add(chosen, grid, besides[k]);
            else if (besides[k] >= 0)
                add_one(chosen, grid, (unsigned)besides[k]);
        for (unsigned each = unit; i < named->unusual && each <= 8 * unit; each *= 2)
            add_one(chosen, grid, (unsigned)number / each);
    }
    for (size_t i = 0; i < pairs; i++)
        add_one(chosen, grid, (unsigned)combined[i]);
}

static int ascending(const void *a, const void *b)
{
    unsigned left = *(const unsigned *)a, right = *(const unsigned *)b;

    return (left > right) - (left < right);
}

void choose_any_block(struct chosen_blocks *chosen, unsigned grid, struct draw *draw)
{
    int is_last = draw_between(draw, 0, 3) == 0;

    chosen->count = 1;
    chosen->blocks[0] = is_last ? grid - 1 : draw_between(draw, 0, grid - 1);
}

void choose_blocks(struct chosen_blocks *chosen, unsigned grid, unsigned unit,
                   const struct named *named, struct draw *draw, unsigned drawn)
{
    uint64_t threads = (uint64_t)grid * unit;
    unsigned kept = 0;

    chosen->count = 0;
    chosen->blocks[chosen->count++] = 0;
    chosen->blocks[chosen->count++] = grid - 1;
    for (unsigned i = 0; i < drawn; i++)
        chosen->blocks[chosen->count++] = draw_between(draw, 0, grid - 1);
    if (threads > UINT32_MAX)
        add_one(chosen, grid, (uint32_t)threads / unit);
    if (named->count > 0)
        add(chosen, grid, grid / 2);
    add_named(chosen, grid, unit, named);
    qsort(chosen->blocks, chosen->count, sizeof *chosen->blocks, ascending);
    for (unsigned i = 0; i < chosen->count; i++)
        if (i == 0 || chosen->blocks[i] != chosen->blocks[i - 1])
            chosen->blocks[kept++] = chosen->blocks[i];
    chosen->count = kept;
}
