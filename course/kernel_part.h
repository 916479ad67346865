/*
 * The part of a submission that is graded: its reduce.cu as far as main.
 */
#ifndef KERNEL_PART_H
#define KERNEL_PART_H

#include <stdio.h>

#include "exercise.h"

struct to_do {
    int line; /* of the first gap that is not filled, or 0 */
    char text[160];
};

/*
 * Copies student/step/reduce.cu to target up to main, and puts the function behind it by
 * which the grader's host program launches the kernel. Returns 1; or 0 if the part cannot
 * be graded, and prints why to log. What would let it hide from the counters or reach
 * around the compiler is refused: assembly, attributes, words that are not CUDA's,
 * preprocessor lines other than includes and #pragma unroll, and whatever would make the
 * compiler see other tokens than the scanner. Notes the first TODO.
 */
int write_kernel_part(const struct exercise *exercise, const char *student, const char *step,
                      const char *target, FILE *log, struct to_do *to_do);

/* The name of that file for messages: without the folder if it is the one we are in. */
void submitted_name(char *name, size_t bytes, const char *student, const char *step);

/*
 * Opens a file of a submission, student/step/name, for reading: a plain one of at most 1 MiB
 * in a plain folder. Links, which might lead to what others have, pipes and devices do not
 * count. NULL if there is none or it cannot be read.
 */
FILE *open_submitted(const char *student, const char *step, const char *name);

/*
 * Reads a source up to main (course/kernel_scan.c). Returns 1 and how many bytes stand before
 * main's definition; 0 if something in them is refused, and prints why to log, by the name of
 * the file. Notes the first TODO.
 */
int scan_source(const char *text, const char *name, FILE *log, struct to_do *to_do, size_t *length);

/* Why a word of so many characters has no place in a graded kernel; NULL if it may stand. */
const char *word_refused(const char *word, int length);

/*
 * Whether an object file, of which listing is what `nm -P` said, uses and defines
 * nothing but what kernels have a use for: no files, no processes, nothing in place of
 * what the simulator's runtime, of the other listing, defines. Prints what else there is to log.
 */
int symbols_allowed(const char *listing, const char *runtime_listing, FILE *log);

#endif
