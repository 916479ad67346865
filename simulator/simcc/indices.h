/*
 * Whether an index is known only as a kernel runs: nvcc cannot keep an array in registers then, or
 * must choose among them.
 */
#ifndef SIMCC_INDICES_H
#define SIMCC_INDICES_H

#include "syntax.h"

enum evidence {
    INDEX_KNOWN,   /* or nothing speaks against it */
    INDEX_CHOSEN,  /* a variable that conditions let count, in loops that nvcc unrolls */
    INDEX_DYNAMIC, /* a value of the thread, a parameter, a loaded value */
    INDEX_LOST,    /* was changed in a loop of which nobody knows how often it ran */
    INDEX_COUNTING /* counts in a loop that nvcc does not unroll whole */
};

/*
 * What speaks for it that the index [first, end), in the function that begins at function, is known
 * only as the kernel runs. What cannot be read from the source is no evidence.
 */
enum evidence index_evidence(const struct source *source, size_t function, size_t first,
                             size_t end);

/*
 * How many accesses nvcc makes of the one at position: loops with known bounds are unrolled, others
 * to rounds of four, and what stands in them weighs more. From declared on, where the array is.
 */
unsigned accesses_of(const struct source *source, size_t function, size_t declared,
                     size_t position);

#endif
