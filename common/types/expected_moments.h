/*
 * Mean and variance, for expected.c.
 */
#ifndef EXPECTED_MOMENTS_H
#define EXPECTED_MOMENTS_H

#include "expected.h"

/* Fills in the mean and the variance of n elements, and the bounds of their errors. */
void expect_moments(struct expected *expected, const void *numbers, size_t n, int depth);

#endif
