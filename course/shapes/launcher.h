/*
 * For a GPU, the function by which the grader's host program launches a kernel for block sums. It
 * refers to the kernel by course_type, which takes the right types only, and whose size is 1: a
 * parameter of a class would convert the argument by code that runs on the host.
 */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdio.h>

void begin_launcher(FILE *file);
void write_launch(const char *kernel, FILE *file); /* a statement */
void end_launcher(FILE *file);

#endif
