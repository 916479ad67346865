/*
 * The translator: turns preprocessed CUDA C++ into C++ for the host's compiler.
 *
 * One walk over the tokens knows in which scope each token stands (scopes.h) and hands every CUDA
 * construct to the file that translates it (constructs.h). They all share its state
 * (translation.h), and none of them calls the walk.
 */
#ifndef SIMCC_TRANSLATE_H
#define SIMCC_TRANSLATE_H

#include "translation.h"

/* Translates the source in place (edits). Errors are printed, unless silent, and counted. */
void translate(struct translation *translation);

#endif
