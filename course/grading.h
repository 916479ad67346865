/*
 * The grading of one submission: what is asked, what has been found so far.
 */
#ifndef GRADING_H
#define GRADING_H

#include <stdio.h>

#include "../tools/csv.h"
#include "exercise.h"

enum { PATH_BYTES = 1024, ENDING_BYTES = 128, EXERCISES_MOST = 32 };

struct grading {
    const char *student;  /* the folder with the submission's step folders */
    const char *out;      /* where to build and to keep logs */
    unsigned seed;        /* of the numbers */
    const char *nvcc;     /* with flags, for points for speed; NULL: there are none */
    char *const *filters; /* run only tests whose "step04 clean" contains one of them */
    int filter_count;
    FILE *json, *csv; /* or NULL */
    int points, of;   /* so far */
    int tests;        /* that were counted */
};

/* Runs the chosen tests of one step ("step04_interleaved") and prints what they say. */
void grade_step(struct grading *grading, const char *step, const struct exercise *exercise);

/* How many tests of the step the filters choose. */
int chosen_tests(const struct grading *grading, const char *step);

/* ---- what the grader was asked (course/grade_options.c) ---------------------------- */

struct chosen {
    const struct exercise *exercise;
    char folder[256]; /* of the step: "step04_interleaved" */
};

struct options {
    struct grading grading; /* its outputs not yet open */
    const char *json, *csv; /* files to write, or NULL */
    struct chosen steps[EXERCISES_MOST];
    size_t count;
};

/* Reads the command line; ends the program, with status 2 and one line, if it is wrong. */
void parse_grade_options(int argc, char **argv, struct options *options);

/* ---- what the tests are made of (course/runs.c) ---------------------------------- */

/* One launch that a test asks for, and what came of it. */
struct run_case {
    unsigned n, block, template_block;
    unsigned launches; /* of a kernel whose sum is total: how many; then, which was the last */
    int is_judged;     /* the runtime gave an answer */
    unsigned grid, ticket;
    long long sum, expected;
    int error; /* cudaError_t */
};

/* The step that is being graded. */
struct subject {
    struct grading *grading;
    const struct exercise *exercise;
    const char *step;
    char folder[PATH_BYTES / 2]; /* in grading->out */
    int is_built;
    int is_counted;             /* the counted launch was made and its idea judged: */
    int is_idea_there;          /* whether it is */
    struct csv counters, lines; /* of that launch */
};

/*
 * Builds the kernel part with the grader's host program. Returns whether there is a
 * program now; adds to details what is in the way.
 */
int build_program(struct subject *subject, FILE *details);

/* A path in the step's folder; valid until many more have been asked for. */
const char *path_in(const struct subject *subject, const char *name);

/* Runs a compiler or the like, with limits. Returns whether it ended with exit status 0. */
int run_tool(char *const *arguments, const char *log);

/*
 * Draws a key and writes what a host program reads: "KEY SEED". Ends the program if the
 * system has no random numbers.
 */
unsigned long long draw_key(unsigned seed, char *input, size_t bytes);

/*
 * Runs the cases in one process; environment holds more settings for the simulator,
 * NULL at its end. All that was printed is in the log of that name. Returns 1 if the
 * process ended by itself with exit status 0: every launch ran and no check found
 * anything. Says in ending, of ENDING_BYTES, how else it ended.
 */
int run_cases(struct subject *subject, const char *name, struct run_case *cases, size_t count,
              char *const *environment, char *ending);

/* Tests on the counters (course/counted.c). Each returns its points, out of most. */
int judge_idea(struct subject *subject, int most, FILE *details);
int judge_predictions(struct subject *subject, int most, FILE *details);

/*
 * Points for speed (course/speed.c), out of most; or SKIPPED, and why in details, where
 * there is nothing to time with.
 */
enum { SKIPPED = -1 };
int judge_speed(struct subject *subject, int most, FILE *details);

/* Prints the cases as GOOD, BAD and MISSING lines; returns whether all sums are right. */
int report_cases(const struct run_case *cases, size_t count, const char *ending, FILE *details);

#endif
