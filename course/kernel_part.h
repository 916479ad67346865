/*
 * The graded part of a submission: its reduce.cu as far as main, and of that the device's code.
 */
#ifndef KERNEL_PART_H
#define KERNEL_PART_H

#include <stdio.h>

#include "kernel_scan.h"
#include "submitted.h"

/*
 * Copies student/step/reduce.cu to target up to main. begin, if it is not NULL, is a line that
 * stands above it. write_end, if it is not NULL, writes the grader's lines behind it, for a kernel
 * of that name. Returns 1; or 0, with an error in log, if the part cannot be graded. Stores the
 * first TODO.
 */
int write_kernel_part(const char *student, const char *step, const char *target, const char *begin,
                      void (*write_end)(const char *kernel, FILE *file), const char *kernel,
                      FILE *log, struct to_do *to_do);

#endif
