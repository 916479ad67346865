/*
 * CUDA's names that the simulator lacks: what they are part of, and what to do instead.
 */
#ifndef SIMCC_MISSING_H
#define SIMCC_MISSING_H

#include <stddef.h>

/* What a name is part of; instead: what a program can do. */
struct missing {
    const char *name;    /* or how it begins, where it ends in a * */
    const char *what;    /* "CUDA graphs"; NULL: the name says it */
    const char *instead; /* an advice without a full stop */
};

/* The entry for a name of CUDA's; a general one for what only looks like CUDA's; else NULL. */
const struct missing *find_missing(const char *name, size_t length);

#endif
