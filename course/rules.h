/*
 * By which counters an exercise's idea is recognised: limits on the counted launch.
 */
#ifndef RULES_H
#define RULES_H

#include <stddef.h>

#include "run_case.h"

struct exercise;

/* The factor of a limit. */
enum unit {
    FOR_ALL,
    FOR_EACH_WARP,         /* of a block */
    FOR_EACH_WARP_OF_ALL,  /* of all blocks */
    FOR_EACH_WARP_AND_ONE, /* of each block, and for one more in each */
    FOR_EACH_WARP_OR_LANE, /* of each block, and one more in each; at least for a warp's lanes */
    FOR_EACH_WARP_AND_TWO, /* of each block, and of one block more; and for two more in each */
    FOR_EACH_HALVING,      /* of a block's threads down to a warp's */
    FOR_EACH_ROUND,        /* of each block: its threads' halvings down to one, and one more */
    FOR_EACH_TREE,         /* of each block: all warps, and those that add in a round */
    FOR_THE_SOLUTION,      /* with the solution's modelled time */
    FOR_EACH_BLOCK,
    FOR_EACH_BLOCK_THAT_MEETS, /* others: of a single one none */
    FOR_EACH_BLOCK_BY_SIZE,    /* and 1 more where it has 1024 threads, which is a round more */
    FOR_EACH_BLOCK_AND_END,    /* and 2 more for the last: the total, the ticket set back */
    FOR_EACH_COMBINATION, /* of a warp: a tile's warps and one more; a group's 16 and one more */
    FOR_SHARE,            /* of the mean; more where blocks may lack numbers */
    FOR_SHARE_AND_SUMS,   /* the last block loads the blocks' sums, too, where others load fours */
    FOR_WIDE_SUMS,        /* the sums of 32 warps, 8 bytes each, are two wavefronts */
    FOR_EACH_ROW,         /* that the blocks have room for; twice for softmax: its pair */
    FOR_EACH_NUMBER,
    FOR_EACH_NUMBER_AND_SUM,        /* and 1 more for the sum of each block */
    FOR_EACH_NUMBER_SUM_AND_TICKET, /* and yet 1 more for its ticket, which it may read first */
    FOR_EACH_SHIFTED_LOAD           /* that a launch needs whose numbers begin anywhere */
};

enum bound { AT_MOST, AT_LEAST };

/* A limit on a counter or a measure of the counted launch. */
struct rule {
    int first_step, last_step; /* it holds from its own step on, until a later idea ends it */
    const char *counter;       /* a column of SIM_CSV (simulator/runtime/report/columns.c), or one
                                  of the measures of course/measures.h */
    enum bound bound;
    double limit;
    enum unit unit;
    const char *meaning; /* one line for the student */
};

extern const struct rule rules[];
extern const size_t rule_count;

/*
 * Whether a rule holds in a launch of that kind. The solution's time is that of the usual one;
 * where numbers begin anywhere, or lack, limits for each number and for equal shares leave room.
 */
int rule_is_meant_for(const struct rule *rule, const struct exercise *exercise,
                      enum counting counting);

/* Whether its limit grows with the numbers; and whether with the blocks' sums, too. */
int rule_is_of_numbers(const struct rule *rule);
int rule_is_of_sums(const struct rule *rule);

/* Whether it is about shares of warps or blocks: course/measures.h. */
int rule_is_of_shares(const struct rule *rule);

/* The limit in a launch of that many blocks. */
double rule_limit(const struct rule *rule, const struct exercise *exercise,
                  const struct run_case *launch, unsigned blocks);

#endif
