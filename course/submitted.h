/*
 * The files of a submission.
 */
#ifndef SUBMITTED_H
#define SUBMITTED_H

#include <stdio.h>

enum { SUBMITTED_BYTES = 1 << 20 /* the most that is read of a file */ };

/* The name of a submission's reduce.cu for messages: without the folder if it is the one we are in.
 */
void submitted_name(char *name, size_t bytes, const char *student, const char *step);

/*
 * Opens a file of a submission, student/step/name, for reading: a plain one of at most 1 MiB
 * in a plain folder. Links, which might lead to other students' files, pipes and devices do not
 * count. NULL if there is none or it cannot be read; then stores in why a reason.
 */
FILE *open_submitted(const char *student, const char *step, const char *name, const char **why);

#endif
