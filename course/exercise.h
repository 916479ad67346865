/*
 * The exercises of the course: which kernel each step asks for, how it is launched,
 * and by which counters its idea is recognised.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stddef.h>

enum {
    COUNTED_BLOCK = 512,
    TOTAL_GRID = 3 /* blocks that walk all numbers, whatever n is, where the sum is the device's */
};

/* How the grader launches a kernel, and so which parameters it has. */
enum launch {
    BLOCK_SUMS,          /* (input, sums, n), in 32 bits; the host adds up the sums */
    BLOCK_SUMS_TEMPLATE, /* the same, over the block size */
    TWO_KERNELS,         /* (input, sums, n), then BLOCK_SUMS_KERNEL, in 64 bits */
    TICKET,              /* (input, sums, total, ticket, n), in 64 bits */
    ROWS,                /* (input, sums of rows, how they are shared out, where blocks meet) */
    REDUCING /* (input, mail, tickets, result, n, rounds, tiles), of course/reductions.h */
};

/* The instance of ROWS that is launched: blocks of 256, a warp for two rows, two loads for each. */
#define ROWS_INSTANCE "<RowSum, 256, 2, 2>"
enum { ROWS_BLOCK = 256, ROWS_OF_BLOCK = 2 * ROWS_BLOCK / 32, COUNTED_COLUMNS = 256 };

/* The counted launch of REDUCING: so many tiles of float sums, a block of so many threads for each.
 */
enum { REDUCING_TILES = 6, REDUCING_BLOCK = 128 };

/* The second kernel of TWO_KERNELS: (sums, total, count of sums). */
#define BLOCK_SUMS_KERNEL "reduceBlockSums_12"

struct exercise {
    int number;         /* of the step */
    const char *kernel; /* its name, which a submission must keep */
    enum launch launch;
    unsigned data_blocks;     /* that each block adds up; 0 where TOTAL_GRID blocks walk them all */
    double modelled_us;       /* what the clock says of the solution's counted launch */
    const char *questions[3]; /* counters of that launch, for predict.txt */
};

/* What a limit is multiplied with. */
enum unit {
    FOR_ALL,
    FOR_EACH_WARP,         /* of a block */
    FOR_EACH_WARP_AND_ONE, /* of each block, and for one more in each */
    FOR_EACH_HALVING,      /* of a block's threads down to a warp's */
    FOR_THE_SOLUTION,      /* with the solution's modelled time */
    FOR_EACH_BLOCK,
    FOR_EACH_BLOCK_AND_END, /* and 2 more for the last: the total, the ticket set back */
    FOR_EACH_BLOCK_AND_ONE, /* for one block more: the last adds up once more */
    FOR_EACH_COMBINATION,   /* of a warp: a tile's warps and one more; a group's 16 and one more */
    FOR_EACH_NUMBER,
    FOR_EACH_NUMBER_AND_SUM /* and 1 more for the sum of each block */
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

extern const struct exercise exercises[];
extern const size_t exercise_count;
extern const struct rule rules[];
extern const size_t rule_count;

/* The exercise of a folder such as "step04_interleaved", or NULL if there is none. */
const struct exercise *exercise_of(const char *folder);

/* Whether there is a sum of floats for each row: course/judge_rows.c launches the kernel. */
int is_of_rows(const struct exercise *exercise);

/* Whether there are several operators: course/judge_reductions.c launches the kernel. */
int is_reducing(const struct exercise *exercise);

/* Whether the sum is the device's, in 64 bits: course/judge_total.c launches the kernel. */
int is_total(const struct exercise *exercise);

/* A launch whose counters are judged: all its blocks have all their numbers, or rows. */
struct counted_launch {
    unsigned n, block, blocks;
    unsigned offset; /* the numbers begin at so many ints past 16 bytes */
};

/* The one that pages and predict.txt speak of. */
struct counted_launch usual_launch(const struct exercise *exercise);

/* One that nobody can know before: smaller blocks, other numbers, by the seed. */
struct counted_launch other_launch(const struct exercise *exercise, unsigned seed);

/* The limit in a launch. */
double rule_limit(const struct rule *rule, const struct exercise *exercise,
                  const struct counted_launch *launch);

#endif
