/*
 * The two sides of a program: nvcc compiles a file once for the host and once for each kind of
 * device, and only there __CUDA_ARCH__ is defined. Here it is compiled once: a function whose body
 * is another one on the host has both, and asks where it runs.
 */
#ifndef SIMCC_SIDES_H
#define SIMCC_SIDES_H

struct text;

/*
 * 1 if one of the program's files, of which the preprocessed text is made, asks for __CUDA_ARCH__,
 * itself or by the names of nv/target.
 */
int has_two_sides(const char *preprocessed);

/*
 * Of the text as the device sees it, and as the host does, the text that has both. Only bodies of
 * functions may differ: anything else is taken as the device sees it.
 */
void join_sides(const char *device, const char *host, struct text *output);

#endif
