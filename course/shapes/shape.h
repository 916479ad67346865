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

#include "../chosen.h"
#include "../draw.h"
#include "../exercise.h"
#include "../named.h"
#include "../phases.h"
#include "../run_case.h"
#include "../sizes.h"

/*
 * For g++: what a kernel calls becomes a part of it, as on a GPU. A call of a thread takes many
 * instructions of the host, since the guard looks at where it returns to (SIM_GUARD).
 */
#define CALLS_INLINED                                                                              \
    "#pragma GCC optimize (\"inline-functions\", \"inline-small-functions\", "                     \
    "\"no-tree-dominator-opts\")"

/* The tests on sums, for each of which a shape draws cases. */
enum sum_test { SUM_ONE, SUM_ODD, SUM_LARGE, SUM_BLOCKS, CLEAN, SUM_TESTS };

enum { CASES_MOST = 28 };

enum { ANY_CASES_MOST = SIZES_MOST, FAR_CASES_MOST = 600, BESIDE_MOST = 5 * UNUSUAL_MOST + 2 };

/*
 * Launches of many blocks and numbers. Where a kernel shares out the numbers as the step's own
 * does, some blocks alone will do: course/chosen.h. One that shares them out in another way is
 * given all. In a case of chosen blocks the count is how many of them are drawn.
 */
struct beyond {
    struct run_case some;  /* of chosen blocks */
    struct run_case whole; /* and of all */
    struct run_case fewer; /* of all, but fewer, where those of the first are right; n may be 0 */
};

struct words {
    const char *result;   /* "sum" */
    const char *title;    /* the text before a value: "sum ", or nothing */
    const char *elements; /* "ints" */
    void (*print_value)(const struct run_case *it, long long value, FILE *file);
    void (*print_left)(unsigned left, FILE *file); /* the storage that is not 0 after a launch */
};

struct work {
    /* Draws the cases of a test on sums; returns how many. */
    size_t (*draw_cases)(const struct exercise *exercise, enum sum_test test, struct draw *draw,
                         struct run_case cases[CASES_MOST]);

    /* Fills in the members that are left 0. */
    void (*complete)(const struct exercise *exercise, struct run_case *it);

    /* Draws launches of more than 2^24 numbers. NULL: there are none. */
    struct beyond (*beyond)(const struct exercise *exercise, struct draw *draw);

    /* Draws one of chosen blocks, n near the largest or beyond 2^31. NULL: there is none. */
    struct run_case (*vast)(const struct exercise *exercise, struct draw *draw);

    /*
     * Draws launches with the numbers that a kernel names, as n, as the grid, among the input; of
     * many blocks or numbers some blocks alone run. Returns how many.
     */
    size_t (*draw_named)(const struct exercise *exercise, const struct named *named,
                         struct draw *draw, struct run_case cases[FAR_CASES_MOST]);

    /*
     * Draws small launches of very many sizes, of which those count that the kernel treats in a way
     * of their own (course/paths.c). Of a case with `chosen` one block runs. Those that are met
     * first are the usual ones.
     */
    size_t (*draw_any)(const struct exercise *exercise, const struct named *named,
                       struct draw *draw, struct run_case cases[ANY_CASES_MOST]);

    /*
     * Draws launches of whole blocks on both sides of the unusual numbers that a kernel names, as
     * the grid and as n: they are checked, and counted where blocks are WHOLE (course/beside.c). No
     * two of these have the same grid and block. Of a case of chosen blocks the count is how many
     * are drawn. NULL: there are none.
     */
    size_t (*draw_beside)(const struct exercise *exercise, const struct named *named,
                          struct draw *draw, struct run_case cases[BESIDE_MOST]);

    /*
     * Draws one of chosen blocks as small as launches of all blocks: where it is wrong, the
     * kernel's blocks meet in another way than the step's, and others of chosen blocks are not
     * made. NULL: they do not meet.
     */
    struct run_case (*meeting)(struct draw *draw);

    /* Chooses the blocks of a case of some; NULL: course/chosen.h does. */
    void (*choose)(const struct run_case *it, struct draw *draw, struct chosen_blocks *chosen);

    /* How many numbered things each block has, such as rows; NULL: its threads. */
    unsigned (*unit)(const struct run_case *it);

    /* How many parts of the input count as blocks in limits; NULL: the blocks. */
    unsigned (*parts)(const struct exercise *exercise, const struct run_case *it);

    /*
     * How many numbers a block has at most, or where a block walks, so many that none is without
     * a share. NULL where is_idea_in is not.
     */
    size_t (*of_block)(const struct exercise *exercise, const struct run_case *it);

    /*
     * Whether limits of its own are kept in a launch that is made for its result; else says so.
     * place: of its kernel among those that were counted. NULL: those of course/rules.c are asked.
     */
    int (*is_idea_in)(const struct phases *phases, const struct run_case *it, unsigned place,
                      FILE *details);

    /* The number of blocks if the case's grid is 0. */
    unsigned (*grid)(const struct exercise *exercise, const struct run_case *it);

    /*
     * The right result for numbers of that seed. Only the grader knows it. Stores in blocks what
     * the sums of the blocks come to, where each block has a part of the input to itself.
     */
    long long (*expected)(const struct exercise *exercise, const struct run_case *it, unsigned seed,
                          struct block_sums *blocks);

    /*
     * The launches whose counters are judged. usual: the one of the pages and predict.txt.
     * draw_counted: others, at every block size, of few blocks and of many; returns how many.
     */
    struct run_case (*usual)(const struct exercise *exercise);
    size_t (*draw_counted)(const struct exercise *exercise, struct draw *draw,
                           struct run_case cases[CASES_MOST]);

    /* The most load requests of a SHIFTED or UNEVEN launch; NULL: there is no such limit. */
    double (*shifted_loads)(const struct run_case *launch, unsigned blocks);

    void (*print_size)(const struct run_case *it, FILE *file);
    const struct words *words;
};

struct shape {
    const struct work *work;
    const char *host_program; /* of build/sim/course: it launches the kernel */
    const char *headers;      /* folder with the lab's own headers of the step, or NULL */
    const char *macro;        /* -D..., with which they are read; or NULL */
    const char *parts;        /* an object file with given parts of the kernel's code, or NULL: */
    const char *const *given; /* their names begin so, as nm -C prints them behind the type; NULL */
    /* Stores the name of a given symbol that the code calls by another; 0 if it does not. NULL:
     * none. */
    int (*given_symbol)(const char *symbol, char *given, size_t bytes);
    unsigned launched; /* kernels that follow each other in a launch */

    unsigned kernels; /* of the object file: the kernel, its instances, its second kernel */
    unsigned (*drawn_kernels)(void); /* how many there are where they are drawn; or NULL */
    /*
     * Whether a function is one of them. name: in the source's words, as nm -C prints it. Stores
     * the end of the symbol course_kernel_... by which the host program knows it.
     */
    int (*is_kernel)(const char *kernel, const char *name, char *as, size_t bytes);

    /* A line above a kernel part that the simulator runs, or NULL. */
    const char *begin;

    /* Draws the instances, by the seed and a submission as the preprocessor leaves it; or NULL. */
    void (*draw_instances)(unsigned seed, const char *preprocessed);
    /*
     * Writes, behind a kernel part, the instances of a template that will be launched; or NULL. It
     * is the part as the preprocessor leaves it where they are drawn.
     */
    void (*write_instances)(const char *kernel, FILE *file);
    const char *wanted; /* more names for simcc's --device-only, each behind a comma */

    /* Writes the function by which course/timed.c launches the kernel; NULL: it is not timed. */
    void (*write_launcher)(const char *kernel, FILE *file);
};

#endif
