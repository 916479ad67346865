/*
 * What a handful of measured times say.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct statistics {
    double median, min, max; /* in the unit of the values; all 0 for no values */
    double mean, deviation;  /* deviation: the root of the mean squared distance from the mean */
};

/* Sorts the values and says what they are like; of an even number, the median is the mean of the
 * middle two. */
struct statistics statistics_of(double *values, size_t count);

#ifdef __cplusplus
}
#endif

#endif
