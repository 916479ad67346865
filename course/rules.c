#include "rules.h"

#include <math.h>
#include <string.h>

#include "exercises.h"
#include "reductions.h"
#include "row_kinds.h"
#include "shapes/shape.h"

/*
 * The limits follow from a block of 512 threads, 16 warps, whose rounds pair 256, 128,
 * 64, 32, ... 1 numbers. Requests are counted rather than divergent branches: a round
 * in which p pairs are added by neighbouring threads takes ceil(p / 32) warps, which is
 * 8 + 4 + 2 + 1 + 5 = 20 for all nine, with any compiler's branches.
 *
 * An upper limit alone cannot tell a tree from a heap: one thread that adds up everything needs
 * few of anything. So there are lower limits on measures (course/measures.h): how many
 * warps add at a time, in how many rounds, how much each does between two barriers.
 */
const struct rule rules[] = {
    {2, 12, "global_load_efficiency", AT_LEAST, 100, FOR_ALL,
     "every byte that is moved was asked for (load efficiency, percent)"},
    {2, 4, "global_load_sectors", AT_MOST, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors of 8 numbers)"},
    {2, 4, "global_load_requests", AT_MOST, 1.0 / 32, FOR_EACH_NUMBER,
     "a warp's load fetches 32 numbers (requests)"},
    {2, 4, "global_store_requests", AT_MOST, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {2, 12, "largest_share", AT_MOST, 1.05, FOR_SHARE,
     "all warps and all blocks load the same share (the largest, in times the mean)"},
    {13, 13, "largest_share", AT_MOST, 1.05, FOR_SHARE_AND_SUMS,
     "all warps and all blocks load the same share (the largest, in times the mean)"},
    {13, 13, "first_share", AT_MOST, 1.05, FOR_SHARE,
     "all warps load the same share of the numbers (the largest, in times the mean)"},
    {2, 12, "global_atomic_requests", AT_MOST, 0, FOR_ALL, "no atomics in global memory"},
    {2, 9, "shared_atomic_requests", AT_MOST, 0, FOR_ALL, "no atomics in shared memory"},
    {10, 13, "shared_atomic_requests", AT_MOST, 1, FOR_EACH_WARP_AND_ONE,
     "no more atomics in shared memory than a block has warps"},
    {2, 9, "warps_at_once", AT_LEAST, 0.5, FOR_EACH_WARP,
     "the pairs of a round are shared out: so many warps add at the same time"},
    {2, 9, "rounds", AT_LEAST, 1, FOR_EACH_HALVING,
     "half of the numbers are left after each round (rounds between barriers, and exchanges)"},
    {2, 9, "numbers_in_a_row", AT_MOST, 3, FOR_ALL,
     "in a round a thread adds one pair (numbers loaded; the last warp has barriers of its own)"},
    {2, 9, "numbers_between_barriers", AT_MOST, 15, FOR_ALL,
     "between two barriers no thread adds up many numbers (numbers loaded)"},
    {2, 4, "block_barriers", AT_MOST, 2, FOR_EACH_ROUND, "no more than two barriers a round"},
    {3, 9, "tree_stores", AT_MOST, 1, FOR_EACH_TREE,
     "only the last warp is divergent: a round of p pairs takes p / 32 warps (requests)"},
    {4, 11, "shared_load_conflicts", AT_MOST, 1, FOR_ALL, "no bank conflicts in loads (degree)"},
    {12, 13, "shared_load_conflicts", AT_MOST, 1, FOR_WIDE_SUMS,
     "no bank conflicts in loads (degree)"},
    {4, 13, "shared_store_conflicts", AT_MOST, 1, FOR_ALL, "no bank conflicts in stores (degree)"},
    {4, 9, "rows_in_a_request", AT_MOST, 2, FOR_ALL,
     "neighbouring lanes add neighbouring numbers (rows of 32 words that a request touches)"},
    {5, 5, "block_barriers", AT_MOST, 1.2, FOR_EACH_ROUND,
     "half as many blocks, no more rounds in each (barriers)"},
    {5, 5, "global_load_sectors", AT_MOST, 1.5 / 8, FOR_EACH_NUMBER,
     "no number is read more than needed (sectors)"},
    {5, 5, "global_load_requests", AT_MOST, 1.5 / 32, FOR_EACH_NUMBER,
     "a warp's load fetches 32 numbers (requests)"},
    {6, 6, "block_barriers", AT_MOST, 4, FOR_EACH_BLOCK_BY_SIZE,
     "no barrier for the block after stride 64 (barriers)"},
    {6, 8, "global_load_sectors", AT_MOST, 1.125 / 8, FOR_EACH_NUMBER,
     "eight data blocks onto one, in one pass (sectors)"},
    {6, 8, "global_load_requests", AT_MOST, 1.125 / 32, FOR_EACH_NUMBER,
     "a warp's load fetches 32 numbers (requests)"},
    {5, 8, "global_store_requests", AT_MOST, 1, FOR_EACH_WARP_AND_ONE,
     "each thread writes one sum back, and one the block's (requests)"},
    {7, 9, "block_barriers", AT_MOST, 5, FOR_EACH_BLOCK_BY_SIZE,
     "no barrier for the block after stride 64 (barriers)"},
    {7, 9, "loops", AT_MOST, 0, FOR_ALL,
     "no loop over the strides (code repeated after a barrier; #pragma unroll writes a loop out "
     "whose bounds are constants)"},
    {9, 12, "global_load_sectors", AT_MOST, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors)"},
    {9, 10, "global_load_requests", AT_MOST, 1.0 / 32, FOR_EACH_NUMBER,
     "a warp's load fetches 32 numbers (requests)"},
    {9, 9, "shared_store_requests", AT_MOST, 2, FOR_EACH_TREE,
     "a thread's sum stays in a register: shared memory has what the threads exchange (requests)"},
    {9, 12, "global_store_requests", AT_MOST, 1, FOR_EACH_BLOCK,
     "nothing but the block's sum is written to global memory (requests)"},
    {10, 12, "block_barriers", AT_MOST, 1, FOR_EACH_BLOCK, "one barrier for the block"},
    {10, 13, "warp_exchanges", AT_LEAST, 1, FOR_EACH_WARP_OF_ALL,
     "every warp adds up by exchanges among its lanes"},
    {2, 13, "exchanges_in_a_row", AT_MOST, 12, FOR_ALL,
     "five exchanges halve a warp's numbers to one (exchanges of a warp between barriers)"},
    /* cells that the first warp reads and no warp has written may be filled with 0 */
    {10, 12, "shared_stores", AT_MOST, 1, FOR_EACH_WARP_OR_LANE,
     "each warp leaves one number in shared memory (numbers stored)"},
    {10, 12, "shared_store_requests", AT_MOST, 1, FOR_EACH_WARP_AND_ONE,
     "each warp leaves one number in shared memory (requests)"},
    {10, 13, "loads_between_barriers", AT_MOST, 2, FOR_ALL,
     "the first warp takes the warps' sums at once (loads by a warp)"},
    {11, 12, "global_load_requests", AT_MOST, 1.0 / 128, FOR_EACH_NUMBER,
     "a warp's load fetches 128 numbers (requests)"},
    {11, 13, "global_load_requests", AT_MOST, 1, FOR_EACH_SHIFTED_LOAD,
     "a warp's load fetches 128 numbers, wherever in 16 bytes the first is (requests)"},
    {17, 17, "global_load_requests", AT_MOST, 1, FOR_EACH_SHIFTED_LOAD,
     "a warp's load fetches 128 numbers, wherever in 16 bytes the first is (requests)"},
    {13, 13, "shared_stores", AT_MOST, 1, FOR_EACH_WARP_AND_TWO,
     "each warp leaves one number in shared memory (numbers stored)"},
    {13, 13, "global_load_requests", AT_MOST, 1.0 / 128, FOR_EACH_NUMBER_SUM_AND_TICKET,
     "a warp's load fetches 128 numbers (requests; the blocks' sums have their own)"},
    {13, 13, "global_load_sectors", AT_MOST, 1.0 / 8, FOR_EACH_NUMBER_SUM_AND_TICKET,
     "each number and each block's sum is read once from global memory (sectors)"},
    {16, 16, "global_load_sectors", AT_MOST, 1.0 / 8, FOR_EACH_NUMBER_AND_SUM,
     "each element and each tile's value is read once from global memory (sectors)"},
    {16, 16, "global_load_requests", AT_MOST, 1.0 / 128, FOR_EACH_NUMBER_AND_SUM,
     "a warp's load fetches 16 bytes for each lane (requests)"},
    {16, 16, "largest_share", AT_MOST, 1.05, FOR_SHARE,
     "all warps and all blocks load the same share (the largest, in times the mean)"},
    {16, 16, "warp_exchanges", AT_LEAST, 5 * 4, FOR_EACH_BLOCK,
     "every warp combines its part of a tile by exchanges among its lanes"},
    {16, 16, "warp_exchanges", AT_MOST, 5, FOR_EACH_COMBINATION,
     "a lane combines all that it has first: five exchanges for a part of a tile"},
    {16, 16, "shared_stores", AT_MOST, 1.5, FOR_EACH_COMBINATION,
     "each warp leaves one value in shared memory (numbers stored)"},
    {16, 16, "shared_atomic_requests", AT_MOST, 0, FOR_ALL, "no atomics in shared memory"},
    {16, 16, "block_barriers", AT_MOST, 4, FOR_EACH_BLOCK_AND_END,
     "four barriers for a tile, and two more where all tiles meet"},
    {16, 16, "global_atomic_requests", AT_LEAST, 1, FOR_EACH_BLOCK, "each block draws a ticket"},
    {16, 16, "global_atomic_requests", AT_MOST, 2, FOR_EACH_BLOCK_AND_END,
     "a tile's value goes out once and is taken once, and one ticket is drawn (atomics)"},
    {16, 16, "global_store_requests", AT_MOST, 1, FOR_EACH_BLOCK_AND_END,
     "nothing but the tiles' values and the result is written (requests)"},
    /* 1.31 where the ticket is drawn between fences, as in step 13 */
    {16, 16, "modelled_us", AT_MOST, 1.35, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    {17, 17, "global_load_sectors", AT_MOST, 1.0 / 8, FOR_EACH_NUMBER,
     "each number is read once from global memory (sectors)"},
    {17, 17, "global_load_requests", AT_MOST, 1.0 / 128, FOR_EACH_NUMBER,
     "a warp's load fetches 128 numbers of a row (requests)"},
    {17, 17, "largest_share", AT_MOST, 1.05, FOR_SHARE,
     "all warps and all blocks load the same share (the largest, in times the mean)"},
    {17, 17, "block_barriers", AT_MOST, 0, FOR_ALL, "no warp waits for another (barriers)"},
    {17, 17, "shared_stores", AT_MOST, 0, FOR_ALL,
     "a row stays in its warp's registers (numbers stored to shared memory)"},
    {17, 17, "global_atomic_requests", AT_MOST, 0, FOR_ALL, "no atomics in global memory"},
    {17, 17, "warp_exchanges", AT_LEAST, 5, FOR_EACH_ROW,
     "the lanes of a warp combine what they know of each row by exchanges"},
    {17, 17, "warp_exchanges", AT_MOST, 6, FOR_EACH_ROW,
     "five exchanges halve a warp's numbers to one"},
    {17, 17, "global_store_requests", AT_MOST, 1, FOR_EACH_ROW,
     "nothing but a sum for each row is written (requests)"},
    {17, 17, "modelled_us", AT_MOST, 1.5, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    {2, 5, "modelled_us", AT_MOST, 1.5, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    /* a loop over the eight numbers may be left: nvcc unrolls it, and simcc does not */
    {6, 9, "modelled_us", AT_MOST, 2, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    {10, 10, "modelled_us", AT_MOST, 2.2, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    {11, 13, "modelled_us", AT_MOST, 1.5, FOR_THE_SOLUTION,
     "about as fast as the solution, as the clock models it (microseconds)"},
    {13, 13, "global_atomic_requests", AT_LEAST, 1, FOR_EACH_BLOCK_THAT_MEETS,
     "each block draws a ticket"},
    /* a store that others may wait for is counted as an atomic */
    {13, 13, "global_writes", AT_MOST, 2, FOR_EACH_BLOCK_AND_END,
     "each block leaves its sum and draws one ticket, and one may set it back (stores and "
     "atomics)"},
    {13, 13, "global_store_requests", AT_MOST, 1, FOR_EACH_BLOCK_AND_END,
     "nothing but the blocks' sums, the total and the ticket is written (requests)"},
};
const size_t rule_count = sizeof rules / sizeof rules[0];

enum { FIRST_OF_FOURS = 11, ROWS = 17 }; /* steps whose loads of fours have limits of their own */
enum { LAST_IN_MEMORY = 8 };             /* steps whose threads add up their numbers in memory */

/*
 * Where numbers begin anywhere or lack: a warp's loads touch five sectors for four, and of a ragged
 * end some warps take more than others.
 */
static const double ROOM = 1.25;

int rule_is_of_sums(const struct rule *rule)
{
    return rule->unit == FOR_EACH_NUMBER_AND_SUM || rule->unit == FOR_EACH_NUMBER_SUM_AND_TICKET;
}

int rule_is_of_numbers(const struct rule *rule)
{
    return rule->unit == FOR_EACH_NUMBER || rule_is_of_sums(rule);
}

int rule_is_of_shares(const struct rule *rule)
{
    return rule->unit == FOR_SHARE || rule->unit == FOR_SHARE_AND_SUMS;
}

int rule_is_meant_for(const struct rule *rule, const struct exercise *exercise,
                      enum counting counting)
{
    if (exercise->number < rule->first_step || exercise->number > rule->last_step)
        return 0;
    if (counting == USUAL || counting == WHOLE)
        return rule->unit != FOR_EACH_SHIFTED_LOAD &&
               (counting == USUAL || rule->unit != FOR_THE_SOLUTION);
    if (rule->unit == FOR_THE_SOLUTION || strcmp(rule->counter, "global_load_efficiency") == 0)
        return 0;
    if (counting == UNEVEN)
        return !rule_is_of_numbers(rule) && !rule_is_of_shares(rule);
    return !rule_is_of_numbers(rule) || exercise->number < FIRST_OF_FOURS ||
           (exercise->number < ROWS && strcmp(rule->counter, "global_load_requests") != 0);
}

/* Whether a launch's limits for shares and for each number leave room: its numbers may begin
 * anywhere, and the last block may lack some. */
static int has_room(const struct run_case *launch)
{
    return launch->counting == SHIFTED || launch->counting == LACKING;
}

/* How many numbers a launch would have if all blocks had as many as the one that has the most. */
static double whole_numbers(const struct exercise *exercise, const struct run_case *launch,
                            unsigned blocks)
{
    double of_trip = (double)exercise->shape->work->of_block(exercise, launch) * blocks;

    return of_trip * ceil(launch->n / of_trip);
}

/* How many numbers a launch may load, where each is to be loaded once. */
static double loaded_numbers(const struct exercise *exercise, const struct run_case *launch,
                             unsigned blocks)
{
    if (!has_room(launch))
        return launch->n;
    /* a block that lacks numbers may load those that it has twice, in a warp that has parted */
    return ROOM * (whole_numbers(exercise, launch, blocks) +
                   (double)exercise->shape->work->of_block(exercise, launch));
}

/*
 * How many times the mean a share may be that is within `limit` where all are whole. A block that
 * lacks numbers may add them one by one in memory: each time it loads its sum so far again.
 */
static double share_limit(const struct exercise *exercise, const struct run_case *launch,
                          unsigned blocks, double limit)
{
    int is_in_memory = exercise->number <= LAST_IN_MEMORY && exercise->data_blocks > 1;

    if (!has_room(launch))
        return limit;
    return (is_in_memory ? 2 : ROOM) * limit * whole_numbers(exercise, launch, blocks) / launch->n;
}

/* The halvings of a number down to another, powers of two. */
static unsigned halvings(unsigned from, unsigned to)
{
    return from > to ? 1 + halvings(from / 2, to) : 0;
}

double rule_limit(const struct rule *rule, const struct exercise *exercise,
                  const struct run_case *launch, unsigned blocks)
{
    unsigned warps = launch->block / 32;
    int is_lacking = launch->counting == LACKING || launch->counting == UNEVEN;

    /* of a block that lacks numbers, each data block may be added by itself */
    if (is_lacking && exercise->number <= LAST_IN_MEMORY && rule->unit == FOR_EACH_WARP_AND_ONE)
        blocks += exercise->data_blocks - 1;
    switch (rule->unit) {
    case FOR_EACH_WARP: return rule->limit * warps;
    case FOR_EACH_WARP_OF_ALL: return rule->limit * warps * blocks;
    case FOR_EACH_WARP_AND_ONE: return rule->limit * (warps + 1) * blocks;
    case FOR_EACH_WARP_OR_LANE: return rule->limit * (warps >= 32 ? warps + 1 : 32) * blocks;
    case FOR_EACH_WARP_AND_TWO: return rule->limit * (warps + 2) * (blocks + 1);
    case FOR_EACH_HALVING: return rule->limit * halvings(launch->block, 32);
    case FOR_EACH_ROUND: return rule->limit * (halvings(launch->block, 1) + 1) * blocks;
    case FOR_EACH_TREE: /* with p pairs left p / 32 warps add, and in the last five rounds one */
        /* where numbers lack, the lanes of one warp may have parted before they store what they
         * have */
        return rule->limit * ((warps + (warps - 1) + 5) * blocks + is_lacking);
    case FOR_THE_SOLUTION: return rule->limit * exercise->modelled_us;
    case FOR_EACH_BLOCK: return rule->limit * blocks;
    case FOR_EACH_BLOCK_THAT_MEETS: return blocks > 1 ? rule->limit * blocks : 0;
    case FOR_EACH_BLOCK_BY_SIZE: return (rule->limit + (launch->block > 512)) * blocks;
    case FOR_EACH_SHIFTED_LOAD:
        return rule->limit * exercise->shape->work->shifted_loads(launch, blocks);
    case FOR_EACH_BLOCK_AND_END: return rule->limit * blocks + 2;
    case FOR_EACH_COMBINATION:
        return rule->limit * ((reductions[FLOAT_SUM].warps + 1) * blocks + 16 + 1);
    case FOR_SHARE: return share_limit(exercise, launch, blocks, rule->limit);
    case FOR_SHARE_AND_SUMS:
        return share_limit(exercise, launch, blocks,
                           rule->limit + 4.0 * blocks * blocks / launch->n);
    case FOR_WIDE_SUMS: return rule->limit * (launch->block > 512 ? 2 : 1);
    case FOR_EACH_ROW:
        return rule->limit * rows_of_block(launch->instance) * blocks *
               (row_instances[launch->instance].is_softmax ? 2 : 1);
    case FOR_EACH_NUMBER: return rule->limit * loaded_numbers(exercise, launch, blocks);
    case FOR_EACH_NUMBER_AND_SUM: /* and a word of a variable, even where there is one block */
        return rule->limit * loaded_numbers(exercise, launch, blocks) + blocks + 1;
    case FOR_EACH_NUMBER_SUM_AND_TICKET:
        return rule->limit * loaded_numbers(exercise, launch, blocks) + 2.0 * blocks + 1;
    default: return rule->limit;
    }
}
