/*
 * Whether nvcc can count a loop's rounds ahead, as it must to unroll it: that hangs on the types in
 * the loop's header.
 */
#ifndef SIMCC_LOOP_TYPES_H
#define SIMCC_LOOP_TYPES_H

#include "loops.h"

enum counting {
    COUNTING_UNSEEN,        /* the source does not say, or the types make no difference */
    COUNTING_POSSIBLE,      /* by a division, as the step is known only as the kernel runs */
    COUNTING_POSSIBLE_WIDE, /* without one, but its counter has 64 bits */
    COUNTING_IMPOSSIBLE,
    COUNTING_IMPOSSIBLE_WIDE /* and its counter has 64 bits */
};

/*
 * What nvcc 13 finds, for loops that step by more than one. A sum of numbers with signs must not
 * overflow, so (bound - begin) / step rounds are left; one without signs may wrap around, and come
 * back below the bound: i += blockDim.x has no sign, nor has i < n if n has none.
 */
enum counting loop_counting(const struct source *source, const struct loop *loop);

#endif
