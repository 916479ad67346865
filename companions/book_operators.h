/*
 * The operators that may replace the plus sign of book_integer's kernels.
 *
 * A reduction joins its numbers in an order of its own. So the operator
 * must be associative (the numbers may be grouped in any way) and commutative
 * (and taken in any order). Each struct here is one such operator:
 *
 *     join(a, b)      on the device: two numbers become one
 *     neutral()       the number that changes no other when they are joined
 *     finish(t, r)    on the host: the total t so far takes in a block's result r
 *     first()         the total before the first block
 *
 * A mean is no operator (the mean of means is wrong for parts of unequal size):
 * it is the sum, divided at the end.
 */
#ifndef BOOK_OPERATORS_H
#define BOOK_OPERATORS_H

#include <limits.h>

struct Sum {
    static __device__ int join(int a, int b) { return a + b; }
    static __device__ int neutral() { return 0; }
    static long long finish(long long total, int result) { return total + result; }
    static long long first() { return 0; }
};

struct Minimum {
    static __device__ int join(int a, int b) { return a < b ? a : b; }
    static __device__ int neutral() { return INT_MAX; }
    static long long finish(long long total, int result) { return result < total ? result : total; }
    static long long first() { return INT_MAX; }
};

struct Maximum {
    static __device__ int join(int a, int b) { return a > b ? a : b; }
    static __device__ int neutral() { return INT_MIN; }
    static long long finish(long long total, int result) { return result > total ? result : total; }
    static long long first() { return INT_MIN; }
};

/* Modulo 2^32: unsigned, since an int that overflows is undefined. */
struct Product {
    static __device__ int join(int a, int b) { return (int)((unsigned int)a * (unsigned int)b); }
    static __device__ int neutral() { return 1; }
    static long long finish(long long total, int result)
    {
        return (unsigned int)total * (unsigned int)result;
    }
    static long long first() { return 1; }
};

#endif
