/*
 * The compiler flags that make a program countable.
 */
#ifndef SIMCC_FLAGS_H
#define SIMCC_FLAGS_H

enum compiler_family { COMPILER_GCC, COMPILER_CLANG };

/* Ends with NULL. */
const char *const *instrumentation_flags(enum compiler_family family);
/* The flags that --plain and the instrumented build have in common; ends with NULL. */
const char *const *common_flags(enum compiler_family family);

#endif
