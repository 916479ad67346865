/*
 * The shape of a launch: all differences between exercises in finding, launching and judging their
 * kernels. A file of this folder is one shape; course/exercises.c names that of each exercise.
 *
 *     struct shape   the kernel as source and symbol, and the program that launches it
 *     struct work    the task of a launch: its cases, grids, results; two shapes may share it
 *     struct words   the words of messages about the results
 */
#ifndef SHAPE_H
#define SHAPE_H

#include <stddef.h>
#include <stdio.h>

#include "../exercise.h"
#include "../run_case.h"

/* The lists of cases that a shape has for the tests on sums. */
enum sum_test { SUM_ONE, SUM_ODD, SUM_LARGE, SUM_BLOCKS, CLEAN, SUM_TESTS };

enum { CASES_MOST = 16, BEYOND_MOST = 2 };

struct case_list {
    const struct run_case *cases;
    size_t count; /* at most CASES_MOST */
};
#define CASES(array)                                                                               \
    {                                                                                              \
        array, sizeof(array) / sizeof *(array)                                                     \
    }

struct words {
    const char *result;   /* "sum" */
    const char *title;    /* the text before a value: "sum ", or nothing */
    const char *elements; /* "ints" */
    void (*print_value)(const struct run_case *it, long long value, FILE *file);
    void (*print_left)(unsigned left, FILE *file); /* the storage that is not 0 after a launch */
};

struct work {
    struct case_list tests[SUM_TESTS];
    int is_long; /* the cases of any test take long, so their time is not modelled */

    /* Fills in the members that the lists leave 0. */
    void (*complete)(const struct exercise *exercise, struct run_case *it);

    /*
     * Launches of more than 2^24 numbers, one of which must be right: the last is the one that
     * counts if no earlier one is. Returns how many. NULL: there are no such launches.
     */
    size_t (*beyond)(const struct exercise *exercise, struct run_case cases[BEYOND_MOST]);

    /* The number of blocks if the case's grid is 0. */
    unsigned (*grid)(const struct exercise *exercise, const struct run_case *it);

    /* The right result for numbers of that seed. Only the grader knows it. */
    long long (*expected)(const struct exercise *exercise, const struct run_case *it,
                          unsigned seed);

    /*
     * The launches whose counters are judged. Each block has all its numbers, or rows. usual: the
     * one of the pages and predict.txt; other: one by the seed, of smaller blocks and other
     * numbers.
     */
    struct run_case (*usual)(const struct exercise *exercise);
    struct run_case (*other)(const struct exercise *exercise, unsigned seed);
    int is_always_even; /* no launch has a block with fewer numbers than the others */

    /* Of judge_end: requests for stores beside one for each block. */
    unsigned further_stores;
    /* Of judge_shifted: the most load requests of a launch of that many blocks. */
    double (*shifted_loads)(const struct run_case *launch, unsigned blocks);

    void (*print_size)(const struct run_case *it, FILE *file);
    const struct words *words;
};

struct shape {
    const struct work *work;
    const char *host_program; /* of build/sim/course: it launches the kernel */
    const char *headers;      /* folder with the lab's own headers of the step, or NULL */
    unsigned launched;        /* kernels that follow each other in a launch */

    unsigned kernels; /* of the object file: the kernel, its instances, its second kernel */
    /*
     * Whether a function is one of them. name: in the source's words, as nm -C prints it. Stores
     * the end of the symbol course_kernel_... by which the host program knows it.
     */
    int (*is_kernel)(const char *kernel, const char *name, char *as, size_t bytes);

    /* Writes, behind a kernel part, the instances of a template that will be launched; or NULL. */
    void (*write_instances)(const char *kernel, FILE *file);
    const char *wanted; /* more names for simcc's --device-only, each behind a comma */

    /* Writes the function by which course/timed.c launches the kernel; NULL: it is not timed. */
    void (*write_launcher)(const char *kernel, FILE *file);
};

#endif
