/*
 * The exercises of the course: which kernel each step asks for, how it is launched,
 * and by which counters its idea is recognised.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stddef.h>

/* The launch whose counters are judged and predicted: full blocks only. */
enum { COUNTED_N = 4096, COUNTED_BLOCK = 512 };

struct exercise {
    int number;               /* of the step */
    const char *kernel;       /* its name, which a submission must keep */
    unsigned data_blocks;     /* that each block adds up: the grid is n / (data_blocks * block) */
    int is_template;          /* over the block size */
    const char *questions[3]; /* counters of the counted launch, for predict.txt */
};

/* What a limit is multiplied with. */
enum unit { FOR_ALL, FOR_EACH_BLOCK, FOR_EACH_NUMBER };

/* A limit on a counter of the counted launch. */
struct rule {
    int first_step, last_step; /* it holds from its own step on, until a later idea ends it */
    const char *counter;       /* a column of SIM_CSV (simulator/runtime/columns.c) */
    int at_least;              /* 1: not less than the limit; 0: not more */
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

/* The limit in a launch of so many blocks. */
double rule_limit(const struct rule *rule, unsigned blocks);

#endif
