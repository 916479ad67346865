#include "exercise.h"

#include <stdio.h>

/* clang-format off */
const struct exercise exercises[] = {
    { 2, "reduceNeighboredSmem_2", BLOCK_SUMS, 1,
         {"global_load_sectors", "global_store_sectors", "shared_store_requests"}},
    { 3, "reduceNeighboredSmemNoDivergence_3", BLOCK_SUMS, 1,
         {"shared_store_requests", "shared_load_requests", "shared_load_wavefronts"}},
    { 4, "reduceInterleavedSmem_4", BLOCK_SUMS, 1,
         {"shared_load_requests", "shared_load_wavefronts", "block_barriers"}},
    { 5, "reduceUnrolling2_5", BLOCK_SUMS, 2,
         {"global_load_sectors", "global_store_sectors", "shared_load_wavefronts"}},
    { 6, "reduceUnrollingWarp8_6", BLOCK_SUMS, 8,
         {"global_load_sectors", "block_barriers", "warp_barriers"}},
    { 7, "reduceCompleteUnrolling8_7", BLOCK_SUMS, 8,
         {"block_barriers", "global_load_sectors", "shared_store_requests"}},
    { 8, "reduceCompleteUnrolling8Template_8", BLOCK_SUMS_TEMPLATE, 8,
         {"block_barriers", "global_store_sectors", "shared_store_requests"}},
    { 9, "reduceRegisters_9", BLOCK_SUMS_TEMPLATE, 8,
         {"global_load_sectors", "global_load_requests", "global_store_sectors"}},
    {10, "reduceShuffle_10", BLOCK_SUMS, 8,
         {"block_barriers", "warp_exchanges", "shared_store_requests"}},
    {11, "reduceVectorized_11", BLOCK_SUMS, 8,
         {"global_load_requests", "global_load_sectors", "warp_exchanges"}},
    {12, "reduceGridStride_12", TWO_KERNELS, 0,
         {"global_load_requests", "global_store_sectors", "block_barriers"}},
    {13, "reduceSinglePass_13", TICKET, 0,
         {"global_load_sectors", "global_atomic_requests", "block_barriers"}},
};
/* clang-format on */
const size_t exercise_count = sizeof exercises / sizeof exercises[0];

/*
 * The limits follow from a block of 512 threads, 16 warps, whose rounds pair 256, 128,
 * 64, 32, ... 1 numbers. Requests are counted rather than divergent branches: a round
 * in which p pairs are added by neighbouring threads takes ceil(p / 32) warps, which is
 * 8 + 4 + 2 + 1 + 5 = 20 for all nine, whatever the compiler makes of the branches.
 */
const struct rule rules[] = {
    {2, 12, "global_load_efficiency", 1, 100, FOR_ALL,
     "every byte that is moved was asked for (load efficiency, percent)"},
    {2, 4, "global_load_sectors", 0, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors of 8 numbers)"},
    {2, 4, "global_store_requests", 0, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {3, 9, "shared_store_requests", 0, 16 + 20, FOR_EACH_BLOCK,
     "only the last warp is divergent: a round of p pairs takes p / 32 warps (requests)"},
    {4, 13, "shared_load_conflicts", 0, 1, FOR_ALL, "no bank conflicts in loads (degree)"},
    {4, 13, "shared_store_conflicts", 0, 1, FOR_ALL, "no bank conflicts in stores (degree)"},
    {5, 5, "block_barriers", 0, 10, FOR_EACH_BLOCK,
     "half as many blocks, no more rounds in each (barriers)"},
    {5, 5, "global_load_sectors", 0, 1.5 / 8, FOR_EACH_NUMBER,
     "no number is read more than needed (sectors)"},
    {6, 6, "block_barriers", 0, 4, FOR_EACH_BLOCK,
     "no barrier for the block after stride 64 (barriers)"},
    {6, 8, "global_load_sectors", 0, 1.125 / 8, FOR_EACH_NUMBER,
     "eight data blocks onto one, in one pass (sectors)"},
    {7, 9, "block_barriers", 0, 5, FOR_EACH_BLOCK,
     "no barrier for the block after stride 64 (barriers)"},
    {9, 12, "global_load_sectors", 0, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors)"},
    {9, 12, "global_store_requests", 0, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {10, 12, "block_barriers", 0, 1, FOR_EACH_BLOCK, "one barrier for the block"},
    {10, 13, "warp_exchanges", 1, 16, FOR_EACH_BLOCK,
     "every warp adds up by exchanges among its lanes"},
    {10, 12, "shared_store_requests", 0, 16, FOR_EACH_BLOCK,
     "each warp leaves one number in shared memory (requests)"},
    {11, 12, "global_load_requests", 0, 1.0 / 128, FOR_EACH_NUMBER,
     "a warp's load fetches 128 numbers (requests)"},
    {13, 13, "global_load_requests", 0, 1.0 / 128, FOR_EACH_NUMBER_AND_SUM,
     "a warp's load fetches 128 numbers (requests; the blocks' sums have their own)"},
    {13, 13, "global_load_sectors", 0, 1.0 / 8, FOR_EACH_NUMBER_AND_SUM,
     "each number and each block's sum is read once from global memory (sectors)"},
    {13, 13, "global_store_requests", 0, 1, FOR_EACH_BLOCK_AND_END,
     "nothing but the blocks' sums, the total and the ticket is written (requests)"},
    {13, 13, "global_atomic_requests", 0, 1, FOR_EACH_BLOCK, "each block draws one ticket"},
};
const size_t rule_count = sizeof rules / sizeof rules[0];

const struct exercise *exercise_of(const char *folder)
{
    int number = 0;

    if (sscanf(folder, "step%2d_", &number) != 1)
        return NULL;
    for (size_t i = 0; i < exercise_count; i++)
        if (exercises[i].number == number)
            return &exercises[i];
    return NULL;
}

int is_total(const struct exercise *exercise)
{
    return exercise->launch == TWO_KERNELS || exercise->launch == TICKET;
}

unsigned counted_n(const struct exercise *exercise)
{
    /* for a total: each thread of the grid makes two trips of four loads of four numbers */
    return is_total(exercise) ? TOTAL_GRID * COUNTED_BLOCK * 2 * 16 : 4096;
}

unsigned counted_blocks(const struct exercise *exercise)
{
    return is_total(exercise) ? TOTAL_GRID
                              : counted_n(exercise) / (COUNTED_BLOCK * exercise->data_blocks);
}

double rule_limit(const struct rule *rule, const struct exercise *exercise)
{
    unsigned blocks = counted_blocks(exercise);

    switch (rule->unit) {
    case FOR_EACH_BLOCK: return rule->limit * blocks;
    case FOR_EACH_BLOCK_AND_END: return rule->limit * blocks + 2;
    case FOR_EACH_NUMBER: return rule->limit * counted_n(exercise);
    case FOR_EACH_NUMBER_AND_SUM: return rule->limit * counted_n(exercise) + blocks;
    default: return rule->limit;
    }
}
