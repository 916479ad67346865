/*
 * The grading of one submission: its options, its state, its results.
 */
#ifndef GRADING_H
#define GRADING_H

#include <stdio.h>

#include "../tools/csv.h"
#include "draw.h"
#include "exercise.h"
#include "hints.h"
#include "named.h"
#include "phases.h"
#include "run_case.h"
#include "texts.h"

enum { PATH_BYTES = 4096, ENDING_BYTES = 160, EXERCISES_MOST = 32, TESTS_MOST = 12 };

struct grading {
    const char *student;  /* the folder with the submission's step folders */
    const char *out;      /* where to build and to keep logs */
    unsigned seed;        /* of the numbers */
    const char *nvcc;     /* with flags, for points for speed; NULL: there are none */
    char *const *filters; /* run only tests whose "step04 clean" contains one of them */
    int filter_count;
    struct hint_prices prices; /* of hints */
};

/* The result of one test of a step. */
struct outcome {
    const char *name, *title; /* of the test */
    int points, of;
    int is_skipped;
    char *text; /* lines that begin with four blanks */
};

/* The launches of a step's tests, which drawn.txt in its folder lists. */
struct drawn {
    unsigned launches, most_blocks;
    size_t least_n, most_n;
};

/* The results of a step's tests. */
struct step_result {
    char step[256]; /* "step04_interleaved" */
    struct outcome outcomes[TESTS_MOST];
    int count;
    int points, of;
    struct drawn drawn;
    struct hints hints;          /* that were asked for */
    int hint_price;              /* the points that they cost */
    double modelled_us;          /* of the announced launch, once the idea is there; else 0 */
    int is_unsolved;             /* a gap of the exercise is left */
    char view[PATH_BYTES + 256]; /* where a wrong launch is shown, and which; or empty */
    char next[PATH_BYTES + 256]; /* the next thing to do, or empty */
};

/* Runs the chosen tests of one step ("step04_interleaved"). */
void grade_step(const struct grading *grading, const char *step, const struct exercise *exercise,
                struct step_result *result);

/* Whether a list such as "idea predict" has the name; commas may part it, too. NULL has none. */
int is_in_list(const char *list, const char *name);

/*
 * Writes what to do next, "clean: race: ...", or nothing if no test failed: a finding of the
 * checks, else what the first failed test says (course/next.c). Says nothing of the tests in the
 * list hidden.
 */
void find_next(const struct step_result *result, const char *hidden, char *next, size_t bytes);

/* How many tests of the step the filters choose. */
int chosen_tests(const struct grading *grading, const char *step);

/* Whether there is a test of that name. */
int is_test(const char *name);

/* ---- the command line (course/grade_options.c) -------------------------------------- */

struct chosen {
    const struct exercise *exercise;
    char folder[256]; /* of the step: "step04_interleaved" */
};

struct options {
    struct grading grading;
    const char *json, *csv, *gradescope; /* files to write, or NULL */
    const char *after_due; /* tests that Gradescope shows after the due date: "idea predict" */
    const char *language;  /* of what is said: course/language.h */
    struct chosen steps[EXERCISES_MOST];
    size_t count;
};

/* Reads the command line; ends the program, with status 2 and one line, if it is wrong. */
void parse_grade_options(int argc, char **argv, struct options *options);

/* ---- parts of the tests (course/build.c, course/runs.c) ------------------------------ */

/* The launch of more than 2^24 numbers, with its counters: course/beyond.c. */
struct far {
    int is_made, is_right;
    struct run_case launch;
    struct csv counters;
    struct phases phases;
};

/* The step that is being graded. */
struct subject {
    const struct grading *grading;
    const struct exercise *exercise;
    const char *step;
    char folder[PATH_BYTES / 2]; /* in grading->out */
    struct texts *texts;         /* paths and the like, until the step is graded */
    int is_built;
    struct named named;   /* by the kernel's code */
    int shares_otherwise; /* sums are right, but a block's is that of other numbers */
    int has_findings;     /* a check has found something in a run so far */
    int is_counted;       /* the counted launch was made and its idea judged: */
    int is_idea_there;    /* whether it is */
    struct csv counters;  /* of that launch */
    struct phases phases;
    int is_stalled; /* a run was over its limits twice: no further one is tried again */
    struct far far;
    int is_named_made;      /* the launches with the numbers that the code names were made: */
    const char *rough_text; /* where the idea was missed in one of them; or NULL */
    struct drawn drawn;
    int has_failed; /* a launch was wrong, or something was found in it; the smallest: */
    struct run_case failed;
    char *const *failed_in;       /* the settings of its run, or NULL */
    char to_do[PATH_BYTES + 256]; /* the first gap that is not filled; empty without */
};

/*
 * Builds the kernel part with the grader's host program (course/build.c). Returns whether there
 * is a program now; else adds the errors to details.
 */
int build_program(struct subject *subject, FILE *details);

/* A path in the step's folder; valid until the step is graded. */
const char *path_in(const struct subject *subject, const char *name);

/* Runs a compiler or the like, with limits. Returns whether it ended with exit status 0. */
int run_tool(char *const *arguments, const char *log);

/* The same in a folder; log is a path from here. */
int run_tool_in(const char *folder, char *const *arguments, const char *log);

/* Cases that one process runs. */
struct run {
    const char *name;         /* of its log, in the step's folder */
    char *const *environment; /* more settings for the simulator, NULL at its end; or NULL */
    int are_counted;          /* counters go to NAME-counters.csv, and NAME-phases.csv */
    int is_repeated;          /* for a page, and no launch that was drawn for the points */
    int is_vast;              /* on a device with memory for more than 2^33 ints */
    int may_be_unchecked;     /* where it takes too long: its sums are wanted all the same */
    int are_compared;         /* is_path_new is wanted; many cases: no page lists them */
    int are_unjudged;         /* results are not looked at: other runs are made for these */
};

/*
 * Runs the cases. Their output is in the log of that name. Returns 1 if the process ended by itself
 * with exit status 0: every launch ran and no check found anything. Stores in ending, of
 * ENDING_BYTES, how it ended.
 */
int run_cases(struct subject *subject, const struct run *run, struct run_case *cases, size_t count,
              char *ending);

/* The file with a run's output. */
const char *log_of(const struct subject *subject, const char *name);

/* Whether a launch was wrong; whether all gave the right sums and left the ticket at 0. */
int is_wrong(const struct run_case *it);
int is_right(const struct run_case *it);

/* How many blocks a case has, and how many of them run. */
unsigned grid_of(const struct exercise *exercise, const struct run_case *it);
unsigned blocks_run(const struct exercise *exercise, const struct run_case *it);

/* Writes down launches that are about to be made (course/case_report.c). */
void note_launches(struct subject *subject, const char *name, const struct run_case *cases,
                   size_t count);

/* Prints the cases as GOOD, BAD and MISSING lines; returns whether all sums are right. */
int report_cases(const struct subject *subject, const struct run_case *cases, size_t count,
                 const char *ending, FILE *details);

/* The checks' findings in the log of that name, as BAD lines, each once; returns how many. */
int quote_findings(const struct subject *subject, const char *name, FILE *details);

/*
 * Keeps the smallest wrong launch of a run; or, where the checks have found something and all
 * results are right, the smallest of all (course/see.c).
 */
void keep_failed(struct subject *subject, const struct run *run, const struct run_case *cases,
                 size_t count, int is_quiet);

/* Makes that launch once more, for a page that shows it; stores which and where in view. */
void show_failed(struct subject *subject, char *view, size_t bytes);

/* Tests on sums and findings (course/sums.c). Each returns its points, out of most. */
int judge_one(struct subject *subject, int most, FILE *details);
int judge_odd(struct subject *subject, int most, FILE *details);
int judge_large(struct subject *subject, int most, FILE *details);
int judge_blocks(struct subject *subject, int most, FILE *details);
int judge_clean(struct subject *subject, int most, FILE *details);

/*
 * Whether nothing is found, and all sums are right, in launches beside the numbers that the code
 * names (course/beside.c).
 */
int is_clean_beside(struct subject *subject, FILE *details);

/*
 * Whether the sum of a launch of more than 2^24 numbers is right (course/beyond.c), and of one of
 * the largest n. Keeps the counters of the first in subject->far.
 */
int is_right_beyond(struct subject *subject, FILE *details);

/* Looks for the idea in launches that are made for their sums, which were counted, as far as the
 * last one that is right. */
void look_roughly(struct subject *subject, const char *name, const struct run_case *cases,
                  size_t count);

/*
 * Makes small launches of very many sizes, and stores in found those that a kernel treats as no
 * other before, the rarest; at most PATHS_MOST. Adds how many to *count. Returns whether all sums
 * are right (course/paths.c).
 */
enum { PATHS_MOST = 24 };
int find_paths(struct subject *subject, struct draw *draw, struct run_case found[PATHS_MOST],
               size_t *count, FILE *details);

/*
 * Whether nothing is found in some hundred small launches of any n (course/paths.c). Where a kernel
 * leaves out a barrier at one n of some, no other launch that is checked may meet it. What a run
 * says that ends early is said by the test on its sums.
 */
int is_clean_at_any(struct subject *subject, FILE *details);

/* Makes launches far and of any n for what their counters tell alone. */
void make_counted_beyond(struct subject *subject);

/*
 * Makes the launches in one process, with their counters in subject. Returns 1 if all sums are
 * right and every block has a part in them. No two of a kernel may have the same grid and blocks.
 * name: begins the names of its files. environment: as in struct run.
 */
int count_launches(struct subject *subject, const char *name, char *const *environment,
                   struct run_case *launches, size_t count, FILE *details);

/* A counter of a launch, or a measure of it, by its place among those that were made together. */
double counted(const struct subject *subject, const struct run_case *launch, size_t place,
               const char *name);

/* Tests on the counters (course/counted.c). */
int judge_idea(struct subject *subject, int most, FILE *details);
int judge_predictions(struct subject *subject, int most, FILE *details);

/*
 * Points for speed (course/speed.c), out of most; or SKIPPED, and why in details, where
 * there is nothing to time with.
 */
enum { SKIPPED = -1 };
int judge_speed(struct subject *subject, int most, FILE *details);

/* ---- output (course/feedback.c, course/results.c) ------------------------------------ */

/*
 * Prints failed tests, the points of all steps, and the next thing to do. before: step and points
 * of the last grading, or NULL.
 */
void print_feedback(const struct options *options, const struct step_result *results,
                    const struct csv *before);

/*
 * Writes the files that the options name: all points as JSON, as csv, and in the form that
 * Gradescope reads. Ends the program, with status 3 and one line, where that fails.
 */
void write_results(const struct options *options, const struct step_result *results);

#endif
