/*
 * CUDA's names that the simulator lacks: the part of CUDA that each belongs to, and advice.
 */
#ifndef SIMCC_MISSING_H
#define SIMCC_MISSING_H

#include <stddef.h>

/* The part of CUDA that a name belongs to; instead: advice for the program. */
struct missing {
    const char *name;    /* or how it begins, where it ends in a * */
    const char *what;    /* "CUDA graphs"; NULL: the name says it */
    const char *instead; /* an advice without a full stop */
};

/* The entry for a name of CUDA's; a general one for a name that only looks like CUDA's; else NULL.
 */
const struct missing *find_missing(const char *name, size_t length);

#endif
