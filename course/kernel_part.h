/*
 * The part of a submission that is graded: its reduce.cu as far as main, and of that what runs
 * on the device.
 */
#ifndef KERNEL_PART_H
#define KERNEL_PART_H

#include <stdio.h>

#include "kernel_scan.h"

/*
 * Copies student/step/reduce.cu to target up to main, and has write_end, if it is not NULL, write
 * what the grader adds for a kernel of that name. Returns 1; or 0 if the part cannot be graded, and
 * prints why to log. Notes the first TODO.
 */
int write_kernel_part(const char *student, const char *step, const char *target,
                      void (*write_end)(const char *kernel, FILE *file), const char *kernel,
                      FILE *log, struct to_do *to_do);

/* The name of that file for messages: without the folder if it is the one we are in. */
void submitted_name(char *name, size_t bytes, const char *student, const char *step);

/*
 * Opens a file of a submission, student/step/name, for reading: a plain one of at most 1 MiB
 * in a plain folder. Links, which might lead to what others have, pipes and devices do not
 * count. NULL if there is none or it cannot be read; then says in why what is wrong.
 */
FILE *open_submitted(const char *student, const char *step, const char *name, const char **why);

#endif
