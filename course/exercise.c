#include "exercise.h"

#include <stdio.h>

const struct exercise exercises[] = {
    {2,
     "reduceNeighboredSmem_2",
     1,
     0,
     {"global_load_sectors", "global_store_sectors", "shared_store_requests"}},
    {3,
     "reduceNeighboredSmemNoDivergence_3",
     1,
     0,
     {"shared_store_requests", "shared_load_requests", "shared_load_wavefronts"}},
    {4,
     "reduceInterleavedSmem_4",
     1,
     0,
     {"shared_load_requests", "shared_load_wavefronts", "block_barriers"}},
    {5,
     "reduceUnrolling2_5",
     2,
     0,
     {"global_load_sectors", "global_store_sectors", "shared_load_wavefronts"}},
    {6, "reduceUnrollingWarp8_6", 8, 0, {"global_load_sectors", "block_barriers", "warp_barriers"}},
    {7,
     "reduceCompleteUnrolling8_7",
     8,
     0,
     {"block_barriers", "global_load_sectors", "shared_store_requests"}},
    {8,
     "reduceCompleteUnrolling8Template_8",
     8,
     1,
     {"block_barriers", "global_store_sectors", "shared_store_requests"}},
    {9,
     "reduceRegisters_9",
     8,
     1,
     {"global_load_sectors", "global_load_requests", "global_store_sectors"}},
    {10, "reduceShuffle_10", 8, 0, {"block_barriers", "warp_exchanges", "shared_store_requests"}},
    {11,
     "reduceVectorized_11",
     8,
     0,
     {"global_load_requests", "global_load_sectors", "warp_exchanges"}},
};
const size_t exercise_count = sizeof exercises / sizeof exercises[0];

/*
 * The limits follow from a block of 512 threads, 16 warps, whose rounds pair 256, 128,
 * 64, 32, ... 1 numbers. Requests are counted rather than divergent branches: a round
 * in which p pairs are added by neighbouring threads takes ceil(p / 32) warps, which is
 * 8 + 4 + 2 + 1 + 5 = 20 for all nine, whatever the compiler makes of the branches.
 */
const struct rule rules[] = {
    {2, 11, "global_load_efficiency", 1, 100, FOR_ALL,
     "every byte that is moved was asked for (load efficiency, percent)"},
    {2, 4, "global_load_sectors", 0, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors of 8 numbers)"},
    {2, 4, "global_store_requests", 0, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {3, 9, "shared_store_requests", 0, 16 + 20, FOR_EACH_BLOCK,
     "only the last warp is divergent: a round of p pairs takes p / 32 warps (requests)"},
    {4, 11, "shared_load_conflicts", 0, 1, FOR_ALL, "no bank conflicts in loads (degree)"},
    {4, 11, "shared_store_conflicts", 0, 1, FOR_ALL, "no bank conflicts in stores (degree)"},
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
    {9, 11, "global_load_sectors", 0, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors)"},
    {9, 11, "global_store_requests", 0, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {10, 11, "block_barriers", 0, 1, FOR_EACH_BLOCK, "one barrier for the block"},
    {10, 11, "warp_exchanges", 1, 16, FOR_EACH_BLOCK,
     "every warp adds up by exchanges among its lanes"},
    {10, 11, "shared_store_requests", 0, 16, FOR_EACH_BLOCK,
     "each warp leaves one number in shared memory (requests)"},
    {11, 11, "global_load_requests", 0, 1.0 / 128, FOR_EACH_NUMBER,
     "a warp's load fetches 128 numbers (requests)"},
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

double rule_limit(const struct rule *rule, unsigned blocks)
{
    switch (rule->unit) {
    case FOR_EACH_BLOCK: return rule->limit * blocks;
    case FOR_EACH_NUMBER: return rule->limit * COUNTED_N;
    default: return rule->limit;
    }
}
