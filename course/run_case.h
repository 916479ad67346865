/*
 * Launches of a kernel that a test asks for, and their results.
 */
#ifndef RUN_CASE_H
#define RUN_CASE_H

#include "numbers.h"
#include "reductions.h"

/* Which limits a counted launch is held to. */
enum counting {
    USUAL,   /* that of the pages and predict.txt: all of them */
    WHOLE,   /* all blocks have all their numbers: all but the solution's time */
    SHIFTED, /* the same, from anywhere within 16 bytes: those for shares and numbers with room */
    LACKING, /* the last block lacks some: the same, with room for as many as it might have */
    UNEVEN   /* any launch: those that hang on no address, share or number */
};

struct run_case {
    size_t n;                    /* elements */
    unsigned block;              /* threads of a block */
    union {                      /* the shape's own: */
        unsigned choice;         /* as the host program is given it */
        unsigned template_block; /* the block size that is the template's argument */
        unsigned columns;        /* of a row: n is a multiple of it */
        enum reduction reduction;
    };
    unsigned instance;      /* enum row_kind, where the choice is the columns */
    unsigned launches;      /* with the same storage; 0 stands for 1 */
    unsigned grid;          /* blocks; 0: the shape chooses */
    unsigned offset;        /* elements from a multiple of 16 bytes to the first */
    unsigned chosen;        /* not 0: how many blocks run, and no others */
    const unsigned *blocks; /* these, ascending */
    int by_chance;          /* and none of them because the kernel's code names it */
    enum order order;       /* of its blocks */
    enum kind kind;         /* of numbers */
    enum counting counting;

    unsigned judged; /* how many launches gave a result */
    unsigned launch; /* the first wrong one, or the last: */
    unsigned left; /* 0, or the ticket's value afterwards, or the words of storage that are not 0 */
    unsigned idle; /* blocks whose sum is 0 */
    int is_path_new;     /* through the code: none before has taken it */
    int is_misplaced;    /* the blocks' sums stand in others' places */
    int has_wrong_block; /* one block's sum is wrong, and all others are right: */
    unsigned wrong_block;
    long long sum, expected;
    int error; /* cudaError_t */
};

#endif
