/*
 * How the variants of an experiment came out.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include "../statistics.h"
#include "why.h"

struct contestant {
    struct launched launched;
    struct statistics time; /* in milliseconds; NaNs where it is not modelled */
    int sum_is_right;       /* in every run */
};

/* How many there are before the one whose launch is NULL. */
size_t variants_of(const struct variant *variants);

/*
 * Runs every variant options->repeat times, in turns, after a round that warms up (of 0 repeats
 * that round counts). The caller frees the answer: a contestant for each variant. Ends the program
 * with 3 where memory or CUDA fails.
 */
struct contestant *hold_contest(const struct options *options, const struct device *device,
                                const struct work *work, const struct variant *variants);

/* The ints of the steps, and their sum. */
extern const struct work sum_of_ints;

#endif
