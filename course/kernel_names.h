/*
 * Functions of C++ by their names, as nm -C prints them: "(anonymous namespace)::add(int, int)",
 * "void lab::add<64u>(int*)"; of a function with C's linkage the name alone.
 */
#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

/* The text behind a function's name, in a namespace or not; NULL if the text has another name. */
const char *behind_name(const char *text, const char *function);

/* Whether it is the function with these parameters, or one with C's linkage, which has none. */
int is_function(const char *text, const char *function, const char *parameters);

/*
 * The first argument of a template's instance with these parameters, if it is a number; else 0. The
 * instance may have further arguments.
 */
unsigned number_of_instance(const char *text, const char *function, const char *parameters);

#endif
