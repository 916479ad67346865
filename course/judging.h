/*
 * The common part of the grader's host programs for the simulator. They launch a kernel on
 * numbers of the grader's and hand back its results. They know no sum that is right,
 * and of the submission they run nothing but the kernel, on the simulated device.
 *
 *     PROGRAM NAME NUMBER:SHARED:ARE_COMPARED CASE...
 *
 * NAME: the kernel's; NUMBER: how many numbers each thread of a block adds up; SHARED: how many
 * bytes of dynamic shared memory a launch has for each; ARE_COMPARED: 1 if IS_NEW is wanted. On
 * stdin come the seed, the chosen blocks of each case, and how many named numbers there are and
 * which (course/numbers.h). For each launch one line goes to file descriptor 3, which the grader
 * opened:
 *
 *     CASE LAUNCH GRID SUM CUDA_ERROR TICKET IDLE IN_PLACES IN_ANY_PLACES IS_NEW
 *
 * CASE and LAUNCH count from 0; TICKET is the ticket's value after the kernel, or 0; IDLE,
 * how many blocks have left 0 as their sum; the next two say where the blocks' sums stand
 * (course/numbers.h), or are 0; IS_NEW, whether it has taken a path through the kernel's code that
 * none before has taken, where kernels are counted.
 */
#ifndef JUDGING_H
#define JUDGING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/check.h"
#include "../common/exit_status.h"
#include "../common/memory.h"
#include "numbers.h"

enum { VERDICTS = 3, POISON = 0x55 /* so that results that are not written show */ };

/* Input and output begin at other multiples of 32 bytes, of a sector, in each case: ints. */
enum { SECTOR = 8, PLACES = 4 };

/*
 * A case. What all have in common is the first text, SHARE:SHARED:COMPARED[:ASKED]; behind it
 * stand the cases, each as N:BLOCK:CHOICE:OFFSET:KIND:CHOSEN:GRID:ORDER:LAUNCHES[:INSTANCE].
 */
struct judged {
    const char *name;      /* of the kernel */
    unsigned number;       /* of the case */
    unsigned share;        /* numbers that a thread of a block adds up */
    unsigned shared;       /* bytes of dynamic shared memory for each */
    unsigned are_compared; /* the paths of all launches */
    unsigned asked;        /* by which course/reductions.h draws */
    size_t n;              /* numbers */
    unsigned block;        /* threads */
    unsigned choice;       /* the template's block size, the columns, the reduction */
    unsigned offset;       /* ints from a multiple of 16 bytes to the first number */
    unsigned kind;         /* enum kind */
    unsigned chosen;       /* not 0: how many blocks run, and no others: */
    uint64_t *blocks;      /* ascending */
    unsigned grid;         /* blocks */
    unsigned order;        /* enum order */
    unsigned launches;     /* with the same storage */
    unsigned instance;     /* of a template, where CHOICE is something else */
    unsigned seed;
};

/* A launch of a kernel: body calls it once, as one thread, with the arguments. */
struct launching {
    const char *name;            /* in counters and findings */
    unsigned grid, block, order; /* enum order */
    unsigned chosen;             /* not 0: the number of blocks that run: */
    const uint64_t *blocks;      /* these */
    size_t shared;               /* bytes of dynamic shared memory */
    void (*body)(void *arguments);
    const void *function; /* the kernel */
    void *arguments;
    size_t bytes; /* of the arguments */
};

/* Its result. */
struct handed_back {
    long long sum;
    cudaError_t error;
    unsigned ticket, idle;
    struct block_sums blocks;
};

/* Launches it and waits; returns its error. */
cudaError_t launch(const struct launching *launching);

/* To be called by a body, before the kernel. */
void name_shared_memory(void);

/*
 * Device memory with the case's numbers. Of chosen blocks only these have numbers: for each block
 * it->share in a row for each thread; or, for a walk, all parts that it meets, each of four in a
 * row.
 */
int *make_numbers(const struct judged *it, const struct numbers *numbers, int **allocated);
int *make_walked_numbers(const struct judged *it, const struct numbers *numbers, int **allocated);

/*
 * Device memory for the array of that name, at a multiple of 512 bytes or 256 behind one, as is
 * drawn for each case: cudaMalloc promises multiples of 256 alone. Of chosen blocks' no more is
 * touched than somebody writes.
 */
void *new_array(const struct judged *it, const char *array, size_t bytes);

/* Copies all numbers to device memory. */
void copy_all(const struct numbers *numbers, int *device);

/* Writes the line about a launch; ends the program after an error, as the device has none more. */
void hand_back(const struct judged *it, unsigned launch, const struct handed_back *answer);

/* Reads the seed and the cases and hands them to judge, one by one; the whole of main. */
int judge_cases(int argc, char **argv, void (*judge)(const struct judged *it));

/*
 * From here on this program can only compute, and write to open files. To be called before its
 * first launch. Returns 0, with a message, if the system has filters for calls and they fail;
 * where it has none, returns 1: the grader reports that.
 */
int give_up_rights(void);

#endif
