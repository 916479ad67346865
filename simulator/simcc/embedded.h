/*
 * What a shared library of kernels is made of, kept in the library itself: a program that simcc
 * links takes that in the library's place, so that there is one runtime, and device memory is for
 * all.
 */
#ifndef SIMCC_EMBEDDED_H
#define SIMCC_EMBEDDED_H

#include "compile.h"

/*
 * Puts into a shared library that was just linked: its objects, as one, and the words with which it
 * was linked. Returns 0, or the status of the command that failed.
 */
int embed_objects(const struct toolchain *toolchain, const struct options *options,
                  const struct strings *objects, const struct strings *words, const char *library);

/*
 * The words for the linker, with each shared library that has its objects within replaced by these
 * and the words that it was linked with, once. folders: those of -L.
 */
struct strings with_embedded(const struct strings *words, const struct options *options);

#endif
