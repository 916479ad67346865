/*
 * Launches of a kernel that a test asks for, and their results.
 */
#ifndef RUN_CASE_H
#define RUN_CASE_H

#include "numbers.h"
#include "reductions.h"

struct run_case {
    unsigned n, block;               /* elements; threads of a block */
    unsigned filled_blocks, missing; /* of block sums: n fills so many blocks, but for so many */
    union {                          /* the shape's own: */
        unsigned choice;             /* as the host program is given it */
        unsigned template_block;     /* the block size that is the template's argument */
        unsigned columns;            /* of a row: n is a multiple of it */
        enum reduction reduction;
    };
    unsigned launches; /* with the same storage; 0 stands for 1 */
    unsigned grid;     /* blocks; 0: as many as the shape gives such a case */
    unsigned offset;   /* elements from a multiple of 16 bytes to the first */
    unsigned ends;     /* not 0: only so many blocks run, at each end of the grid */
    int from_last;     /* the last block runs first */
    enum kind kind;    /* of numbers */

    unsigned judged; /* how many launches gave a result */
    unsigned launch; /* the first wrong one, or the last: */
    unsigned left;   /* 0, or what the ticket is left at, or how many words of storage are not 0 */
    unsigned idle;   /* blocks whose sum is 0 */
    long long sum, expected;
    int error; /* cudaError_t */
};

#endif
