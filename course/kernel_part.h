/*
 * The graded part of a submission: its reduce.cu as far as main, and of that the device's code.
 */
#ifndef KERNEL_PART_H
#define KERNEL_PART_H

#include <stdio.h>

#include "kernel_scan.h"

/*
 * Copies student/step/reduce.cu to target up to main. write_end, if it is not NULL, writes the
 * grader's lines behind it, for a kernel of that name. Returns 1; or 0, with an error in log, if
 * the part cannot be graded. Stores the first TODO.
 */
int write_kernel_part(const char *student, const char *step, const char *target,
                      void (*write_end)(const char *kernel, FILE *file), const char *kernel,
                      FILE *log, struct to_do *to_do);

/* The name of that file for messages: without the folder if it is the one we are in. */
void submitted_name(char *name, size_t bytes, const char *student, const char *step);

/*
 * Opens a file of a submission, student/step/name, for reading: a plain one of at most 1 MiB
 * in a plain folder. Links, which might lead to other students' files, pipes and devices do not
 * count. NULL if there is none or it cannot be read; then stores in why a reason.
 */
FILE *open_submitted(const char *student, const char *step, const char *name, const char **why);

#endif
